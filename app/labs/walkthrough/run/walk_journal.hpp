// What: records the steps of a walk: the log of events on screen and in a file, tones, and the cost of a step with and
//       without collision detection.
// Units: milliseconds.
#pragma once

#include "app/labs/settings/settings.hpp"
#include "engine/platform/sound.hpp"
#include "engine/sim/simulation.hpp"
#include "engine/walk/walk.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

class WalkLog {
  public:
    void clear(); // for a new walk; its first step overwrites the file
    // Adds events. If writing the file fails, returns the Error and continues without the file.
    Status note(std::span<const WalkEvent> events);
    void add_setting(SettingTable& io_table);
    std::uint64_t line_count() const { return line_count_; }
    std::vector<std::string_view> last_lines(std::size_t limit) const; // latest first

  private:
    std::string path_; // empty: no file
    std::string text_; // the last part of the log
    bool has_begun_ = false;
    std::uint64_t line_count_ = 0;
};

class WalkCosts {
  public:
    struct Cost { // of a step, smoothed over frames
        double step_ms = 0.0, detection_ms = 0.0;
        std::uint64_t frames = 0;
    };

    void clear();
    void note(const PhaseTimes& times, std::uint64_t frame, bool is_detection_on);
    const Cost& cost(bool is_detection_on) const { return costs_[is_detection_on ? 1 : 0]; }
    double worst_ms() const { return worst_ms_; }
    std::uint64_t worst_frame() const { return worst_frame_; }

  private:
    std::array<Cost, 2> costs_{}; // 0: without, 1: with detection
    double worst_ms_ = 0.0;
    std::uint64_t worst_frame_ = 0;
};

class WalkSounds {
  public:
    void play(std::span<const WalkEvent> events); // does nothing if sound is off
    void toggle() { is_on_ = !is_on_; }
    void add_setting(SettingTable& io_table);

  private:
    bool is_on_ = false;
    platform::SoundOutput tones_;
};

struct WalkJournal {
    WalkLog log;
    WalkCosts costs;
    WalkSounds sounds;

    void clear();
    // Call it after a step. `plays_sounds`: the run has a window.
    Status note_step(const Walk& walk, const Simulation& simulation, bool plays_sounds);
};

} // namespace boxwood
