#include "engine/workloads/articulated.hpp"

#include "engine/sim/history.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

ArticulatedParams small_room() {
    return {.hands = 3, .chains = 3, .c_shapes = 2, .polytopes = 4, .joint_degrees = 2.0, .seed = 7};
}

TEST(Articulated, StartsWithoutContactsAndHasContactsLater) {
    auto simulation = make_articulated(small_room());
    ASSERT_TRUE(simulation) << simulation.error().message;
    collide(*simulation);
    EXPECT_EQ(simulation->output.counters.contacts, 0u);
    const double squares = sum_of_squared_speeds(*simulation);
    std::size_t contacts = 0, parts = 0;
    for (int frame = 0; frame < 60; ++frame) {
        step(*simulation);
        contacts += simulation->output.counters.contacts;
        parts += simulation->output.part_contacts.size();
    }
    EXPECT_GT(contacts, 0u);
    EXPECT_GE(parts, contacts / 2);
    EXPECT_NEAR(sum_of_squared_speeds(*simulation), squares, 1e-12);
}

TEST(Articulated, EqualSeedsGiveEqualRunsAndHistoryRestoresJoints) {
    auto first = make_articulated(small_room()), second = make_articulated(small_room());
    ASSERT_TRUE(first && second);
    StateHistory history;
    std::vector<std::uint64_t> hashes;
    for (int frame = 0; frame < 20; ++frame) {
        history.push(*first);
        hashes.push_back(state_hash(*first));
        step(*first);
        step(*second);
        ASSERT_EQ(state_hash(*first), state_hash(*second)) << "frame " << frame;
    }
    for (int frame = 20; frame-- > 0;) {
        ASSERT_TRUE(history.pop(*first));
        EXPECT_EQ(state_hash(*first), hashes[static_cast<std::size_t>(frame)]);
    }
    for (int frame = 0; frame < 20; ++frame) step(*first);
    EXPECT_EQ(state_hash(*first), state_hash(*second))
        << "stepping forward again after stepping back must repeat the frames";
}

TEST(Articulated, RefusesCountsOutOfRange) {
    EXPECT_FALSE(make_articulated({.hands = -1}));
    EXPECT_FALSE(make_articulated({.hands = 0, .chains = 0, .c_shapes = 0, .polytopes = 0}));
    EXPECT_FALSE(make_articulated({.polytopes = 2000}));
    EXPECT_FALSE(make_articulated({.joint_degrees = -1.0}));
}

} // namespace
} // namespace boxwood
