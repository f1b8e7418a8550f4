// What: moves the current lab through time: plays, steps, goes to frames, restarts, and replays a recording.
// Invariants: the times of a frame are listed only once, even if the frame is computed again. In a frame of the
//             window, playback and the replay of a recording start no step after 100 ms, so that the window stays
//             responsive. Playback then skips the other steps of that frame.
// Errors: errors of a lab are shown as messages. A headless run fails with the last error.
#pragma once

#include "app/shell/window/opening/open_labs.hpp"
#include "app/shell/window/window_recording.hpp"

#include <cstdint>
#include <string>

namespace boxwood {

class Stepper {
  public:
    Stepper(const ViewerOptions& options, OpenLabs& labs, Messages& messages)
        : options_(options)
        , labs_(labs)
        , messages_(messages)
        , recording_(labs, messages) {}

    // Carries out the steps, jumps and restarts that the playback requests for this frame.
    void advance();
    void take_step();
    // Drops the times, marks and loop of the previous run. Call it when another run begins.
    void forget_times();
    // Call it after drawing. The next step is listed with this draw time.
    void note_drawn(double milliseconds, std::uint64_t uploaded_bytes);

    // The replay pauses while another lab is on screen.
    bool is_replaying() const;
    std::string progress() const; // of the replay; empty: no replay is running
    // True if the replay differed from the recording.
    bool is_replay_different() const { return is_replay_different_; }
    const std::string& rejection() const { return rejection_; } // the lab's latest error; empty: none
    std::uint64_t uploaded_bytes() const { return uploaded_bytes_; }
    WindowRecording& recording() { return recording_; }

  private:
    void play(int steps);
    void play_back(int steps);
    void run_replay();
    void step_back();
    void go_to(std::uint64_t frame);
    void forget_timeline();
    void restart();

    const ViewerOptions& options_;
    OpenLabs& labs_;
    Messages& messages_;
    WindowRecording recording_;
    std::string rejection_;
    double last_draw_ms_ = 0.0;
    std::uint64_t uploaded_bytes_ = 0; // of the last frame that took a step
    bool has_stepped_ = false;
    const LabEntry* replayed_ = nullptr; // the lab of the recording; null before the first frame
    bool has_replay_ended_ = false, is_replay_different_ = false;
};

} // namespace boxwood
