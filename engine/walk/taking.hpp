// What: takes a loose body by itself: comes near, brings the open hand next to the body, around it, closes it and lifts.
// Frame: world. Units: metres.
// Invariants: it gives inputs as a person does, so that a recorded walk repeats it; the same walk gives the same inputs.
//     It ends after kMaxFrames at the latest.
// Degenerate input: a body that is out of reach, too wide for the hand or behind others ends it with a reason.
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
    // Why the body was not taken; empty: it is held, or not yet.
    std::string_view failure() const { return failure_; }
    // What it does now: "reaching for", "closing the hand on".
    std::string_view doing() const;
    WalkInput next(const Walk& walk, const Simulation& simulation);

  private:
    enum class Stage : std::uint8_t { come, approach, around, shut, lift, done };
    void enter(Stage stage);
    void fail(std::string_view why);
    // Whether the last frames brought the distance down no more.
    bool is_stuck(double distance);

    BodyId body_ = kNone;
    Stage stage_ = Stage::come;
    std::string failure_;
    std::uint64_t frames_ = 0, frames_of_stage_ = 0, frames_stuck_ = 0;
    double least_ = 0.0; // distance of this stage
    glm::dvec3 lifted_w_{0.0};
};

} // namespace boxwood
