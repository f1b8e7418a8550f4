#include "app/labs/deformation/view/tree_heat.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TEST(TreeHeatTest, a_comparison_in_the_background_is_cancelled_when_the_heat_map_is_switched_off) {
    DeformingPairConfig config;
    const Deformer& twist = *find_deformer("twist");
    config.motion = {&twist, twist.default_value, 12, 5};
    config.mesh = make_torus(0.9, 0.2, 250, 125); // large enough to be measured in the background
    config.obstacle = make_box({0.5, 0.5, 0.5});
    config.policies.resize(1);
    const Result<DeformingPair> pair = DeformingPair::make(config);
    ASSERT_TRUE(pair) << pair.error().message;
    TreeHeat heat;
    heat.restart(*pair);
    heat.find(*pair, {});
    EXPECT_FALSE(heat.take_result()) << "the mesh must be measured in the background";
    heat.wait();
    EXPECT_TRUE(heat.take_result());
    heat.find(*pair, {});
    heat.find(*pair, {.is_on = false});
    heat.wait();
    EXPECT_FALSE(heat.take_result());
    heat.find(*pair, {.depth = 6});
    EXPECT_FALSE(heat.is_outdated());
    heat.find(*pair, {.depth = 2});
    heat.wait();
    EXPECT_TRUE(heat.take_result());
    EXPECT_TRUE(heat.is_outdated()) << "the result is of depth 6, not 2";
    heat.find(*pair, {.depth = 2});
    EXPECT_FALSE(heat.is_outdated());
}

} // namespace
} // namespace boxwood
