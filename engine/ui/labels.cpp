#include "engine/ui/labels.hpp"

#include "engine/ui/geometry.hpp"
#include "engine/ui/text.hpp"

#include <algorithm>
#include <array>

namespace boxwood::ui {

namespace {

constexpr float kGap = 10.0f;       // between a label and its anchor, pixels at scale 1
constexpr float kLeaderFrom = 1.5f; // gaps of distance from which a leader is drawn
constexpr float kClearance = 0.4f;  // gaps between two labels, or a label and another's anchor
constexpr std::array<float, 3> kReach{1.0f, 3.0f, 6.0f}; // how many gaps away a label may move

bool overlap(const Rect& one, const Rect& other) {
    return one.min.x < other.max.x && other.min.x < one.max.x && one.min.y < other.max.y &&
           other.min.y < one.max.y;
}

bool holds(const Rect& view, const Rect& rect) {
    return rect.min.x >= view.min.x && rect.min.y >= view.min.y && rect.max.x <= view.max.x &&
           rect.max.y <= view.max.y;
}

// What a label must stay clear of: the labels before it, and the spots that others point at.
struct Taken {
    std::span<const Rect> labels;
    std::span<const LabelBox> boxes;
    std::size_t own = 0; // place in `boxes`
    float gap = 0.0f;

    bool has_label_near(const Rect& rect) const {
        const Rect wide = rect.inset(-kClearance * gap);
        return std::any_of(labels.begin(), labels.end(), [&](const Rect& t) { return overlap(wide, t); });
    }
    bool hides_an_anchor(const Rect& rect) const {
        const Rect wide = rect.inset(-kClearance * gap);
        for (std::size_t i = 0; i < boxes.size(); ++i)
            if (i != own && wide.contains(boxes[i].anchor)) return true;
        return false;
    }
};

Rect place_one(const LabelBox& box, const Rect& view, const Taken& taken, bool may_hide_anchors) {
    if (!view.contains(box.anchor)) return {};
    constexpr std::array<glm::vec2, 8> kDirections{
        {{0, -1}, {1, 0}, {-1, 0}, {0, 1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}}};
    for (const float reach : kReach) {
        for (const glm::vec2 direction : kDirections) {
            const glm::vec2 center = box.anchor + direction * (0.5f * box.size + reach * taken.gap);
            const Rect rect{glm::floor(center - 0.5f * box.size),
                            glm::floor(center - 0.5f * box.size) + box.size};
            if (!holds(view, rect) || taken.has_label_near(rect)) continue;
            if (may_hide_anchors || !taken.hides_an_anchor(rect)) return rect;
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
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Taken taken{placed, boxes, i, gap};
        Rect rect = place_one(boxes[i], view, taken, false);
        if (rect.is_empty()) rect = place_one(boxes[i], view, taken, true);
        placed.push_back(rect);
    }
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
