// What: takes a loose body automatically: walks to it, moves the open hand next to it and around it, closes the hand
//     and lifts.
// Frame: world. Units: meters.
// Invariants: produces the same kind of input as a user, so a recorded walk also repeats the taking of a body. The same
//     walk gives the same inputs. Ends after at most kMaxFrames frames.
// Degenerate input: fails with a reason if the body is out of reach, too wide for the hand or behind other bodies.
// Oracle: tests/engine/walk/taking_test.cpp.
#pragma once

#include "engine/walk/walk.hpp"

#include <string>
#include <string_view>

namespace boxwood {

class Taking {
  public:
    static constexpr std::uint64_t kMaxFrames = 720; // 12 seconds

    explicit Taking(BodyId body)
        : body_(body) {}
    BodyId body() const { return body_; }
    bool is_done() const { return stage_ == Stage::done; }
    // The reason why the body could not be taken. Empty while taking continues, and after it succeeds.
    std::string_view failure() const { return failure_; }
    // For example "reaching for" or "closing the hand on".
    std::string_view activity() const;
    WalkInput next(const Walk& walk, const Simulation& simulation);

  private:
    enum class Stage : std::uint8_t { walk, approach, surround, close, lift, done };
    void enter(Stage stage);
    void fail(std::string_view reason);
    // Records the distance of this frame. Returns whether the distance has not decreased in the last frames.
    bool detect_stuck(double distance);

    BodyId body_ = kNone;
    Stage stage_ = Stage::walk;
    std::string failure_;
    std::uint64_t frames_ = 0, frames_of_stage_ = 0, frames_stuck_ = 0;
    double smallest_distance_ = 0.0; // in this stage
    glm::dvec3 lifted_w_{0.0};
};

} // namespace boxwood
