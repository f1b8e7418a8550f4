// Guarantees that only sweep and prune gives: the number of swaps, the order of its lists, its flags, its trace.
#include "collision/broad_phase/sweep_and_prune/sweep_and_prune.hpp"
#include "tests/collision/broad_phase/moving_boxes.hpp"

#include <gtest/gtest.h>

namespace boxwood::test::sweep_and_prune_test {
namespace {

using Key = std::pair<float, bool>; // value, is_max: MIN before MAX at equal values

float end_of(const Aabb& box, int axis, bool is_max) {
    return is_max ? box.upper[axis] : box.lower[axis];
}

struct Expected {
    std::uint64_t swaps = 0, toggles = 0;
};

// Computed from the list before an update and the boxes after it. The number of flag changes is the number of
// inversions except those between two MINs and those between two MAXs.
Expected expected_of(std::span<const Endpoint> before, std::span<const Aabb> boxes, int axis) {
    std::vector<Key> all;
    std::vector<float> mins, maxs;
    for (const Endpoint endpoint : before) {
        const float value = end_of(boxes[endpoint.body()], axis, endpoint.is_max());
        all.emplace_back(value, endpoint.is_max());
        (endpoint.is_max() ? maxs : mins).push_back(value);
    }
    const std::uint64_t swaps = count_inversions(all);
    return {swaps, swaps - count_inversions(mins) - count_inversions(maxs)};
}

template <class Phase>
void expect_sorted(const Phase& phase, std::span<const Aabb> boxes, std::size_t body_count) {
    for (int axis = 0; axis < 3; ++axis) {
        const std::span<const Endpoint> list = phase.endpoints(axis);
        ASSERT_EQ(list.size(), 2 * body_count);
        for (std::size_t i = 0; i < list.size(); ++i) {
            EXPECT_EQ(list[i].value(), end_of(boxes[list[i].body()], axis, list[i].is_max()));
            if (i == 0) continue;
            const Key previous{list[i - 1].value(), list[i - 1].is_max()};
            EXPECT_LE(previous, Key(list[i].value(), list[i].is_max()));
        }
    }
}

std::vector<BodyId> first_bodies(BodyId count) {
    std::vector<BodyId> bodies(count);
    for (BodyId id = 0; id < count; ++id) bodies[id] = id;
    return bodies;
}

template <class Phase>
class SweepAndPruneTest : public testing::Test {};
using BothKindsOfFlags = testing::Types<SweepAndPrune, SweepAndPruneDirect>;
TYPED_TEST_SUITE(SweepAndPruneTest, BothKindsOfFlags);

TYPED_TEST(SweepAndPruneTest, swaps_equal_inversions) {
    for (const BodyId count : {2u, 50u, 1000u}) {
        for (const Motion motion : kMotions) {
            SCOPED_TRACE(testing::Message() << count << " bodies, motion " << static_cast<int>(motion));
            MovingBoxes moving(count, motion, 13);
            TypeParam phase;
            phase.insert(first_bodies(count), moving.boxes);
            phase.update(moving.boxes);
            EXPECT_EQ(phase.counters().swaps, (std::array<std::uint64_t, 3>{})) << "bulk insertion";
            std::uint64_t seen = 0;
            for (int frame = 0; frame < frames_for(count) / 5 + 10; ++frame) {
                moving.move();
                std::array<Expected, 3> expected;
                for (int axis = 0; axis < 3; ++axis)
                    expected[static_cast<std::size_t>(axis)] =
                        expected_of(phase.endpoints(axis), moving.boxes, axis);
                phase.update(moving.boxes);
                for (std::size_t axis = 0; axis < 3; ++axis)
                    ASSERT_EQ(phase.counters().swaps[axis], expected[axis].swaps);
                ASSERT_EQ(phase.counters().flag_toggles,
                          expected[0].toggles + expected[1].toggles + expected[2].toggles);
                expect_sorted(phase, moving.boxes, count);
                if (this->HasFailure()) return;
                seen += expected[0].swaps;
            }
            EXPECT_GT(seen, count == 2 ? 0u : 100u);
        }
    }
}

TYPED_TEST(SweepAndPruneTest, swaps_of_removed_and_inserted_bodies_are_not_counted) {
    MovingBoxes moving(100, Motion::ties, 17);
    TypeParam phase;
    std::vector<BodyId> bodies = first_bodies(100);
    phase.insert(bodies, moving.boxes);
    phase.update(moving.boxes);
    for (int frame = 0; frame < 100; ++frame) {
        moving.move();
        const BodyId away = bodies[moving.pick() % bodies.size()];
        phase.remove({&away, 1});
        std::array<Expected, 3> expected;
        for (int axis = 0; axis < 3; ++axis) {
            std::vector<Endpoint> stay(phase.endpoints(axis).begin(), phase.endpoints(axis).end());
            std::erase_if(stay, [away](Endpoint endpoint) { return endpoint.body() == away; });
            expected[static_cast<std::size_t>(axis)] = expected_of(stay, moving.boxes, axis);
        }
        phase.insert({&away, 1}, moving.boxes);
        phase.update(moving.boxes);
        for (std::size_t axis = 0; axis < 3; ++axis)
            ASSERT_EQ(phase.counters().swaps[axis], expected[axis].swaps);
        expect_sorted(phase, moving.boxes, 100);
    }
}

// Two rows of boxes at different heights pass through each other along x.
TYPED_TEST(SweepAndPruneTest, rows_that_cross_along_x_cause_swaps_but_no_pairs) {
    for (const BodyId half : {20u, 400u}) {
        std::vector<Aabb> boxes(2 * half);
        const auto place = [&](float shift) {
            for (BodyId id = 0; id < 2 * half; ++id) {
                const bool is_upper = id >= half;
                const float x = static_cast<float>(id % half) + (is_upper ? shift : -shift);
                const glm::vec3 lower(x, is_upper ? 3.0f : 0.0f, 0.0f);
                boxes[id] = {lower, lower + glm::vec3(0.75f, 1.0f, 1.0f)};
            }
        };
        TypeParam phase;
        place(static_cast<float>(half));
        phase.insert(first_bodies(2 * half), boxes);
        phase.update(boxes);
        place(-static_cast<float>(half));
        phase.update(boxes);
        EXPECT_EQ(phase.counters().swaps[0], std::uint64_t{4} * half * half);
        EXPECT_EQ(phase.counters().swaps[1], 0u);
        EXPECT_EQ(phase.counters().swaps[2], 0u);
        EXPECT_EQ(phase.counters().flag_toggles, std::uint64_t{2} * half * half);
        EXPECT_TRUE(phase.events().entered.empty());
        EXPECT_TRUE(phase.events().left.empty());
        EXPECT_TRUE(phase.pairs().empty());
    }
}

// If the insertion sort stops early, the order, the counters and the events must still be those of a complete insertion
// sort. A phase with a recorder records every swap and never stops early, so it is the reference.
TYPED_TEST(SweepAndPruneTest, Stopping_the_insertion_sort_early_does_not_change_results) {
    MovingBoxes moving(600, Motion::teleport_all, 19);
    TypeParam fast, traced;
    for (TypeParam* phase : {&fast, &traced}) phase->insert(first_bodies(600), moving.boxes);
    for (int frame = 0; frame < 20; ++frame) {
        VisitRecorder trace(0);
        fast.update(moving.boxes);
        traced.update(moving.boxes, trace);
        ASSERT_EQ(fast.counters().swaps, traced.counters().swaps);
        ASSERT_EQ(fast.counters().flag_toggles, traced.counters().flag_toggles);
        ASSERT_EQ(bodies_of(fast.events().entered), bodies_of(traced.events().entered));
        ASSERT_EQ(bodies_of(fast.events().left), bodies_of(traced.events().left));
        for (int axis = 0; axis < 3; ++axis)
            ASSERT_TRUE(std::equal(fast.endpoints(axis).begin(), fast.endpoints(axis).end(),
                                   traced.endpoints(axis).begin(),
                                   [](Endpoint a, Endpoint b) { return a.bits == b.bits; }));
        const std::array<std::uint64_t, 3>& swaps = fast.counters().swaps;
        EXPECT_EQ(trace.seen(), swaps[0] + swaps[1] + swaps[2]);
        if (frame != 0 && fast.counters().volume_tests != 0) {
            EXPECT_LT(fast.counters().volume_tests, traced.counters().volume_tests)
                << "the insertion sort did not stop early";
        }
        moving.move();
    }
}

TYPED_TEST(SweepAndPruneTest, The_trace_records_the_bodies_and_the_axis_of_each_swap) {
    std::vector<Aabb> boxes(2);
    boxes[0] = {glm::vec3(0.0f), glm::vec3(1.0f)};
    boxes[1] = {glm::vec3(2.0f, 0.0f, 0.0f), glm::vec3(3.0f, 1.0f, 1.0f)};
    TypeParam phase;
    phase.insert(first_bodies(2), boxes);
    phase.update(boxes);
    boxes[1].lower.x = 0.5f;
    VisitRecorder begins;
    phase.update(boxes, begins);
    ASSERT_EQ(begins.visits().size(), 1u);
    const Visit visit = begins.visits()[0];
    EXPECT_EQ(visit.kind, VisitKind::recorded_swap);
    EXPECT_EQ(visit.a, 1u);
    EXPECT_EQ(visit.b, 0u);
    EXPECT_EQ(visit.axis, 0);
    EXPECT_TRUE(visit.verdict);
    boxes[1].lower.x = 2.0f;
    VisitRecorder ends;
    phase.update(boxes, ends);
    ASSERT_EQ(ends.visits().size(), 1u);
    EXPECT_FALSE(ends.visits()[0].verdict);
    EXPECT_EQ(ends.visits()[0].depth, 1u);
}

TEST(SweepAndPruneFlagsTest, Each_flag_tells_whether_two_intervals_overlap) {
    for (const Motion motion : kMotions) {
        MovingBoxes moving(80, motion, 23);
        SweepAndPrune phase;
        phase.insert(first_bodies(80), moving.boxes);
        for (int frame = 0; frame < 60; ++frame) {
            const BodyId away = moving.pick();
            phase.update(moving.boxes);
            for (BodyId b = 0; b < 80; ++b)
                for (BodyId a = 0; a < b; ++a)
                    for (int axis = 0; axis < 3; ++axis) {
                        const Aabb &x = moving.boxes[a], &y = moving.boxes[b];
                        const bool overlaps =
                            x.lower[axis] <= y.upper[axis] && y.lower[axis] <= x.upper[axis];
                        ASSERT_EQ((phase.flags().mask({a, b}) >> axis & 1u) != 0, overlaps);
                    }
            phase.remove({&away, 1});
            phase.insert({&away, 1}, moving.boxes);
            moving.move();
        }
    }
}

TEST(EndpointTest, Keys_have_the_order_of_their_floats) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const std::vector<float> values{-kInfinity, -3e38f, -1.0f, -1e-45f, 0.0f, 1e-45f, 1.0f, 3e38f, kInfinity};
    for (std::size_t i = 0; i < values.size(); ++i) {
        EXPECT_EQ(value_of_key(ordered_key(values[i])), values[i]);
        if (i > 0) {
            EXPECT_LT(ordered_key(values[i - 1]), ordered_key(values[i]));
        }
    }
    EXPECT_EQ(ordered_key(-0.0f), ordered_key(0.0f));
    EXPECT_TRUE(make_endpoint(7, true, 1).is_after(make_endpoint(7, false, 2)));
    EXPECT_FALSE(make_endpoint(7, false, 2).is_after(make_endpoint(7, false, 1)));
}

} // namespace
} // namespace boxwood::test::sweep_and_prune_test
