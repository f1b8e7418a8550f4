// What: the viewport: one view of the current lab, or a grid of its linked views, with the magnifier and the text over
//       them.
// Frame: rectangles are in window pixels.
// Invariants: the caller must call gather() before it uses the views, and again after anything that can change the lab.
#pragma once

#include "app/panels/window/magnifier.hpp"
#include "app/panels/window/viewport_overlay.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "app/shell/window/window_surface.hpp"
#include "engine/draw/draw_list.hpp"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace boxwood {

class SceneViews {
  public:
    SceneViews(WindowSurface& surface, OpenLabs& labs)
        : surface_(surface)
        , labs_(labs) {}

    // Gets the views of the lab and lays them out. Without text, the views fill the viewport.
    void gather(const ui::Rect& viewport, bool has_text);
    // Gathers and draws the views and the magnifier; the interface is drawn over them later.
    void draw(const ui::Rect& viewport, bool has_text);
    // Draws the viewport without the interface, at the size of the window, for one picture.
    void draw_alone();
    // Draws the text over the views.
    void draw_overlay(const ui::Rect& viewport, ViewContext& context);

    std::span<const ui::Rect> places() const { return places_.views; }
    bool are_linked() const { return !views_.empty(); } // false: one view, drawn by LabViewport::draw()
    draw::Camera camera_in(std::size_t view) const;
    const std::optional<Magnifier>& magnifier() const { return magnifier_; }
    const ui::Rect& free_place() const { return free_place_; } // area for messages

  private:
    void draw_views(const render::Style& style);

    WindowSurface& surface_;
    OpenLabs& labs_;
    std::vector<LabView> views_;
    ViewPlaces places_;
    ui::Rect free_place_;
    std::optional<Magnifier> magnifier_;
    std::array<draw::DrawList, kMaxViews> scenes_;
};

} // namespace boxwood
