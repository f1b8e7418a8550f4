// What: names beside things in the view: kept apart from each other and inside the view, with a leader
//       where they had to move away.
// Frame: window pixels.
// Invariants: placed labels keep clear of each other, of the view's edge, of what is taken, and, where there is room, of
//             the spots that others point at; earlier labels win, those that stand aside before all others.
// Degenerate input: what finds no place, or whose anchor lies outside the view, gets an empty rectangle.
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
// One rectangle per box: above the anchor, then beside and below it, then further away.
std::vector<Rect> place_labels(std::span<const LabelBox> boxes, const Rect& view, float gap,
                               std::span<const Rect> taken = {});
// In one column to the right of all anchors, or to their left, in the order of the anchors from the top so that leaders
// do not cross; where neither side has room for the column, all are empty.
std::vector<Rect> place_labels_aside(std::span<const LabelBox> boxes, const Rect& view, float gap,
                                     std::span<const Rect> taken = {});

struct ScreenLabel {
    glm::vec2 anchor{0.0f};
    std::string_view text;
    draw::Color color{};
    std::string_view strong{}; // after it, in bold
    bool is_aside = false;
};
// Behind all panels, over the 3D view, and beside what is taken there.
void draw_labels(std::span<const ScreenLabel> labels, const Rect& view, std::span<const Rect> taken = {});

} // namespace boxwood::ui
