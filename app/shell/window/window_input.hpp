// What: passes the input of a frame to the lab. If the lab has not captured the mouse, also passes the mouse to the
//       views as gestures. Tells the lab in every frame whether the user is editing, so that it records edits for undo.
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

    // Call it before the step, after the views of this frame were gathered.
    void take(const platform::InputFrame& input);
    // Call it after the interface was drawn.
    void watch_edits(const platform::InputFrame& input);
    bool take_menu_request() { return gestures_.take_menu_request(); } // see ViewportInput
    bool holds_keys() const { return !held_.ids().empty(); }

  private:
    void capture_mouse();

    const ui::Keymap& keymap_;
    WindowSurface& surface_;
    OpenLabs& labs_;
    const SceneViews& views_;
    ViewportInput gestures_;
    ui::HeldActions held_;
    bool has_mouse_ = false; // the lab has captured the mouse
};

} // namespace boxwood
