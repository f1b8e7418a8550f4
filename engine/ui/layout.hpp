// What: the fixed layout of the window: top bar, left and right panels, bottom panel, status line, viewport.
// Frame: window pixels, y down.
// Units: sizes in the settings are in pixels at UI scale 1, rectangles are in real pixels.
// Invariants: rectangles lie inside the window, never overlap, and together cover it. Edges are at whole pixels. In a
//     small window, panels fold until the view has at least half of the area; panels that the user opened stay open.
// Degenerate input: if there is too little space, panels shrink, then they fold, then the bars disappear. The settings
//     do not change, so enlarging the window restores the layout.
#pragma once

#include <algorithm>

#include <glm/vec2.hpp>

namespace boxwood::ui {

struct Rect {
    glm::vec2 min{0.0f};
    glm::vec2 max{0.0f};

    float width() const { return max.x - min.x; }
    float height() const { return max.y - min.y; }
    glm::vec2 size() const { return max - min; }
    glm::vec2 center() const { return 0.5f * (min + max); }
    bool is_empty() const { return !(min.x < max.x && min.y < max.y); }
    bool contains(glm::vec2 point) const {
        return point.x >= min.x && point.x < max.x && point.y >= min.y && point.y < max.y;
    }
    Rect inset(float by) const {
        return {min + by, glm::vec2(std::max(max.x - by, min.x + by), std::max(max.y - by, min.y + by))};
    }
};

namespace layout_size {
inline constexpr float kTopBar = 44.0f;
inline constexpr float kStatus = 24.0f;
inline constexpr float kLeft = 272.0f, kLeftMin = 200.0f, kLeftMax = 480.0f;
inline constexpr float kRight = 344.0f, kRightMin = 240.0f, kRightMax = 720.0f;
inline constexpr float kBottom = 240.0f, kBottomMin = 120.0f, kBottomMax = 900.0f;
inline constexpr float kViewportMinWidth = 240.0f, kViewportMinHeight = 160.0f;
inline constexpr float kGrip = 6.0f; // width of the strip along an edge in which the splitter reacts
// A window is small if its width is below kSmallWidth or its height is below kSmallHeight. If the height is too small,
// the bottom panel folds first; otherwise, the right panel folds first.
inline constexpr float kSmallWidth = 1200.0f, kSmallHeight = 680.0f;
inline constexpr float kViewShare = 0.5f; // of the area of a small window
} // namespace layout_size

// The settings that a user can change, stored per lab.
struct LayoutSettings {
    float left_width = layout_size::kLeft;
    float right_width = layout_size::kRight;
    float bottom_height = layout_size::kBottom;
    bool left_folded = false;
    bool right_folded = false;
    bool bottom_folded = false;
    bool viewport_only = false;
    // Panels that the user has opened are also shown in small windows.
    bool left_opened = false;
    bool right_opened = false;
    bool bottom_opened = false;
    friend bool operator==(const LayoutSettings&, const LayoutSettings&) = default;
};

// Folds both side panels, or unfolds both if both are folded; the action of the Tab key.
void toggle_sides(LayoutSettings& io_settings);

struct Layout {
    Rect top_bar, left, viewport, right, bottom, status; // an empty rectangle is not shown
    float scale = 1.0f;
};
Layout make_layout(const LayoutSettings& settings, glm::vec2 window_size, float scale);

enum class Splitter { left, right, bottom }; // also stands for its panel
const Rect& panel_rect(const Layout& layout, Splitter panel);
// Folds the panel if it is shown. Else opens it, and folds the opposite side panel if there is no room for both.
void toggle_panel(Splitter panel, const Layout& layout, LayoutSettings& io_settings);
// Returns the rectangle in which the splitter reacts to the mouse; empty if its panel is not shown.
Rect splitter_grip(const Layout& layout, Splitter splitter);
// Moves the splitter to the mouse, and clamps the panel's size to the range that this window allows. The bottom
// splitter follows y, the others follow x.
void drag_splitter(Splitter splitter, glm::vec2 mouse, const Layout& layout, LayoutSettings& io_settings);
// Restores the panel's initial size.
void reset_splitter(Splitter splitter, LayoutSettings& io_settings);

} // namespace boxwood::ui
