// What: places name labels near objects in the view, with a leader line if a label is not directly at its object.
// Frame: window pixels.
// Invariants: placed labels are inside the view and do not overlap each other or the taken rectangles. If there is
//     room, they also do not cover the anchors of other labels. Earlier labels take precedence; labels with `is_aside`
//     precede all others.
// Degenerate input: a label without a free position, or with an anchor outside the view, gets an empty rectangle.
// Cost: quadratic in the number of labels; intended for tens of labels.
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
// Returns one rectangle per box. The positions are tried in this order: above, right, left and below the anchor, the
// four diagonals, then farther away.
std::vector<Rect> place_labels(std::span<const LabelBox> boxes, const Rect& view, float gap,
                               std::span<const Rect> taken = {});
// Places all labels in one column to the right of all anchors, or to their left. The labels have the order of the
// anchors from top to bottom, so that leaders do not cross. If neither side has room for the column, all rectangles are
// empty.
std::vector<Rect> place_labels_aside(std::span<const LabelBox> boxes, const Rect& view, float gap,
                                     std::span<const Rect> taken = {});

struct ScreenLabel {
    glm::vec2 anchor{0.0f};
    std::string_view text;
    draw::Color color{};
    std::string_view strong{}; // after the text, in bold
    bool is_aside = false;
};
// Draws the labels over the 3D view and behind all panels, outside the taken rectangles.
void draw_labels(std::span<const ScreenLabel> labels, const Rect& view, std::span<const Rect> taken = {});

} // namespace boxwood::ui
