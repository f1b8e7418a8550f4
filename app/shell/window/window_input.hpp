// What: mouse and held keys of a frame: to the lab that captures the mouse, else as gestures in the views; and what of
//       them counts as an edit that can be undone.
#pragma once

#include "app/shell/viewport_input.hpp"
#include "app/shell/window/interface/scene_views.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "app/shell/window/window_surface.hpp"
#include "engine/platform/input_frame.hpp"
#include "engine/ui/keymap.hpp"

namespace boxwood {

class WindowInput {
  public:
    WindowInput(const ui::Keymap& keymap, WindowSurface& surface, OpenLabs& labs, const SceneViews& views)
        : keymap_(keymap)
        , surface_(surface)
        , labs_(labs)
        , views_(views) {}

    // Before the step. The views must be those of this frame.
    void take(const platform::InputFrame& input);
    // After the interface.
    void watch_edits(const platform::InputFrame& input);
    bool holds_keys() const { return !held_.ids().empty(); }

  private:
    void capture_mouse();

    const ui::Keymap& keymap_;
    WindowSurface& surface_;
    OpenLabs& labs_;
    const SceneViews& views_;
    ViewportInput gestures_;
    ui::HeldActions held_;
    bool has_mouse_ = false; // captured by the lab
};

} // namespace boxwood
