// What: the playback state of a show: playing or paused, rate, and requested steps, jumps and restarts. The shell
//       carries out the requests.
// Invariants: the rate determines the number of steps per drawn frame; it never changes the result of a step. The
//             length of a step is the setting "speed" of the simulation.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace boxwood {

inline constexpr double kSlowestSpeed = 0.01, kFastestSpeed = 4.0; // length of a step; 1 is a full step

// Steps per drawn frame; negative: backwards.
inline constexpr std::array kRates{-8.0, -2.0, -1.0, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0};
inline constexpr std::array kRateNames{"-8 ×",  "-2 ×", "-1 ×", "1/8 ×", "1/4 ×",
                                       "1/2 ×", "1 ×",  "2 ×",  "4 ×",   "8 ×"};
inline constexpr int kDefaultRate = 6;

struct Playback {
    bool is_playing = true;
    int rate = kDefaultRate;    // index into kRates
    double pending_steps = 0.0; // fraction of a step accumulated at slow rates
    int steps_forward = 0; // requested while paused
    int steps_back = 0;
    std::optional<std::uint64_t> wanted_frame{};
    std::optional<std::pair<std::uint64_t, std::uint64_t>> loop{}; // first and last frame
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
    void go_to(std::uint64_t frame) {
        is_playing = false;
        wanted_frame = frame;
    }
    void change_rate(int by) {
        const int next = rate + by;
        if (next >= 0 && next < static_cast<int>(kRates.size())) rate = next;
        pending_steps = 0.0;
    }
    // Number of steps for the next drawn frame; negative: backwards.
    int take_steps() {
        if (!is_playing) return 0;
        pending_steps += kRates[static_cast<std::size_t>(rate)];
        const int steps = static_cast<int>(pending_steps); // truncated towards 0
        pending_steps -= static_cast<double>(steps);
        return steps;
    }
};

} // namespace boxwood
