// What: what a lab shows in the viewport, and what the user does there.
#pragma once

#include "app/labs/view.hpp"
#include "app/panels/window/viewport_overlay.hpp"
#include "engine/draw/camera.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/draw/palette.hpp"
#include "engine/platform/input_frame.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

// User input other than clicks in the view.
struct LabInput {
    const platform::InputFrame& frame;
    std::span<const std::string> held;  // ids of the actions whose keys are down
    bool is_mouse_on_interface = false; // the mouse is over a panel
    bool is_playing = true;
};

// One of several linked views. It has its own content and shares the camera. Title and note form a chip at its top
// left.
struct LabView {
    std::string title;
    std::string note{}; // muted, next to the title
    std::function<void(draw::DrawList& out, const draw::Palette& palette)> draw;
    // Shown at the bottom of this view only. LabViewport::legend() is for all views.
    std::vector<LegendEntry> legend{};
};

class LabViewport {
  public:
    virtual void draw(draw::DrawList& out, const draw::Palette& palette) const = 0;
    // Two to kMaxViews linked views in a grid that fills the viewport; none: one view, drawn by draw(). Called every
    // frame, so the set of views can change. ViewMouse::view is the index of the view under the mouse.
    virtual std::vector<LabView> views(const draw::Palette& palette) const {
        (void)palette;
        return {};
    }
    virtual std::vector<LegendEntry> legend(const draw::Palette& palette) const = 0;
    // The sphere that the camera frames: around the selection, or around everything.
    virtual Focus focus(bool of_selection) const = 0;

    // A mouse event in the viewport. True: the lab consumed the event, and the camera ignores it.
    virtual bool mouse(const ViewMouse& mouse) = 0;
    // Handles the user input of this frame, before its step. Called only in a visible window.
    virtual void input(const LabInput& input) { (void)input; }

    draw::Camera camera;
    // The window renders in software; a lab can draw large crowds with less detail.
    bool is_software_rendered = false;

  protected:
    ~LabViewport() = default;
};

} // namespace boxwood
