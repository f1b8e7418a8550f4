// What: hands the platform's events to Dear ImGui, never polling any device, so real, injected and replayed
//       input behave alike.
// Invariants: order is kept. Before Dear ImGui 1.87, which has no queue of its own, a frame gets at most
//       one change of each button, one key press, no text behind it, and no change of the modifiers after a
//       press; the rest waits for the next frame. So a press and a release inside one frame both arrive,
//       each where it happened.
// Units: event positions in points, turned to pixels by `pixels_per_point`.
#pragma once

#include "engine/platform/input_frame.hpp"

#include <deque>

struct ImGuiIO;

namespace boxwood::ui {

class InputAdapter {
  public:
    // Tells Dear ImGui which of our keys are its keys. Once per context.
    void attach(ImGuiIO& io) const;
    void push(const platform::InputFrame& frame);
    // Applies what this frame may take. Before ImGui::NewFrame().
    void apply(ImGuiIO& io, float pixels_per_point);
    // Whether something still waits for the next frame: an idle window must not sleep on it.
    bool has_pending() const { return !waiting_.empty(); }

  private:
    std::deque<platform::InputEvent> waiting_;
};

} // namespace boxwood::ui
