// Checks that Taking grasps and lifts a body, from several start positions and for several shapes, and that failure()
// gives the reason if it cannot.
#include "engine/walk/taking.hpp"
#include "engine/walk/walk_script.hpp"
#include "tests/engine/walk/walk_table.hpp"

namespace boxwood {
namespace {

using test::WalkTable;

// Steps until `io_taking` is done, at most 2000 frames, and returns the number of frames. Rounds each input, as for a
// recorded walk.
int take(WalkTable& io_table, Taking& io_taking) {
    int frames = 0;
    for (; !io_taking.is_done() && frames < 2000; ++frames)
        io_table.run(1, rounded(io_taking.next(io_table.walk, io_table.scene.simulation)));
    return frames;
}

WalkTable table_from(const WalkStart& start) {
    WalkTable table;
    table.scene = make_table_scene();
    EXPECT_TRUE(table.walk.begin(table.scene.simulation, table.scene.bodies, start));
    return table;
}

TEST(TakingTest, a_cup_is_lifted_within_ten_seconds_from_four_start_positions) {
    for (const WalkStart& start :
         {WalkStart{.feet_w = {0.0, 0.001, 0.35}}, WalkStart{.feet_w = {0.0, 0.001, 1.8}},
          WalkStart{.feet_w = {-0.5, 0.001, 0.9}, .yaw = 0.4},
          WalkStart{.feet_w = {0.4, 0.001, 0.6}, .yaw = -0.3, .pitch = -0.3}}) {
        WalkTable table = table_from(start);
        const BodyId cup = table.id("cup");
        const double before = table.center(cup).y;
        Taking taking(cup);
        const int frames = take(table, taking);
        EXPECT_EQ(taking.failure(), "") << start.feet_w.x << " " << start.feet_w.z;
        EXPECT_EQ(table.walk.held(), cup);
        EXPECT_LT(frames, 600);
        EXPECT_GT(table.center(cup).y, before + 0.12);
        EXPECT_GT(table.least_hand_distance(), 0.0);
    }
}

TEST(TakingTest, a_block_and_an_apple_are_taken) {
    for (const char* name : {"block", "apple"}) {
        WalkTable table;
        const BodyId body = table.id(name);
        Taking taking(body);
        take(table, taking);
        EXPECT_EQ(taking.failure(), "") << name;
        EXPECT_EQ(table.walk.held(), body) << name;
    }
}

TEST(TakingTest, failure_gives_the_reason_why_a_body_is_not_taken) {
    WalkTable fixed;
    Taking table_top(fixed.id("table top"));
    EXPECT_LE(take(fixed, table_top), static_cast<int>(Taking::kMaxFrames) + 1);
    EXPECT_EQ(table_top.failure(), "it is too wide for the hand");
    EXPECT_EQ(fixed.walk.held(), kNone);
    // starts on the far side of the table
    WalkTable behind = table_from({.feet_w = {0.0, 0.001, -2.6}, .yaw = 0.0});
    Taking board(behind.id("left wall"));
    take(behind, board);
    EXPECT_NE(board.failure(), "");
}

} // namespace
} // namespace boxwood
