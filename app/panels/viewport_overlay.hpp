// What: words over the viewport: readouts at the top left, legend and hints at the bottom, labels beside things; over
//       several linked views, a chip and a legend in each.
// Invariants: one view has the viewport to itself and words stand on it. Several stand in a grid between a strip for the
//     readouts and one for what holds for all.
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

// Where views and words stand in the viewport.
struct ViewPlaces {
    ui::Rect head, foot; // of one view: on it
    std::vector<ui::Rect> views;
    ui::Rect rest; // of the grid, where its last row is not full
};
// Without words the views have all of it.
ViewPlaces place_views(const ui::Rect& viewport, std::size_t count, bool has_words);

struct OverlayView {
    ui::Rect rect;
    const draw::DrawList& scene;
    draw::Camera camera;
    std::string_view title{}, note{};      // its chip; without a title none
    std::span<const LegendEntry> legend{}; // of this view
    std::span<const ui::Rect> covered{};   // by interface of the lab's own: labels keep away
};

struct ViewportOverlay {
    const ViewPlaces& places;
    std::span<const OverlayView> views;
    std::span<const LegendEntry> legend; // of all of them
    std::string hint;
    std::function<void()> headline;
};

// Where a point of the scene is on the window, in pixels; nothing behind the eye.
std::optional<glm::vec2> project(const draw::Camera& camera, const ui::Rect& viewport, glm::vec3 point_w);

void draw_viewport_overlay(const ui::Rect& viewport, const ViewportOverlay& overlay);

} // namespace boxwood
