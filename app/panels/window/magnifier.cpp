#include "app/panels/window/magnifier.hpp"

#include "app/panels/window/viewport_overlay.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using ui::px;

constexpr float kSmallPart = 0.12f; // share of the view's height; smaller parts are enlarged
constexpr float kMinFactor = 2.0f;  // no inset for smaller factors
constexpr float kSide = 0.42f, kSmallestSide = 110.0f, kLargestSide = 280.0f; // share of the view; pixels
constexpr float kInsetMargin = 14.0f, kReadouts = 64.0f;                      // pixels
constexpr float kMinMark = 5.0f; // pixels; minimum half size of the frame around the part
constexpr float kContext = 1.5f; // the inset shows this multiple of the part's radius

float pixels_per_length(const draw::Camera& camera, float view_height, float depth) {
    return 0.5f * view_height / (std::tan(0.5f * camera.fov_y) * depth);
}

bool rects_overlap(const ui::Rect& a, const ui::Rect& b) {
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

} // namespace

std::optional<Magnifier> place_magnifier(const draw::Camera& camera, const ui::Rect& view, glm::vec3 center_w,
                                         float radius) {
    if (view.is_empty() || !(radius > 0.0f)) return std::nullopt;
    const std::optional<glm::vec2> center = project(camera, view, center_w);
    if (!center || !view.contains(*center)) return std::nullopt;
    const glm::vec3 forward_w = glm::cross(camera.up_w(), camera.right_w());
    const float depth =
        camera.is_orthographic ? camera.distance : glm::dot(center_w - camera.eye_w(), forward_w);
    const float half_px = radius * pixels_per_length(camera, view.height(), depth);
    if (!(2.0f * half_px < kSmallPart * view.height())) return std::nullopt;

    const float room = view.height() - px(kReadouts + 2.0f * kInsetMargin);
    const float side = std::floor(
        std::clamp(kSide * std::min(view.width(), view.height()), px(kSmallestSide), px(kLargestSide)));
    if (side > room || side > 0.5f * view.width()) return std::nullopt;
    Magnifier magnifier;
    const float mark = std::max(half_px, px(kMinMark));
    magnifier.part = {*center - mark, *center + mark};
    const float top = std::floor(view.min.y + px(kReadouts));
    const float right = std::floor(view.max.x - px(kInsetMargin) - side),
                left = std::floor(view.min.x + px(kInsetMargin));
    for (const float x : {right, left}) {
        magnifier.rect = {{x, top}, {x + side, top + side}};
        if (!rects_overlap(magnifier.rect, magnifier.part)) break;
    }
    if (rects_overlap(magnifier.rect, magnifier.part)) return std::nullopt;
    magnifier.camera = camera;
    draw::focus(magnifier.camera, center_w, kContext * radius);
    magnifier.factor = pixels_per_length(magnifier.camera, side, magnifier.camera.distance) /
                       pixels_per_length(camera, view.height(), depth);
    if (!(magnifier.factor >= kMinFactor)) return std::nullopt;
    return magnifier;
}

bool draw_magnifier(const Magnifier& magnifier, const draw::Palette& palette) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const auto frame = [&](const ui::Rect& rect) {
        list.AddRect({rect.min.x, rect.min.y}, {rect.max.x, rect.max.y}, ui::packed(palette.text3));
    };
    const ui::Rect &inset = magnifier.rect, &part = magnifier.part;
    frame(inset);
    frame(part);
    const bool is_right_of_part = inset.min.x > part.max.x;
    const float from_x = is_right_of_part ? part.max.x : part.min.x,
                to_x = is_right_of_part ? inset.min.x : inset.max.x;
    list.AddLine({from_x, part.min.y}, {to_x, inset.min.y}, ui::packed(palette.text3, 0.5f));
    list.AddLine({from_x, part.max.y}, {to_x, inset.max.y}, ui::packed(palette.text3, 0.5f));
    const std::string factor = "× " + ui::format_significant(static_cast<double>(magnifier.factor), 2);
    const glm::vec2 size = ui::text_size(ui::Font::small_bold, factor);
    ui::draw_text(list, ui::Font::small_bold, {inset.min.x + px(6.0f), inset.max.y - size.y - px(4.0f)},
                  palette.text2, factor);
    if (!ui::begin_overlay("magnifier", inset, true)) return false;
    const bool is_clicked = ImGui::InvisibleButton("frame it", {inset.width(), inset.height()});
    ui::tooltip("Enlarged view of the selected part; click to frame it in the view (F)");
    ui::end_panel();
    return is_clicked;
}

} // namespace boxwood
