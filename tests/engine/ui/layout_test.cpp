#include "engine/ui/layout.hpp"

#include <array>
#include <glm/common.hpp>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace boxwood::ui {
namespace {

std::array<Rect, 6> rects_of(const Layout& layout) {
    return {layout.top_bar, layout.left, layout.viewport, layout.right, layout.bottom, layout.status};
}

bool overlap(const Rect& a, const Rect& b) {
    if (a.is_empty() || b.is_empty()) return false;
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

float area_of(const Rect& rect) {
    return rect.is_empty() ? 0.0f : rect.width() * rect.height();
}

void expect_sound(const Layout& layout, glm::vec2 window) {
    const auto rects = rects_of(layout);
    float covered = 0.0f;
    for (std::size_t i = 0; i < rects.size(); ++i) {
        const Rect& r = rects[i];
        ASSERT_GE(r.min.x, 0.0f);
        ASSERT_GE(r.min.y, 0.0f);
        ASSERT_LE(r.max.x, window.x);
        ASSERT_LE(r.max.y, window.y);
        ASSERT_EQ(r.min, glm::floor(r.min));
        ASSERT_EQ(r.max, glm::floor(r.max));
        covered += area_of(r);
        for (std::size_t j = i + 1; j < rects.size(); ++j)
            ASSERT_FALSE(overlap(r, rects[j])) << i << ' ' << j;
    }
    ASSERT_FLOAT_EQ(covered, window.x * window.y);
    ASSERT_EQ(layout.viewport.is_empty(), !(window.x > 0.0f && window.y > 0.0f));
}

TEST(LayoutTest, parts_never_overlap_and_cover_the_window_at_every_size) {
    std::mt19937 random(1);
    std::uniform_int_distribution<int> side(0, 2600), coin(0, 5);
    std::uniform_real_distribution<float> size(0.0f, 1200.0f), scale(0.75f, 3.0f);
    for (int round = 0; round < 20000; ++round) {
        const LayoutSettings settings{size(random),      size(random),      size(random),
                                      coin(random) == 0, coin(random) == 0, coin(random) == 0,
                                      coin(random) == 0};
        const glm::vec2 window(side(random), side(random));
        const Layout layout = make_layout(settings, window, scale(random));
        ASSERT_NO_FATAL_FAILURE(expect_sound(layout, window)) << window.x << 'x' << window.y;
    }
}

TEST(LayoutTest, panels_have_their_default_sizes_at_1600_by_1000_and_scale_with_the_interface) {
    const Layout layout = make_layout({}, {1600.0f, 1000.0f}, 1.0f);
    EXPECT_EQ(layout.top_bar.height(), 44.0f);
    EXPECT_EQ(layout.status.height(), 24.0f);
    EXPECT_EQ(layout.left.width(), 272.0f);
    EXPECT_EQ(layout.right.width(), 344.0f);
    EXPECT_EQ(layout.bottom.height(), 240.0f);
    EXPECT_EQ(layout.viewport.width(), 984.0f);
    const Layout twice = make_layout({}, {3200.0f, 2000.0f}, 2.0f);
    EXPECT_EQ(twice.viewport.size(), 2.0f * layout.viewport.size());
}

TEST(LayoutTest, small_windows_shrink_and_fold_panels_but_keep_a_viewport) {
    const Layout vga = make_layout({}, {640.0f, 480.0f}, 1.0f);
    EXPECT_GE(vga.viewport.width(), layout_size::kViewportMinWidth);
    EXPECT_GE(vga.viewport.height(), layout_size::kViewportMinHeight);
    EXPECT_FALSE(vga.top_bar.is_empty());
    EXPECT_TRUE(vga.right.is_empty());
    EXPECT_TRUE(vga.bottom.is_empty());
    const Layout narrow = make_layout({}, {300.0f, 1000.0f}, 1.0f);
    EXPECT_TRUE(narrow.left.is_empty());
    EXPECT_TRUE(narrow.right.is_empty());
    const Layout low = make_layout({}, {1600.0f, 240.0f}, 1.0f);
    EXPECT_TRUE(low.bottom.is_empty());
    EXPECT_FALSE(low.top_bar.is_empty());
    const Layout large = make_layout({}, {1100.0f, 700.0f}, 1.5f);
    EXPECT_GT(large.viewport.height(), large.bottom.height())
        << "the viewport must be higher than the bottom panel";
    LayoutSettings sized;
    sized.bottom_height = 220.0f;
    sized.bottom_opened = true;
    EXPECT_EQ(make_layout(sized, {1100.0f, 700.0f}, 1.5f).bottom.height(), 330.0f)
        << "the height that was set, scaled";
}

TEST(LayoutTest, both_side_panels_shrink_to_their_minimum_before_one_folds) {
    const float width = layout_size::kLeftMin + layout_size::kRightMin + layout_size::kViewportMinWidth;
    LayoutSettings opened;
    opened.left_opened = opened.right_opened = true;
    const Layout layout = make_layout(opened, {width, 1000.0f}, 1.0f);
    EXPECT_EQ(layout.left.width(), layout_size::kLeftMin);
    EXPECT_EQ(layout.right.width(), layout_size::kRightMin);
    EXPECT_TRUE(make_layout(opened, {width - 1.0f, 1000.0f}, 1.0f).right.is_empty());
}

TEST(LayoutTest, the_viewport_has_at_least_half_of_a_small_window) {
    for (const float scale : {0.75f, 1.0f, 2.0f})
        for (const glm::vec2 window : {glm::vec2(1024.0f, 640.0f), glm::vec2(800.0f, 500.0f),
                                       glm::vec2(1280.0f, 600.0f), glm::vec2(900.0f, 1400.0f)}) {
            const Layout layout = make_layout({}, scale * window, scale);
            EXPECT_GE(2.0f * area_of(layout.viewport), scale * scale * window.x * window.y)
                << window.x << 'x' << window.y << " at " << scale;
        }
    EXPECT_FALSE(make_layout({}, {1024.0f, 640.0f}, 1.0f).left.is_empty())
        << "no more panels may fold than needed";
    EXPECT_FALSE(make_layout({}, {1280.0f, 720.0f}, 1.0f).right.is_empty()) << "this window is not small";
}

TEST(LayoutTest, a_panel_opened_in_a_small_window_is_shown) {
    for (const glm::vec2 window : {glm::vec2(1024.0f, 640.0f), glm::vec2(640.0f, 480.0f)})
        for (const Splitter panel : {Splitter::left, Splitter::right, Splitter::bottom}) {
            LayoutSettings settings;
            settings.left_folded = panel == Splitter::left;
            toggle_panel(panel, make_layout(settings, window, 1.0f), settings);
            const Layout opened = make_layout(settings, window, 1.0f);
            EXPECT_FALSE(panel_rect(opened, panel).is_empty()) << window.x << ' ' << static_cast<int>(panel);
            toggle_panel(panel, opened, settings);
            EXPECT_TRUE(panel_rect(make_layout(settings, window, 1.0f), panel).is_empty());
        }
}

TEST(LayoutTest, toggle_sides_folds_both_side_panels_and_viewport_only_hides_all_panels) {
    LayoutSettings settings;
    toggle_sides(settings);
    EXPECT_TRUE(make_layout(settings, {1600.0f, 1000.0f}, 1.0f).left.is_empty());
    EXPECT_TRUE(make_layout(settings, {1600.0f, 1000.0f}, 1.0f).right.is_empty());
    toggle_sides(settings);
    EXPECT_EQ(make_layout(settings, {1600.0f, 1000.0f}, 1.0f).viewport.size(),
              make_layout({}, {1600.0f, 1000.0f}, 1.0f).viewport.size());
    settings.right_folded = true;
    toggle_sides(settings);
    EXPECT_TRUE(settings.left_folded && settings.right_folded) << "one folded panel: Tab folds the other too";
    settings.viewport_only = true;
    const Layout layout = make_layout(settings, {1600.0f, 1000.0f}, 1.0f);
    EXPECT_EQ(layout.viewport.size(), glm::vec2(1600.0f, 1000.0f));
    EXPECT_TRUE(layout.top_bar.is_empty() && layout.status.is_empty() && layout.bottom.is_empty());
}

TEST(LayoutTest, a_dragged_splitter_follows_the_mouse) {
    const glm::vec2 window(1800.0f, 1100.0f);
    for (const float scale : {1.0f, 1.5f}) {
        LayoutSettings settings;
        Layout layout = make_layout(settings, window, scale);
        drag_splitter(Splitter::left, {330.0f * scale, 500.0f}, layout, settings);
        EXPECT_EQ(make_layout(settings, window, scale).left.max.x, 330.0f * scale);
        drag_splitter(Splitter::right, {window.x - 300.0f * scale, 500.0f}, layout, settings);
        EXPECT_EQ(make_layout(settings, window, scale).right.min.x, window.x - 300.0f * scale);
        drag_splitter(Splitter::bottom, {500.0f, layout.bottom.max.y - 200.0f * scale}, layout, settings);
        EXPECT_EQ(make_layout(settings, window, scale).bottom.height(), 200.0f * scale);
    }
}

TEST(LayoutTest, no_drag_makes_parts_overlap_or_disappear) {
    std::mt19937 random(2);
    std::uniform_real_distribution<float> x(-300.0f, 2000.0f), y(-300.0f, 1300.0f);
    LayoutSettings settings;
    const glm::vec2 window(1280.0f, 720.0f);
    for (int round = 0; round < 3000; ++round) {
        const Layout layout = make_layout(settings, window, 1.0f);
        ASSERT_NO_FATAL_FAILURE(expect_sound(layout, window));
        ASSERT_FALSE(layout.left.is_empty() || layout.right.is_empty() || layout.bottom.is_empty());
        ASSERT_GE(layout.viewport.width(), layout_size::kViewportMinWidth);
        ASSERT_GE(layout.viewport.height(), layout_size::kViewportMinHeight);
        drag_splitter(static_cast<Splitter>(round % 3), {x(random), y(random)}, layout, settings);
    }
}

TEST(LayoutTest, a_reset_splitter_has_its_default_size) {
    LayoutSettings settings{300.0f, 300.0f, 300.0f};
    for (const Splitter splitter : {Splitter::left, Splitter::right, Splitter::bottom})
        reset_splitter(splitter, settings);
    EXPECT_EQ(settings, LayoutSettings{});
}

TEST(LayoutTest, grips_lie_on_the_edges_and_hidden_panels_have_none) {
    LayoutSettings settings;
    const Layout layout = make_layout(settings, {1600.0f, 1000.0f}, 1.0f);
    EXPECT_TRUE(splitter_grip(layout, Splitter::left).contains({272.0f, 500.0f}));
    EXPECT_TRUE(splitter_grip(layout, Splitter::right).contains({1256.0f, 500.0f}));
    EXPECT_TRUE(splitter_grip(layout, Splitter::bottom).contains({800.0f, 736.0f}));
    settings.left_folded = true;
    EXPECT_TRUE(splitter_grip(make_layout(settings, {1600.0f, 1000.0f}, 1.0f), Splitter::left).is_empty());
}

} // namespace
} // namespace boxwood::ui
