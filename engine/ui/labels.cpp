#include "engine/ui/labels.hpp"

#include "engine/ui/geometry.hpp"
#include "engine/ui/text.hpp"

#include <algorithm>
#include <array>

namespace boxwood::ui {

namespace {

constexpr float kGap = 10.0f;                            // between a label and its anchor, pixels at scale 1
constexpr float kLeaderFrom = 2.5f;                      // gaps of distance from which a leader is drawn
constexpr std::array<float, 3> kReach{1.0f, 3.0f, 6.0f}; // how many gaps away a label may move

bool overlap(const Rect& one, const Rect& other) {
    return one.min.x < other.max.x && other.min.x < one.max.x && one.min.y < other.max.y &&
           other.min.y < one.max.y;
}

bool holds(const Rect& view, const Rect& rect) {
    return rect.min.x >= view.min.x && rect.min.y >= view.min.y && rect.max.x <= view.max.x &&
           rect.max.y <= view.max.y;
}

Rect place_one(const LabelBox& box, const Rect& view, float gap, std::span<const Rect> taken) {
    if (!view.contains(box.anchor)) return {};
    constexpr std::array<glm::vec2, 8> kDirections{
        {{0, -1}, {1, 0}, {-1, 0}, {0, 1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}}};
    for (const float reach : kReach) {
        for (const glm::vec2 direction : kDirections) {
            const glm::vec2 center = box.anchor + direction * (0.5f * box.size + reach * gap);
            const Rect rect{glm::floor(center - 0.5f * box.size),
                            glm::floor(center - 0.5f * box.size) + box.size};
            const bool is_free =
                std::none_of(taken.begin(), taken.end(), [&](const Rect& t) { return overlap(rect, t); });
            if (is_free && holds(view, rect)) return rect;
        }
    }
    return {};
}

void draw_leader(ImDrawList& list, glm::vec2 anchor, const Rect& rect, draw::Color color) {
    const glm::vec2 nearest = glm::clamp(anchor, rect.min, rect.max);
    const glm::vec2 apart = glm::abs(nearest - anchor);
    if (std::max(apart.x, apart.y) < kLeaderFrom * px(kGap)) return;
    list.AddLine(im(anchor), im(nearest), packed(color, 0.6f), px(1.0f));
}

} // namespace

std::vector<Rect> place_labels(std::span<const LabelBox> boxes, const Rect& view, float gap) {
    std::vector<Rect> placed;
    placed.reserve(boxes.size());
    for (const LabelBox& box : boxes) placed.push_back(place_one(box, view, gap, placed));
    return placed;
}

void draw_labels(std::span<const ScreenLabel> labels, const Rect& view) {
    std::vector<LabelBox> boxes;
    for (const ScreenLabel& label : labels) {
        boxes.push_back({label.anchor, glm::ceil(text_size(Font::small, label.text)) + px(8.0f, 4.0f)});
    }
    const std::vector<Rect> placed = place_labels(boxes, view.inset(px(4.0f)), px(kGap));
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (!placed[i].is_empty()) draw_leader(list, labels[i].anchor, placed[i], labels[i].color);
    }
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const Rect& rect = placed[i];
        if (rect.is_empty()) continue;
        list.AddRectFilled(im(rect.min), im(rect.max), packed(palette().view, 0.85f), px(3.0f));
        draw_text(list, Font::small, rect.min + px(4.0f, 2.0f), labels[i].color, labels[i].text);
    }
}

} // namespace boxwood::ui
