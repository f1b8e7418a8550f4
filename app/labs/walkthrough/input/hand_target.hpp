// What: finds the object that the user of the walkthrough points at, and moves the hand to take it after one click or
//       key press.
// Units: meters from the eye.
#pragma once

#include "app/labs/walkthrough/input/walk_controls.hpp"
#include "app/labs/walkthrough/scene/current_walk.hpp"
#include "engine/draw/camera.hpp"
#include "engine/walk/taking.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace boxwood {

// The object that the cross-hair or the free mouse points at.
struct HandAim {
    BodyId body = kNone;
    float distance = 0.0f; // to the surface, or to the center of the box of an object near the ray
};

class HandTarget {
  public:
    void begin(); // for a new walk
    void point_along(const draw::Ray& ray_w, const CurrentWalk& now);
    void point_at_nothing() { aim_ = {}; }
    const HandAim& aim() const { return aim_; }
    bool can_take(const CurrentWalk& now) const; // the object that is pointed at
    // Handles a click or a key press. Cancels a motion that takes an object. Without such a motion, releases the held
    // object. If the hand is empty and not closing, takes the object that is pointed at if can_take(). Otherwise closes
    // or opens the hand.
    void use_hand(const CurrentWalk& now, WalkControls& io_controls);
    bool is_taking() const { return taking_.has_value(); }
    BodyId taken() const { return taking_ ? taking_->body() : kNone; } // the object that is being taken
    void stop_taking() { taking_.reset(); }
    // The input of this frame while an object is being taken. The taking ends if the user moves the walker or the hand,
    // or if collision detection is off. None: no object is being taken, so the input of the user applies.
    std::optional<WalkInput> next(const CurrentWalk& now, WalkControls& io_controls);
    // Describes the automatic motion of the hand. For some seconds after a failure, gives the reason. Empty: no
    // message.
    std::string message(const CurrentWalk& now) const;

  private:
    HandAim aim_;
    std::optional<Taking> taking_;
    std::string failure_;
    std::uint64_t failure_until_ = 0; // frame up to which the message is shown
};

} // namespace boxwood
