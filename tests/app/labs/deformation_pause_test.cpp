#include "app/labs/deformation/run/deformation_pause.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TEST(DeformationPauseTest, pauses_on_a_wrong_verdict_only_if_the_setting_is_on) {
    DeformingPairConfig config;
    const Deformer& twist = *find_deformer("twist");
    config.motion = {&twist, twist.default_value, 12, 5};
    config.mesh = make_torus(0.9, 0.2, 10, 5);
    config.obstacle = make_box({0.5, 0.5, 0.5});
    config.policies.resize(1);
    Result<DeformingPair> pair = DeformingPair::make(config);
    ASSERT_TRUE(pair) << pair.error().message;
    ASSERT_TRUE(pair->run_frame(nullptr));
    DeformationPause pause;
    SettingTable table;
    pause.add_settings(table);
    EXPECT_FALSE(pause.needs_verdict());
    EXPECT_EQ(pause.check(*pair, 0, "a pair is missing"), "");
    ASSERT_TRUE(set_by_text(table, "pause-wrong", "on"));
    EXPECT_TRUE(pause.needs_verdict());
    EXPECT_EQ(pause.check(*pair, 0, "a pair is missing"), "the oracle disagrees: a pair is missing");
    EXPECT_EQ(pause.check(*pair, 0, ""), "");
}

} // namespace
} // namespace boxwood
