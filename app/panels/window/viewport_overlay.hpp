// What: draws text over the viewport: readouts at the top left, legend and hints at the bottom, labels next to objects.
//       Each of several linked views also has its own legend and a chip, a small box with its title and a note.
// Invariants: a single view fills the viewport and the text is drawn over it. Several views form a grid between a strip
//             for the readouts and a strip for the common legend.
#pragma once

#include "engine/draw/camera.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/layout.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct LegendEntry {
    ui::LegendSample sample;
    std::string text;
};

// Layout of the views and of the text in the viewport.
struct ViewPlaces {
    ui::Rect head, foot; // empty with a single view, whose text is drawn over it
    std::vector<ui::Rect> views;
    ui::Rect rest; // unused cells in the last row of the grid
};
// Without text, the views fill the viewport.
ViewPlaces place_views(const ui::Rect& viewport, std::size_t count, bool has_text);

struct OverlayView {
    ui::Rect rect;
    const draw::DrawList& scene;
    draw::Camera camera;
    std::string_view title{}, note{};      // text of its chip; without a title, there is no chip
    std::span<const LegendEntry> legend{}; // legend of this view
    std::span<const ui::Rect> covered{};   // rectangles of the lab's own interface, which labels avoid
};

struct ViewportOverlay {
    const ViewPlaces& places;
    std::span<const OverlayView> views;
    std::span<const LegendEntry> legend; // common to all views
    std::string hint;
    std::function<void()> headline;
};

// Window position of a scene point, in pixels; none: the camera is a perspective camera and the point is not beyond its
// near plane.
std::optional<glm::vec2> project(const draw::Camera& camera, const ui::Rect& viewport, glm::vec3 point_w);

// Returns the part of the viewport above the common legend and above the legends of the lowest row of views, for
// messages.
ui::Rect draw_viewport_overlay(const ui::Rect& viewport, const ViewportOverlay& overlay);

} // namespace boxwood
