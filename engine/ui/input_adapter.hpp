// What: passes the platform's events to Dear ImGui. It never polls a device, so real, injected and replayed input has
//     the same effect.
// Invariants: order is preserved. Dear ImGui before 1.87 has no event queue. With these versions, a frame gets at most
//     one change of each button, at most one key press, no text after the key press, and no change of the modifiers
//     after a press. Events beyond these limits are deferred to the next frame. A press and a release within one frame
//     therefore both arrive, each at its position.
// Units: event positions in points, converted to pixels by `pixels_per_point`.
#pragma once

#include "engine/platform/input_frame.hpp"

#include <deque>

struct ImGuiIO;

namespace boxwood::ui {

class InputAdapter {
  public:
    // Maps platform::Key to Dear ImGui's keys. Call once per context.
    void attach(ImGuiIO& io) const;
    void push(const platform::InputFrame& frame);
    // Applies the events for this frame. Call before ImGui::NewFrame().
    void apply(ImGuiIO& io, float pixels_per_point);
    // True if events are deferred to the next frame; an idle window must not sleep in this case.
    bool has_pending() const { return !pending_.empty(); }

  private:
    std::deque<platform::InputEvent> pending_;
};

} // namespace boxwood::ui
