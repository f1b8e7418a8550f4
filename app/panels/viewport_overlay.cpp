#include "app/panels/viewport_overlay.hpp"

#include "engine/ui/labels.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <vector>

namespace boxwood {
namespace {

using ui::px;

constexpr float kHeadlineHeight = 80.0f, kFootHeight = 48.0f, kMargin = 14.0f;
constexpr float kKeptAbove = 44.0f, kKeptBelow = 34.0f; // from the view's edges: no labels over words

constexpr std::size_t kMostLabels = 150; // more would cover the scene, and cost their square

// Beside what they name, apart from each other and from the words at the view's edges.
void draw_scene_labels(const ui::Rect& whole, const ViewportOverlay& overlay) {
    const ui::Rect view{whole.min + glm::vec2(0.0f, px(kKeptAbove)),
                        whole.max - glm::vec2(0.0f, px(kKeptBelow))};
    std::vector<ui::ScreenLabel> labels;
    for (const draw::Label& label : overlay.scene.labels) {
        const std::optional<glm::vec2> at = project(overlay.camera, whole, label.anchor_w);
        if (at && whole.contains(*at)) labels.push_back({*at, label.text, label.color});
        if (labels.size() == kMostLabels) break;
    }
    ui::draw_labels(labels, view);
}

void draw_foot(const ui::Rect& view, const ViewportOverlay& overlay) {
    const ui::Rect foot = ui::Rect{{view.min.x, view.max.y - px(kFootHeight)}, view.max}.inset(px(kMargin));
    if (!ui::begin_overlay("legend", foot)) return;
    bool is_first = true;
    for (const LegendEntry& entry : overlay.legend) {
        if (!is_first) ui::same_line(20.0f);
        is_first = false;
        ui::legend_entry(entry.sample, entry.text);
    }
    if (!is_first) ui::same_line();
    if (ui::begin_right_aligned("hint")) {
        ui::text(overlay.hint, {ui::Font::small, ui::palette().text3});
        ui::end_right_aligned();
    }
    ui::end_panel();
}

} // namespace

std::optional<glm::vec2> project(const draw::Camera& camera, const ui::Rect& viewport, glm::vec3 point_w) {
    const std::optional<glm::vec3> ndc =
        draw::ndc_from_world(camera, point_w, viewport.width() / viewport.height());
    if (!ndc) return std::nullopt;
    return viewport.min + viewport.size() * glm::vec2(0.5f + 0.5f * ndc->x, 0.5f - 0.5f * ndc->y);
}

void draw_viewport_overlay(const ui::Rect& viewport, const ViewportOverlay& overlay) {
    if (viewport.is_empty()) return;
    if (viewport.height() > px(kKeptAbove + kKeptBelow + 40.0f)) draw_scene_labels(viewport, overlay);
    if (ui::begin_overlay(
            "headline", ui::Rect{viewport.min, {viewport.max.x, viewport.min.y + px(kHeadlineHeight)}}.inset(
                            px(kMargin)))) {
        overlay.headline();
        ui::end_panel();
    }
    draw_foot(viewport, overlay);
}

} // namespace boxwood
