// What: the recording of the run of the window, which ends with the first thing that a person changes in the lab.
// Invariants: the lab on screen when it began is the one that is recorded; other labs run unrecorded.
#pragma once

#include "app/shell/files/recording.hpp"
#include "app/shell/window/opening/open_labs.hpp"

namespace boxwood {

class WindowRecording {
  public:
    WindowRecording(OpenLabs& labs, Messages& messages)
        : labs_(labs)
        , messages_(messages) {}

    // Of the lab on screen, if the options ask for a recording.
    Status begin(const ShowOptions& options);
    // After each step.
    void note();
    // The run on screen is about to be replaced.
    void note_other_run();
    bool finish(); // false: the file is not whole

  private:
    OpenLabs& labs_;
    Messages& messages_;
    RunRecording recording_;
    const LabEntry* recorded_ = nullptr; // whose steps are recorded
};

} // namespace boxwood
