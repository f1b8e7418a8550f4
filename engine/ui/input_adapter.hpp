// What: passes the platform's events to Dear ImGui and never polls a device, so real, injected and replayed input
//     behave alike.
// Invariants: order is preserved. Before Dear ImGui 1.87, which has no queue of its own, a frame gets at most one
//     change of each button, one key press, no text after it, and no change of the modifiers after a press; the rest is
//     deferred to the next frame. So a press and a release inside one frame both arrive, each at its position.
// Units: event positions in points, converted to pixels by `pixels_per_point`.
#pragma once

#include "engine/platform/input_frame.hpp"

#include <deque>

struct ImGuiIO;

namespace boxwood::ui {

class InputAdapter {
  public:
    // Maps our keys to Dear ImGui's. Once per context.
    void attach(ImGuiIO& io) const;
    void push(const platform::InputFrame& frame);
    // Applies the events for this frame. Before ImGui::NewFrame().
    void apply(ImGuiIO& io, float pixels_per_point);
    // Whether events are deferred to the next frame: an idle window must not sleep then.
    bool has_pending() const { return !waiting_.empty(); }

  private:
    std::deque<platform::InputEvent> waiting_;
};

} // namespace boxwood::ui
