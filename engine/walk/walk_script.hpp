// What: a walk as text: what the person does, for how many frames; written by hand, or recorded input by input.
// Units: metres, degrees, frames of kFrameSeconds.
// Invariants: a script read twice gives equal bits of input for equal walks; recorded inputs read back equal.
// Degenerate input: whatever is wrong is an Error "line N: ..."; nothing runs of a script that has one.
// Source: docs/walkthrough.md holds the format.
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
    glm::dvec3 numbers{0.0};                // a place, angles in radians, factors
    std::array<double, kFingers> fingers{}; // of close and open: 1 for those that move
    WalkInput input;                        // of input
};

// Several acts at the same time.
struct WalkSegment {
    std::uint64_t frames = 1;
    std::vector<WalkAct> acts;
};

struct WalkScript {
    std::string scene; // a file beside the script, or the name of a built-in scene; empty: the usual one
    std::optional<WalkStart> start; // none: the scene's
    std::vector<WalkSegment> segments;
    std::uint64_t frames() const;
};

// `source` begins the messages.
Result<WalkScript> parse_walk_script(std::string_view text, const std::string& source);

// Plays a script: the input of each frame, from how things stand.
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
    std::uint64_t frame_ = 0; // of the segment
};

// Rounded so that it can be written and read back equal; what is recorded is what was done.
WalkInput rounded(const WalkInput& input);

class WalkRecorder {
  public:
    void begin(std::string scene, const WalkStart& start);
    void add(const WalkInput& input); // rounded
    std::uint64_t frames() const { return frames_; }
    std::string text() const;

  private:
    void flush();
    std::string text_;
    WalkInput last_;
    std::uint64_t repeats_ = 0, frames_ = 0;
};

} // namespace boxwood
