#include "engine/sim/history.hpp"
#include "tests/engine/sim/cubes.hpp"

#include <cmath>
#include <limits>
#include <set>

namespace boxwood {
namespace {

using test::make_cube;
using test::make_room_of_cubes;

class ResponseTest : public testing::TestWithParam<ResponseRule> {};

TEST_P(ResponseTest, sum_of_squared_speeds_is_conserved_exactly) {
    Simulation simulation = make_room_of_cubes(60, 7);
    simulation.settings.response = GetParam();
    // A response swaps and negates velocities, so that the sorted squares of the speeds stay exactly the same.
    const auto squares = [&simulation] {
        std::multiset<double> all;
        for (const Motion& m : simulation.motions) all.insert(glm::dot(m.velocity_w, m.velocity_w));
        return all;
    };
    const std::multiset<double> before = squares();
    std::size_t contacts = 0;
    for (int frame = 0; frame < 400; ++frame) {
        step(simulation);
        contacts += simulation.output.counters.contacts;
    }
    EXPECT_EQ(before, squares());
    EXPECT_GT(contacts, 20u) << "without contacts, the test proves nothing";
}
INSTANTIATE_TEST_SUITE_P(Both, ResponseTest,
                         testing::Values(ResponseRule::approaching, ResponseRule::all_pairs));

TEST(SimulationTest, no_body_leaves_the_room_by_more_than_one_step) {
    Simulation simulation = make_room_of_cubes(40, 3);
    for (int frame = 0; frame < 1000; ++frame) {
        step(simulation);
        for (const Body& body : simulation.world.bodies())
            for (int axis = 0; axis < 3; ++axis)
                ASSERT_LE(std::fabs(body.transform.t[axis]) + std::sqrt(3.0), 12.0 + 0.3 + 1e-9);
    }
}

TEST(SimulationTest, equal_seeds_give_equal_hashes_and_different_seeds_do_not) {
    Simulation first = make_room_of_cubes(50, 11), second = make_room_of_cubes(50, 11),
               third = make_room_of_cubes(50, 12);
    for (int frame = 0; frame < 200; ++frame) {
        step(first);
        step(second);
        step(third);
        ASSERT_EQ(state_hash(first), state_hash(second)) << "frame " << frame;
    }
    EXPECT_NE(state_hash(first), state_hash(third));
}

TEST(SimulationTest, approaching_pair_exchanges_velocities_once) {
    Simulation simulation;
    const std::shared_ptr<Shape> cube = make_cube();
    const std::vector<BodyDesc> bodies{{cube, {.t = {-1.5, 0, 0}}, {}}, {cube, {.t = {1.5, 0.1, 0}}, {}}};
    ASSERT_TRUE(simulation.world.add_bodies(bodies));
    simulation.motions.resize(2);
    simulation.motions[0].velocity_w = {0.2, 0, 0};
    simulation.motions[1].velocity_w = {-0.1, 0, 0};
    for (int frame = 0; frame < 10; ++frame) step(simulation);
    EXPECT_EQ(simulation.motions[0].velocity_w, glm::dvec3(-0.1, 0, 0));
    EXPECT_EQ(simulation.motions[1].velocity_w, glm::dvec3(0.2, 0, 0));
}

TEST(SimulationTest, boxes_that_overlap_without_contact_exchange_nothing) {
    Simulation simulation;
    const std::shared_ptr<Shape> cube = make_cube();
    // The cubes are turned by 45 degrees, so that their boxes overlap but the cubes do not.
    const glm::dquat turned = glm::angleAxis(0.7853981633974483, glm::dvec3(0, 0, 1));
    const std::vector<BodyDesc> bodies{{cube, {.q = turned, .t = {-1.1, -1.1, 0}}, {}},
                                       {cube, {.q = turned, .t = {1.1, 1.1, 0}}, {}}};
    ASSERT_TRUE(simulation.world.add_bodies(bodies));
    simulation.motions.resize(2);
    simulation.motions[0].velocity_w = {0.001, 0, 0};
    simulation.motions[1].velocity_w = {-0.002, 0, 0};
    for (int frame = 0; frame < 3; ++frame) {
        step(simulation);
        ASSERT_EQ(simulation.output.counters.pairs, 1u);
        ASSERT_EQ(simulation.output.counters.contacts, 0u);
    }
    EXPECT_EQ(simulation.motions[0].velocity_w, glm::dvec3(0.001, 0, 0));
    EXPECT_EQ(simulation.motions[1].velocity_w, glm::dvec3(-0.002, 0, 0));
}

TEST(StateHistoryTest, stepping_back_and_forth_returns_to_the_same_bits) {
    Simulation simulation = make_room_of_cubes(30, 5);
    StateHistory history;
    std::vector<std::uint64_t> hashes;
    for (int frame = 0; frame < 50; ++frame) {
        history.push(simulation);
        hashes.push_back(state_hash(simulation));
        step(simulation);
    }
    const std::uint64_t last = state_hash(simulation);
    for (int frame = 49; frame >= 20; --frame) {
        ASSERT_TRUE(history.pop(simulation));
        ASSERT_EQ(state_hash(simulation), hashes[static_cast<std::size_t>(frame)]);
    }
    collide(simulation);
    while (simulation.frame < 50) step(simulation);
    EXPECT_EQ(state_hash(simulation), last);
}

TEST(StateHistoryTest, memory_is_bounded_and_the_oldest_states_are_dropped_first) {
    Simulation simulation = make_room_of_cubes(10, 5);
    StateHistory history(20000);
    for (int frame = 0; frame < 100; ++frame) {
        history.push(simulation);
        step(simulation);
    }
    EXPECT_LT(history.size(), 20u);
    EXPECT_GT(history.size(), 2u);
    ASSERT_TRUE(history.pop(simulation));
    EXPECT_EQ(simulation.frame, 99u);
}

TEST(SummaryTest, quantiles_are_those_of_the_sorted_values) {
    EXPECT_EQ(summarize({}).median, 0.0);
    const Summary summary = summarize({5, 1, 4, 2, 3});
    EXPECT_EQ(summary.min, 1.0);
    EXPECT_EQ(summary.median, 3.0);
    EXPECT_EQ(summary.max, 5.0);
    std::vector<double> hundred;
    for (int i = 0; i <= 100; ++i) hundred.push_back(i);
    EXPECT_EQ(summarize(hundred).p95, 95.0);
}

} // namespace
} // namespace boxwood
