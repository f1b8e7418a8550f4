// What: what the user of the walkthrough points at, and taking it by one click or key.
// Units: metres from the eye.
#pragma once

#include "app/labs/walkthrough/input/walk_controls.hpp"
#include "app/labs/walkthrough/scene/current_walk.hpp"
#include "engine/draw/camera.hpp"
#include "engine/walk/taking.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace boxwood {

// What the cross-hair, or the free mouse, points at.
struct HandAim {
    BodyId body = kNone;
    float distance = 0.0f; // from the eye
};

class HandTarget {
  public:
    void begin(); // a new walk
    void point_along(const draw::Ray& ray_w, const CurrentWalk& now);
    void point_at_nothing() { aim_ = {}; }
    const HandAim& aim() const { return aim_; }
    bool can_take(const CurrentWalk& now) const; // what is pointed at

    // One click or key: takes what is pointed at, lets go of what is held, otherwise shuts or opens the hand.
    void use_hand(const CurrentWalk& now, WalkControls& io_controls);
    bool is_taking() const { return taking_.has_value(); }
    BodyId taken() const { return taking_ ? taking_->body() : kNone; } // being taken
    void stop_taking() { taking_.reset(); }
    // The input of this frame while a body is being taken; none: the user's.
    std::optional<WalkInput> next(const CurrentWalk& now, WalkControls& io_controls);
    // What the hand does by itself, or, for some seconds, why it does not; empty: nothing.
    std::string message(const CurrentWalk& now) const;

  private:
    HandAim aim_;
    std::optional<Taking> taking_;
    std::string failure_;
    std::uint64_t failure_until_ = 0; // frame
};

} // namespace boxwood
