// What: places name labels next to objects in the view, without overlaps and inside the view, with a leader if a label
//     had to move away.
// Frame: window pixels.
// Invariants: placed labels overlap neither each other, the view's edge, taken rectangles nor, if there is room, the
//     anchors of other labels. Earlier labels take precedence; labels with `is_aside` precede all others.
// Degenerate input: a label without a free place, or with an anchor outside the view, gets an empty rectangle.
// Cost: quadratic in the labels; meant for tens.
#pragma once

#include "engine/ui/layout.hpp"
#include "engine/ui/theme.hpp"

#include <span>
#include <string_view>
#include <vector>

struct ImDrawList;

namespace boxwood::ui {

struct LabelBox {
    glm::vec2 anchor{0.0f};
    glm::vec2 size{0.0f};
};
// One rectangle per box: above the anchor, then left, right and below, then further away.
std::vector<Rect> place_labels(std::span<const LabelBox> boxes, const Rect& view, float gap,
                               std::span<const Rect> taken = {});
// In one column to the right of all anchors, or to their left, in the order of the anchors from the top so that leaders
// do not cross; if neither side has room for the column, all are empty.
std::vector<Rect> place_labels_aside(std::span<const LabelBox> boxes, const Rect& view, float gap,
                                     std::span<const Rect> taken = {});

struct ScreenLabel {
    glm::vec2 anchor{0.0f};
    std::string_view text;
    draw::Color color{};
    std::string_view strong{}; // after it, in bold
    bool is_aside = false;
};
// Drawn behind all panels and over the 3D view, avoiding the rectangles taken there.
void draw_labels(std::span<const ScreenLabel> labels, const Rect& view, std::span<const Rect> taken = {});

} // namespace boxwood::ui
