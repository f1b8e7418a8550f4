// What: words over the viewport: readouts at the top left, legend and hints at the bottom, labels beside things.
#pragma once

#include "engine/draw/camera.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/ui/controls.hpp"
#include "engine/ui/layout.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace boxwood {

struct LegendEntry {
    ui::LegendSample sample;
    std::string text;
};

struct ViewportOverlay {
    const draw::DrawList& scene;
    const draw::Camera& camera;
    std::span<const LegendEntry> legend;
    std::string hint;
    std::function<void()> headline;
};

// Where a point of the scene is on the window, in pixels; nothing behind the eye.
std::optional<glm::vec2> project(const draw::Camera& camera, const ui::Rect& viewport, glm::vec3 point_w);

void draw_viewport_overlay(const ui::Rect& viewport, const ViewportOverlay& overlay);

} // namespace boxwood
