// What: the viewport: the view of the lab on screen, or its linked views side by side, with the magnifier and the text
//       over them.
// Frame: rectangles in window pixels.
// Invariants: gather() comes before what uses the views, and again after anything that may have changed the lab.
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

    // The set of views and their layout. Without text the views fill the viewport.
    void gather(const ui::Rect& viewport, bool has_words);
    // Gathers and draws them, up to what the interface draws over them.
    void draw(const ui::Rect& viewport, bool has_words);
    // The viewport fills the window for one picture; the next frame is as before.
    void draw_alone();
    // The text over the views.
    void draw_overlay(const ui::Rect& viewport, ViewContext& context);

    std::span<const ui::Rect> places() const { return places_.views; }
    bool are_linked() const { return !views_.empty(); } // else one view, of the lab's own drawing
    draw::Camera camera_in(std::size_t view) const;
    const std::optional<Magnifier>& magnifier() const { return magnifier_; }
    const ui::Rect& free_place() const { return free_place_; } // for messages

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
