// The oracle of the walkthrough agrees while the hand grasps a cup, and reports an error once the cup is displaced.
#include "app/labs/lab.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace boxwood {
namespace {

constexpr int kUntilItHolds = 310; // frames

// Returns a lab in which the hand has grasped the cup of the table scene and lifts it.
std::unique_ptr<Lab> grasp_a_cup(const char* oracle) {
    const std::string script = testing::TempDir() + "cup.walk";
    std::ofstream(script)
        << "boxwood-walk 1\nscene table\n60 go 0 -0.02; face 0 0.8 -0.5\n30 turn 23 0 0; face 0 0.8 -0.5\n"
           "60 reach 0.12 0.85 -0.5\n90 reach 0 0.81 -0.5\n60 close\n60 reach 0 1.05 -0.4\n";
    std::unique_ptr<Lab> lab = find_lab("walkthrough")->make();
    EXPECT_TRUE(lab->set("script", script));
    EXPECT_TRUE(lab->set("oracle", oracle));
    EXPECT_TRUE(lab->restart(1995));
    for (int frame = 0; frame < kUntilItHolds; ++frame) {
        lab->frames().step(nullptr);
        lab->oracle().judge();
    }
    return lab;
}

TEST(WalkthroughOracleTest, agrees_with_every_frame_in_which_a_hand_grasps_and_lifts_a_cup) {
    const std::unique_ptr<Lab> lab = grasp_a_cup("all");
    const std::optional<OracleTally> tally = lab->oracle().tally();
    ASSERT_TRUE(tally);
    EXPECT_EQ(tally->frames, static_cast<std::uint64_t>(kUntilItHolds));
    EXPECT_EQ(tally->wrong, 0u) << tally->first_wrong;
    EXPECT_EQ(tally->unchecked, 0u);
    EXPECT_GT(tally->pairs, 1000u);
    ASSERT_TRUE(lab->oracle().verdict());
    EXPECT_TRUE(lab->oracle().verdict()->agrees);
}

TEST(WalkthroughOracleTest, finds_that_touched_bodies_were_displaced) {
    const std::unique_ptr<Lab> lab = grasp_a_cup("all");
    lab->frames().step(nullptr);
    auto& simulation = const_cast<Simulation&>(lab->frames().simulation()); // to inject an error
    const auto hand = static_cast<BodyId>(simulation.world.bodies().size() - 1);
    int moved = 0;
    for (const PairResult& pair : simulation.output.pairs) {
        if (pair.bodies.a != hand && pair.bodies.b != hand) continue;
        const BodyId other = pair.bodies.a == hand ? pair.bodies.b : pair.bodies.a;
        Transform transform = simulation.world.bodies()[other].transform;
        transform.t.y += 0.002;
        simulation.world.set_valid_transform(other, transform);
        ++moved;
    }
    ASSERT_GT(moved, 0);
    ASSERT_TRUE(lab->set("pause-wrong", "on"));
    lab->oracle().judge();
    EXPECT_GT(lab->oracle().tally()->wrong, judge_frame(simulation).wrong())
        << "wrong touches must be counted in addition to wrong pairs and contacts";
    EXPECT_FALSE(lab->oracle().tally()->first_wrong.empty());
    EXPECT_FALSE(lab->oracle().verdict()->agrees);
    EXPECT_EQ(lab->frames().why_pause(), "the oracle disagrees: " + lab->oracle().verdict()->tooltip);
    ASSERT_TRUE(lab->set("pause-wrong", "off"));
    EXPECT_EQ(lab->frames().why_pause(), "");
}

TEST(WalkthroughDrawing, touched_triangles_do_not_depend_on_other_triangles_of_the_picture) {
    const std::unique_ptr<Lab> lab = grasp_a_cup("off");
    const auto count = [&lab](const char* is_shown, std::size_t others) {
        EXPECT_TRUE(lab->set("triangles", is_shown));
        draw::DrawList list;
        list.triangles.resize(others);
        lab->viewport().draw(list, draw::dark_palette());
        return list.triangles.size() - others;
    };
    EXPECT_GT(count("on", 0), count("off", 0));
    EXPECT_EQ(count("on", 1000), count("on", 0));
}

TEST(WalkthroughOracleTest, has_no_verdict_if_it_is_off) {
    const std::unique_ptr<Lab> lab = grasp_a_cup("off");
    EXPECT_FALSE(lab->oracle().tally());
    EXPECT_FALSE(lab->oracle().verdict());
}

} // namespace
} // namespace boxwood
