// What: moves the lab on screen through time: plays, steps, goes to frames, restarts, and repeats a recording.
// Invariants: a step that repeats a known frame is not listed again among the times. What takes long is done a part at a
//             time, so that the window stays alive.
// Errors: what a lab refuses is a message; the last refusal ends a headless run with an error.
#pragma once

#include "app/shell/window/opening/open_labs.hpp"
#include "app/shell/window/window_recording.hpp"

#include <cstdint>
#include <string>

namespace boxwood {

class Stepper {
  public:
    Stepper(const ShowOptions& options, OpenLabs& labs, Messages& messages)
        : options_(options)
        , labs_(labs)
        , messages_(messages)
        , recording_(labs, messages) {}

    // What the frame shows: the steps, jumps and restarts that the playback asks for.
    void advance();
    void take_step();
    // Another run begins: the times, marks and loop of the former one are dropped.
    void forget_times();
    // The picture after advance(): its draw time is listed with the next step.
    void note_drawn(double milliseconds, std::uint64_t uploaded_bytes);

    bool is_replaying() const;
    std::string progress() const; // of the replay; empty: none is under way
    // True once the recording was repeated and came out different.
    bool is_replay_different() const { return is_replay_different_; }
    const std::string& refused() const { return refused_; } // the lab's latest error
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

    const ShowOptions& options_;
    OpenLabs& labs_;
    Messages& messages_;
    WindowRecording recording_;
    std::string refused_;
    double last_draw_ms_ = 0.0;
    std::uint64_t uploaded_bytes_ = 0; // by the last frame with a step
    bool has_stepped_ = false;
    bool is_replayed_ = false, is_replay_different_ = false;
};

} // namespace boxwood
