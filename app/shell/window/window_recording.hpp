// What: records the run in the window. The recording ends at the first change that the user makes in the lab.
// Invariants: only the lab that was current when the recording began is recorded.
#pragma once

#include "app/shell/files/recording.hpp"
#include "app/shell/window/opening/open_labs.hpp"

namespace boxwood {

class WindowRecording {
  public:
    WindowRecording(OpenLabs& labs, Messages& messages)
        : labs_(labs)
        , messages_(messages) {}

    // Begins a recording of the current lab if the options request one.
    Status begin(const ViewerOptions& options);
    // Records the step that was just taken.
    void record_frame();
    // Ends the recording. Call it before another run replaces the recorded run.
    void end_before_other_run();
    bool finish(); // false: the file is incomplete

  private:
    OpenLabs& labs_;
    Messages& messages_;
    RunRecording recording_;
    const LabEntry* recorded_ = nullptr; // the recorded lab
};

} // namespace boxwood
