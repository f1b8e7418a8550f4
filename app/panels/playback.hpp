// What: playback state of a show: playing or paused, single steps, restarts. Data only; the shell acts on it.
#pragma once

#include <cstdint>

namespace boxwood {

inline constexpr double kSlowestSpeed = 0.01, kFastestSpeed = 4.0; // steps per frame

struct Playback {
    bool is_playing = true;
    int steps_forward = 0; // requested while paused
    int steps_back = 0;
    bool wants_restart = false;
    std::uint64_t seed = 1995;

    void toggle() { is_playing = !is_playing; }
    void step_forward() {
        is_playing = false;
        ++steps_forward;
    }
    void step_back() {
        is_playing = false;
        ++steps_back;
    }
};

} // namespace boxwood
