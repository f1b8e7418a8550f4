// What: reads, writes and plays a walk as text: actions with frame counts, written by hand or recorded frame by frame.
// Units: meters, degrees, frames of kFrameSeconds.
// Invariants: in the same walk, a script always gives bit-identical inputs. Recorded inputs are read back unchanged.
// Degenerate input: every mistake is an Error "SOURCE: line N: ...". An empty text is an Error without a line number.
//     A script with a mistake is not run.
// Source: docs/walkthrough.md describes the format.
// Oracle: tests/engine/walk/walk_script_test.cpp.
#pragma once

#include "collision/core/result.hpp"
#include "engine/walk/walk.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

enum class WalkVerb : std::uint8_t { wait, go, face, reach, turn, close, open, drop, scale, crouch, input };

struct WalkAct {
    WalkVerb verb = WalkVerb::wait;
    glm::dvec3 numbers{0.0};                // depends on the verb: a position, angles in radians, or factors
    std::array<double, kFingers> fingers{}; // for close and open: 1 for moving fingers
    WalkInput input;                        // for the verb input
};

// Simultaneous actions.
struct WalkSegment {
    std::uint64_t frames = 1;
    std::vector<WalkAct> acts;
};

struct WalkScript {
    // A file, relative to the folder of the script, or the name of a built-in scene; empty: the default scene.
    std::string scene;
    std::optional<WalkStart> start; // empty: the start of the scene
    std::vector<WalkSegment> segments;
    std::uint64_t frames() const;
};

// `source` is the prefix of the messages.
Result<WalkScript> parse_walk_script(std::string_view text, const std::string& source);

// Plays a script: computes the input of each frame from the current state.
class WalkPlayer {
  public:
    explicit WalkPlayer(WalkScript script)
        : script_(std::move(script)) {}
    const WalkScript& script() const { return script_; }
    bool is_done() const { return segment_ >= script_.segments.size(); }
    WalkInput next(const Walk& walk);

  private:
    WalkScript script_;
    std::size_t segment_ = 0;
    std::uint64_t frame_ = 0; // within the segment
};

// Rounds an input such that writing and reading it does not change it. A recorded walk uses the rounded input.
WalkInput rounded(const WalkInput& input);
// Rounds the angles of a start in the same way. A recorded walk begins at the rounded start.
WalkStart rounded(const WalkStart& start);

class WalkRecorder {
  public:
    void begin(std::string scene, const WalkStart& start); // requires a rounded start
    void add(const WalkInput& input);                      // requires a rounded input
    std::uint64_t frames() const { return frames_; }
    std::string text() const;

  private:
    void flush();
    std::string text_;
    WalkInput last_;
    std::uint64_t repeats_ = 0, frames_ = 0;
};

} // namespace boxwood
