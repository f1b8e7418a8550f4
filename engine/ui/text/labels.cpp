#include "engine/ui/text/labels.hpp"

#include "engine/ui/geometry.hpp"
#include "engine/ui/text/text.hpp"

#include <algorithm>
#include <array>

namespace boxwood::ui {

namespace {

constexpr float kGap = 10.0f; // between a label and its anchor, pixels at scale 1
// In multiples of the gap:
constexpr float kMinLeader = 1.5f; // shorter leaders are not drawn
constexpr float kClearance = 0.4f; // between two labels, or a label and another label's anchor
constexpr std::array<float, 3> kReach{1.0f, 3.0f, 6.0f}; // distances from the anchor that are tried
constexpr float kAside = 9.0f;                           // between the anchors and a column of labels
constexpr float kElbow = 1.6f;                           // length of a leader's horizontal end
constexpr float kBetweenAside = 0.8f;                    // between the labels of a column

bool overlap(const Rect& one, const Rect& other) {
    return one.min.x < other.max.x && other.min.x < one.max.x && one.min.y < other.max.y &&
           other.min.y < one.max.y;
}

bool contains(const Rect& view, const Rect& rect) {
    return rect.min.x >= view.min.x && rect.min.y >= view.min.y && rect.max.x <= view.max.x &&
           rect.max.y <= view.max.y;
}

// Areas that a label must not overlap: earlier labels, and the anchors of other labels.
struct Taken {
    std::span<const Rect> labels;
    std::span<const LabelBox> boxes;
    std::size_t own_index = 0; // index in `boxes`
    float gap = 0.0f;

    bool has_label_near(const Rect& rect) const {
        const Rect wide = rect.inset(-kClearance * gap);
        return std::any_of(labels.begin(), labels.end(), [&](const Rect& t) { return overlap(wide, t); });
    }
    bool hides_an_anchor(const Rect& rect) const {
        const Rect wide = rect.inset(-kClearance * gap);
        for (std::size_t i = 0; i < boxes.size(); ++i)
            if (i != own_index && wide.contains(boxes[i].anchor)) return true;
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
            if (!contains(view, rect) || taken.has_label_near(rect)) continue;
            if (may_hide_anchors || !taken.hides_an_anchor(rect)) return rect;
        }
    }
    return {};
}

bool is_free(const Rect& rect, std::span<const Rect> taken) {
    return std::none_of(taken.begin(), taken.end(), [&](const Rect& t) { return overlap(rect, t); });
}

// Places the column with its left edge at x, at the free vertical position closest to the mean y of the anchors.
bool place_column(std::span<const LabelBox> boxes, std::span<const std::size_t> order, float x, float gap,
                  const Rect& view, std::span<const Rect> taken, std::vector<Rect>& out_placed) {
    float height = -kBetweenAside * gap, middle = 0.0f, width = 0.0f;
    for (const std::size_t i : order) {
        height += boxes[i].size.y + kBetweenAside * gap;
        width = std::max(width, boxes[i].size.x);
        middle += boxes[i].anchor.y / static_cast<float>(order.size());
    }
    const float first =
        std::clamp(middle - 0.5f * height, view.min.y, std::max(view.min.y, view.max.y - height));
    for (float away = 0.0f; away < view.height(); away += gap) {
        for (const float top : {first - away, first + away}) {
            const Rect column{glm::floor(glm::vec2(x, top)), glm::ceil(glm::vec2(x + width, top + height))};
            if (!contains(view, column) || !is_free(column, taken)) continue;
            float y = column.min.y;
            for (const std::size_t i : order) {
                out_placed[i] = {{column.min.x, std::floor(y)},
                                 glm::vec2(column.min.x, std::floor(y)) + boxes[i].size};
                y += boxes[i].size.y + kBetweenAside * gap;
            }
            return true;
        }
    }
    return false;
}

// Draws a leader line that is horizontal at the label and then goes straight to the anchor.
void draw_elbow(ImDrawList& list, glm::vec2 anchor, const Rect& rect, draw::Color color) {
    const bool is_right = rect.min.x > anchor.x;
    const glm::vec2 end{is_right ? rect.min.x : rect.max.x, rect.center().y};
    const glm::vec2 bend{end.x + (is_right ? -1.0f : 1.0f) * kElbow * px(kGap), end.y};
    list.AddLine(im(anchor), im(bend), packed(color, 0.7f), px(1.0f));
    list.AddLine(im(bend), im(end), packed(color, 0.7f), px(1.0f));
}

void draw_leader(ImDrawList& list, glm::vec2 anchor, const Rect& rect, draw::Color color) {
    const glm::vec2 nearest = glm::clamp(anchor, rect.min, rect.max);
    const glm::vec2 offset = glm::abs(nearest - anchor);
    if (std::max(offset.x, offset.y) < kMinLeader * px(kGap)) return;
    list.AddLine(im(anchor), im(nearest), packed(color, 0.6f), px(1.0f));
}

} // namespace

std::vector<Rect> place_labels(std::span<const LabelBox> boxes, const Rect& view, float gap,
                               std::span<const Rect> taken) {
    std::vector<Rect> all(taken.begin(), taken.end());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Taken near{all, boxes, i, gap};
        Rect rect = place_one(boxes[i], view, near, false);
        if (rect.is_empty()) rect = place_one(boxes[i], view, near, true);
        all.push_back(rect);
    }
    return {all.begin() + static_cast<std::ptrdiff_t>(taken.size()), all.end()};
}

std::vector<Rect> place_labels_aside(std::span<const LabelBox> boxes, const Rect& view, float gap,
                                     std::span<const Rect> taken) {
    std::vector<Rect> placed(boxes.size());
    std::vector<std::size_t> order;
    float left = view.max.x, right = view.min.x, width = 0.0f;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        if (!view.contains(boxes[i].anchor)) continue;
        order.push_back(i);
        left = std::min(left, boxes[i].anchor.x);
        right = std::max(right, boxes[i].anchor.x);
        width = std::max(width, boxes[i].size.x);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return boxes[a].anchor.y < boxes[b].anchor.y; });
    if (order.empty()) return placed;
    for (const float x : {right + kAside * gap, left - kAside * gap - width})
        if (place_column(boxes, order, x, gap, view, taken, placed)) break;
    return placed;
}

void draw_labels(std::span<const ScreenLabel> labels, const Rect& view, std::span<const Rect> taken) {
    const Rect free = view.inset(px(4.0f));
    std::array<std::vector<LabelBox>, 2> boxes; // the labels next to their points, and the labels in a column
    for (const ScreenLabel& label : labels) {
        const glm::vec2 strong =
            label.strong.empty() ? glm::vec2(0.0f) : text_size(Font::small_bold, label.strong);
        glm::vec2 size = text_size(Font::small, label.text);
        size = {size.x + strong.x, std::max(size.y, strong.y)};
        boxes[label.is_aside ? 1 : 0].push_back({label.anchor, glm::ceil(size) + px(8.0f, 4.0f)});
    }
    std::array<std::vector<Rect>, 2> placed;
    placed[1] = place_labels_aside(boxes[1], free, px(kGap), taken);
    std::vector<Rect> all(taken.begin(), taken.end());
    all.insert(all.end(), placed[1].begin(), placed[1].end());
    placed[0] = place_labels(boxes[0], free, px(kGap), all);
    std::vector<Rect> rects;
    std::array<std::size_t, 2> next{};
    for (const ScreenLabel& label : labels) {
        const std::size_t kind = label.is_aside ? 1 : 0;
        rects.push_back(placed[kind][next[kind]++]);
    }
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (std::size_t i = 0; i < labels.size(); ++i)
        if (!rects[i].is_empty())
            (labels[i].is_aside ? draw_elbow : draw_leader)(list, labels[i].anchor, rects[i],
                                                            labels[i].color);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const Rect& rect = rects[i];
        if (rect.is_empty()) continue;
        list.AddRectFilled(im(rect.min), im(rect.max), packed(palette().view, 0.85f), px(3.0f));
        const glm::vec2 at = rect.min + px(4.0f, 2.0f);
        draw_text(list, Font::small, at, labels[i].color, labels[i].text);
        if (!labels[i].strong.empty())
            draw_text(list, Font::small_bold, at + glm::vec2(text_size(Font::small, labels[i].text).x, 0.0f),
                      labels[i].color, labels[i].strong);
    }
}

} // namespace boxwood::ui
