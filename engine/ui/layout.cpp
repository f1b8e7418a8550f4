#include "engine/ui/layout.hpp"

#include <array>
#include <cmath>

#include <glm/common.hpp>

namespace boxwood::ui {

namespace size = layout_size;

namespace {

constexpr float kBottomShare = 0.45f; // maximum share of the window's height without the bars

// A panel gets its wanted size, but at least its minimum and at most the available space. It gets 0 if it is folded, or
// if the available space is below its minimum.
float fit_panel(bool is_folded, float wanted, float min_size, float available) {
    if (is_folded || available < min_size) return 0.0f;
    return std::floor(std::clamp(wanted, min_size, available));
}

struct Sizes {
    float top, status, left, right, bottom;
    float view_area(glm::vec2 window) const {
        return (window.x - left - right) * (window.y - top - status - bottom);
    }
};

Sizes fit_sizes(const LayoutSettings& settings, glm::vec2 window, float scale) {
    const float needed = (size::kViewportMinHeight)*scale;
    Sizes sizes{};
    sizes.top = std::floor(size::kTopBar * scale);
    sizes.status = std::floor(size::kStatus * scale);
    if (window.y < needed + sizes.top + sizes.status) sizes.status = 0.0f;
    if (window.y < 0.5f * needed + sizes.top) sizes.top = 0.0f;

    const float below_top = window.y - sizes.top - sizes.status;
    // Until the user resizes the bottom panel, its wanted height is at most kBottomShare of the height without
    // the bars.
    const float bottom = settings.bottom_height == size::kBottom
                             ? std::min(size::kBottom * scale, kBottomShare * below_top)
                             : settings.bottom_height * scale;
    sizes.bottom = fit_panel(settings.bottom_folded, bottom, size::kBottomMin * scale, below_top - needed);
    const float side_space = window.x - size::kViewportMinWidth * scale;
    const float right_min = settings.right_folded ? 0.0f : size::kRightMin * scale;
    const bool do_both_fit = side_space >= size::kLeftMin * scale + right_min;
    sizes.left = fit_panel(settings.left_folded, settings.left_width * scale, size::kLeftMin * scale,
                           do_both_fit ? side_space - right_min : side_space);
    sizes.right = fit_panel(settings.right_folded, settings.right_width * scale, size::kRightMin * scale,
                            side_space - sizes.left);
    return sizes;
}

// In a small window, folds panels until the view has half of the area. Panels that the user opened stay open.
LayoutSettings fold_for_small_window(LayoutSettings settings, glm::vec2 window, float scale) {
    const bool is_low = window.y < size::kSmallHeight * scale;
    if (!is_low && window.x >= size::kSmallWidth * scale) return settings;
    struct Panel {
        bool is_opened;
        bool* io_is_folded;
    };
    const Panel left{settings.left_opened, &settings.left_folded},
        right{settings.right_opened, &settings.right_folded},
        bottom{settings.bottom_opened, &settings.bottom_folded};
    for (const Panel& panel : is_low ? std::array{bottom, right, left} : std::array{right, left, bottom}) {
        if (fit_sizes(settings, window, scale).view_area(window) >= size::kViewShare * window.x * window.y)
            break;
        if (!panel.is_opened) *panel.io_is_folded = true;
    }
    return settings;
}

glm::vec2 window_of(const Layout& layout) {
    return glm::max(glm::max(layout.viewport.max, layout.right.max),
                    glm::max(layout.bottom.max, layout.status.max));
}

float max_left_width(const Layout& layout) {
    return layout.viewport.max.x - size::kViewportMinWidth * layout.scale;
}

} // namespace

void toggle_sides(LayoutSettings& io_settings) {
    const bool fold = !(io_settings.left_folded && io_settings.right_folded);
    io_settings.left_folded = fold;
    io_settings.right_folded = fold;
    io_settings.left_opened = io_settings.right_opened = !fold;
}

const Rect& panel_rect(const Layout& layout, Splitter panel) {
    return panel == Splitter::left ? layout.left : panel == Splitter::right ? layout.right : layout.bottom;
}

void toggle_panel(Splitter panel, const Layout& layout, LayoutSettings& io_settings) {
    const bool opens = panel_rect(layout, panel).is_empty();
    const auto set = [&](Splitter which, bool is_open) {
        LayoutSettings& s = io_settings;
        (which == Splitter::left    ? s.left_folded
         : which == Splitter::right ? s.right_folded
                                    : s.bottom_folded) = !is_open;
        (which == Splitter::left    ? s.left_opened
         : which == Splitter::right ? s.right_opened
                                    : s.bottom_opened) = is_open;
    };
    set(panel, opens);
    if (!opens || panel == Splitter::bottom) return;
    if (panel_rect(make_layout(io_settings, window_of(layout), layout.scale), panel).is_empty())
        set(panel == Splitter::left ? Splitter::right : Splitter::left, false);
}

Layout make_layout(const LayoutSettings& settings, glm::vec2 window_size, float scale) {
    const glm::vec2 window(std::floor(std::max(window_size.x, 0.0f)),
                           std::floor(std::max(window_size.y, 0.0f)));
    Layout layout;
    layout.scale = scale;
    layout.viewport = {glm::vec2(0.0f), window};
    if (settings.viewport_only) return layout;

    const Sizes sizes = fit_sizes(fold_for_small_window(settings, window, scale), window, scale);
    const float top = sizes.top;
    const float status_top = window.y - sizes.status;
    const float bottom_top = status_top - sizes.bottom;
    layout.top_bar = {{0.0f, 0.0f}, {window.x, top}};
    layout.status = {{0.0f, status_top}, window};
    layout.bottom = {{0.0f, bottom_top}, {window.x, status_top}};
    layout.left = {{0.0f, top}, {sizes.left, bottom_top}};
    layout.right = {{window.x - sizes.right, top}, {window.x, bottom_top}};
    layout.viewport = {{sizes.left, top}, {window.x - sizes.right, bottom_top}};
    return layout;
}

Rect splitter_grip(const Layout& layout, Splitter splitter) {
    const Rect& panel = panel_rect(layout, splitter);
    if (panel.is_empty()) return {};
    const float reach = 0.5f * size::kGrip * layout.scale;
    switch (splitter) {
    case Splitter::left:
        return {{panel.max.x - reach, panel.min.y}, {panel.max.x + reach, panel.max.y - reach}};
    case Splitter::right:
        return {{panel.min.x - reach, panel.min.y}, {panel.min.x + reach, panel.max.y - reach}};
    case Splitter::bottom:
        break;
    }
    return {{panel.min.x, panel.min.y - reach}, {panel.max.x, panel.min.y + reach}};
}

void drag_splitter(Splitter splitter, glm::vec2 mouse, const Layout& layout, LayoutSettings& io_settings) {
    const float scale = layout.scale;
    switch (splitter) {
    case Splitter::left:
        io_settings.left_width =
            std::clamp(std::min(mouse.x, max_left_width(layout)) / scale, size::kLeftMin, size::kLeftMax);
        break;
    case Splitter::right: {
        const float min_x = layout.viewport.min.x + size::kViewportMinWidth * scale;
        const float width = (layout.right.max.x - std::max(mouse.x, min_x)) / scale;
        io_settings.right_width = std::clamp(width, size::kRightMin, size::kRightMax);
        break;
    }
    case Splitter::bottom: {
        const float min_y = layout.viewport.min.y + size::kViewportMinHeight * scale;
        const float height = (layout.bottom.max.y - std::max(mouse.y, min_y)) / scale;
        io_settings.bottom_height = std::clamp(height, size::kBottomMin, size::kBottomMax);
        break;
    }
    }
}

void reset_splitter(Splitter splitter, LayoutSettings& io_settings) {
    switch (splitter) {
    case Splitter::left:
        io_settings.left_width = size::kLeft;
        break;
    case Splitter::right:
        io_settings.right_width = size::kRight;
        break;
    case Splitter::bottom:
        io_settings.bottom_height = size::kBottom;
        break;
    }
}

} // namespace boxwood::ui
