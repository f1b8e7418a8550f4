// A walk at a table: a hand touches, lifts, turns, scales and drops objects.
#include "tests/engine/walk/walk_table.hpp"

namespace boxwood {
namespace {

using test::WalkTable;

TEST(WalkTest, fingers_stop_when_they_touch_the_cup_and_the_hand_lifts_it) {
    WalkTable table;
    const BodyId cup = table.id("cup");
    table.grasp_cup();
    ASSERT_EQ(table.walk.held(), cup);
    EXPECT_GT(table.least_hand_distance(), 0.0);
    EXPECT_LT(table.least_hand_distance(), kTouch);
    for (const Finger finger : {Finger::thumb, Finger::index, Finger::middle, Finger::ring})
        EXPECT_LT(table.walk.hand().curl(finger), 0.95) << "the cup must stop the finger";
    EXPECT_TRUE(table.walk.tips()[0].is_touching());
    EXPECT_TRUE(table.walk.is_touched(cup));
    const double before = table.center(cup).y;
    table.reach({0.0, 1.05, -0.4}, 60);
    EXPECT_GT(table.center(cup).y, before + 0.2);
    EXPECT_GT(table.least_hand_distance(), 0.0);
    EXPECT_TRUE(table.has_logged("grasps cup"));
    EXPECT_TRUE(table.has_logged("held cup leaves table top"));
}

TEST(WalkTest, a_released_cup_falls_and_comes_to_rest_on_the_table) {
    WalkTable table;
    const BodyId cup = table.id("cup");
    table.grasp_cup();
    table.reach({0.0, 1.05, -0.4}, 60);
    table.run(1, {.lets_go = true});
    EXPECT_EQ(table.walk.held(), kNone);
    table.run(150);
    EXPECT_FALSE(table.walk.is_awake(cup));
    EXPECT_TRUE(table.has_logged("cup rests"));
    // Upright or on its side, the cup lies on the table, whose top is at 0.76.
    double lowest = 1e9;
    for (const glm::vec3& p : table.body(cup).shape->mesh().positions)
        lowest = std::min(lowest, (table.body(cup).world_from_body * p).y);
    EXPECT_NEAR(lowest, 0.76, 0.001);
    const std::uint64_t at_rest = table.walk.hash(table.scene.simulation);
    table.run(30);
    EXPECT_EQ(table.walk.hash(table.scene.simulation), at_rest) << "a body at rest does not move";
}

TEST(WalkTest, a_held_cup_that_is_scaled_has_the_scaled_volume_and_stays_in_the_hand) {
    WalkTable table;
    const BodyId cup = table.id("cup");
    table.grasp_cup();
    table.reach({0.0, 1.05, -0.4}, 60);
    const double volume = table.body(cup).shape->parts()->volume();
    const double radius = table.body(cup).radius;
    ASSERT_TRUE(table.walk.scale_held(table.scene.simulation, {1.2, 1.5, 1.2}));
    table.run(5);
    EXPECT_NEAR(table.body(cup).shape->parts()->volume(), 1.2 * 1.5 * 1.2 * volume, 1e-3 * volume);
    EXPECT_GT(table.body(cup).radius, 1.2 * radius);
    EXPECT_GT(table.least_hand_distance(), 0.0);
    EXPECT_EQ(table.walk.held(), cup);
    EXPECT_FALSE(table.walk.scale_held(table.scene.simulation, glm::dvec3(1e6)).operator bool() &&
                 table.walk.scale_of(cup).x > 4.0);
    table.run(1, {.lets_go = true});
    table.run(150);
    EXPECT_FALSE(table.walk.is_awake(cup));
}

double lowest_of(const WalkTable& table, BodyId id) {
    double lowest = 1e9;
    for (const glm::vec3& p : table.body(id).shape->mesh().positions)
        lowest = std::min(lowest, (table.body(id).world_from_body * p).y);
    return lowest;
}

// The held cup grows away from the palm. If the hand did not rise, the cup would penetrate the table.
TEST(WalkTest, scaling_a_cup_that_is_grasped_on_the_table_raises_the_hand) {
    WalkTable table;
    const BodyId cup = table.id("cup");
    table.grasp_cup();
    ASSERT_EQ(table.walk.held(), cup);
    ASSERT_LT(lowest_of(table, cup), 0.7610) << "the cup must stand on the table, whose top is at 0.76";
    const double before = table.walk.hand().world_from_hand().origin.y;
    for (int i = 0; i < 20; ++i) { // after more steps the open hand would be too small for the cup
        table.run(1, {.scale = {1.0, 1.0, 1.0}});
        ASSERT_GT(lowest_of(table, cup), 0.7600) << "frame " << i;
    }
    table.run(2); // the fingers follow one frame later
    EXPECT_GT(table.walk.scale_of(cup).y, 1.2) << "no growth may be refused";
    EXPECT_GT(table.walk.hand().world_from_hand().origin.y, before + 0.004);
    EXPECT_GT(table.least_hand_distance(), 0.0);
    EXPECT_EQ(table.walk.held(), cup);
    table.reach({0.0, 1.05, -0.4}, 60);
    EXPECT_GT(lowest_of(table, cup), 0.85) << "the hand must be able to lift the cup";
}

TEST(WalkTest, the_table_cannot_be_lifted) {
    WalkTable table;
    table.run(60, {.forward = 1.0});
    table.run(60, {.look_up = -0.01});
    table.reach({0.35, 0.70, -0.17}, 120); // under the edge of the table top
    table.reach({0.35, 0.73, -0.21}, 60);
    table.shut();
    EXPECT_EQ(table.walk.held(), kNone);
    EXPECT_GT(table.least_hand_distance(), 0.0);
}

// The hand closes around the cup as in the other tests, but the cup is fixed.
TEST(WalkTest, a_fixed_cup_between_thumb_and_fingers_is_not_lifted) {
    WalkTable table;
    const BodyId cup = table.id("cup");
    table.scene = make_table_scene();
    table.scene.bodies[cup].is_movable = false;
    ASSERT_TRUE(table.walk.begin(table.scene.simulation, table.scene.bodies, table.scene.start));
    const glm::dvec3 before = table.center(cup);
    table.grasp_cup();
    EXPECT_TRUE(table.walk.tips()[0].is_touching());
    EXPECT_TRUE(table.walk.is_touched(cup));
    EXPECT_EQ(table.walk.held(), kNone);
    table.reach({0.0, 1.05, -0.4}, 60);
    EXPECT_EQ(table.center(cup), before);
}

TEST(WalkTest, the_swing_is_pushed_and_swings_back) {
    WalkTable table;
    const BodyId board = table.id("board");
    const double at_rest = table.center(board).z;
    table.walk.step(table.scene.simulation, {});
    // Starts next to the board of the swing, facing it.
    Walk walk;
    WalkScene scene = make_table_scene();
    scene.start = {.feet_w = {-1.75, 0.001, 0.75}, .pitch = -0.45};
    ASSERT_TRUE(walk.begin(scene.simulation, scene.bodies, scene.start));
    double least = at_rest, most = at_rest;
    for (int frame = 0; frame < 400; ++frame) {
        WalkInput input;
        if (frame < 90) input.raise = -0.8;
        if (frame >= 60 && frame < 130) input.forward = 0.6;
        if (frame >= 130 && frame < 220) input.forward = -1.0;
        walk.step(scene.simulation, input);
        const Body& body = scene.simulation.world.bodies()[board];
        const double z = (body.world_from_body * body.shape->center()).z;
        least = std::min(least, z);
        if (frame > 160) most = std::max(most, z);
    }
    EXPECT_LT(least, at_rest - 0.03) << "the hand must push the board away";
    EXPECT_GT(most, at_rest + 0.01) << "the board must swing back beyond its position at rest";
}

TEST(WalkTest, equal_inputs_give_bit_identical_walks) {
    WalkTable one, other;
    for (WalkTable* table : {&one, &other}) {
        table->grasp_cup();
        table->reach({0.1, 1.0, -0.4}, 30);
        table->run(40, {.lets_go = true});
    }
    EXPECT_EQ(one.walk.hash(one.scene.simulation), other.walk.hash(other.scene.simulation));
    EXPECT_EQ(one.log, other.log);
}

TEST(WalkTest, without_detection_no_query_is_run) {
    WalkTable table;
    table.walk.is_detection_on = false;
    table.run(300, {.forward = 1.0});
    EXPECT_LT(table.walk.walker().feet_w().z, -3.5) << "the walker must pass through the table and the wall";
    EXPECT_EQ(table.walk.query_count(), 0u);
    EXPECT_TRUE(table.walk.touches().empty());
}

} // namespace
} // namespace boxwood
