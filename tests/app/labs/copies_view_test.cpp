#include "app/labs/deformation/view/copies_view.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TEST(CopiesViewTest, drawing_the_volumes_of_lazy_trees_does_not_change_later_frames) {
    DeformingPairConfig config;
    const Deformer& twist = *find_deformer("twist");
    config.motion = {&twist, twist.default_value, 12, 5};
    config.mesh = make_torus_knot({.n_along = 160, .n_around = 10});
    config.obstacle = make_torus(0.9, 0.2, 20, 10);
    config.hierarchy = {.kind = "bvh2-lazy", .volume = "obb", .builder = "midpoint", .leaf_size = 1};
    config.policies = {default_policy("never")};
    Result<DeformingPair> drawn = DeformingPair::make(config), unseen = DeformingPair::make(config);
    ASSERT_TRUE(drawn && unseen);
    DeformationDisplay display;
    while (display.depth() < 10) ASSERT_TRUE(display.act("deform.more", [] {}));
    CopiesView view;
    view.restart(*drawn);
    std::size_t lines = 0;
    for (int frame = 0; frame < 6; ++frame) {
        ASSERT_TRUE(drawn->run_frame(nullptr));
        ASSERT_TRUE(unseen->run_frame(nullptr));
        draw::DrawList list;
        view.draw_copy(0, *drawn, display, {}, list, draw::dark_palette());
        lines += list.lines.size();
        ASSERT_EQ(drawn->runs()[0].tree().node_count(), unseen->runs()[0].tree().node_count()) << frame;
        ASSERT_EQ(state_hash(*drawn), state_hash(*unseen)) << frame;
    }
    EXPECT_GT(lines, 0u);
}

TEST(CopiesViewTest, a_depth_change_during_a_background_measurement_updates_the_colors) {
    DeformingPairConfig config;
    const Deformer& twist = *find_deformer("twist");
    config.motion = {&twist, twist.default_value, 12, 5};
    config.mesh = make_torus(0.9, 0.2, 250, 125); // large enough to be measured in the background
    config.obstacle = make_box({0.5, 0.5, 0.5});
    config.policies = {default_policy("never")};
    Result<DeformingPair> pair = DeformingPair::make(config);
    ASSERT_TRUE(pair) << pair.error().message;
    for (int frame = 0; frame < 4; ++frame) ASSERT_TRUE(pair->run_frame(nullptr));
    DeformationDisplay display;
    CopiesView changed, expected;
    const auto colors_of = [&](CopiesView& view) {
        view.finish_heat(*pair, display);
        draw::DrawList list;
        view.draw_copy(0, *pair, display, {}, list, draw::dark_palette());
        const auto colors = list.meshes[0].triangle_colors;
        return std::vector<draw::Color>(colors.begin(), colors.end());
    };
    changed.restart(*pair);
    changed.show_frame(*pair, display);
    while (display.depth() < 12) (void)display.act("deform.more", [&] { changed.recolor(*pair, display); });
    expected.restart(*pair);
    expected.show_frame(*pair, display);
    EXPECT_EQ(colors_of(changed), colors_of(expected));
}

} // namespace
} // namespace boxwood
