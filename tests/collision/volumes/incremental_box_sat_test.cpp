#include "collision/volumes/box/incremental_box_sat.hpp"

#include "bench/experiments/box_tree/counted_steps.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/separation.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include <glm/matrix.hpp>

namespace boxwood::incremental_box_sat_test {
namespace {

using oracle::corners_of;
using oracle::draw;
using oracle::find_widest_gap;
using oracle::Random;
using oracle::Vec;

constexpr std::uint32_t kSteps = 24; // the number of steps per box

int cases(std::size_t usual, std::size_t in_a_long_run) {
    return static_cast<int>(test::choose_effort(usual, in_a_long_run));
}

Aabb draw_box(Random& random, double reach) {
    const glm::vec3 p(oracle::draw_point(random, reach)), q(oracle::draw_point(random, reach));
    return {glm::min(p, q), glm::max(p, q)};
}

// Moves a side of a box inwards by a fraction of the box's extent. apply() updates the box with the arithmetic of
// BoxTreeNode.
struct Move {
    bool is_of_a = false, is_upper = false; // is_upper: the box is an upper child, whose lower side moves
    int axis = 0;
    float by = 0.0f;
};
Move draw_move(Random& random, const Aabb& a, const Aabb& b) {
    Move move{draw(random, 0.0, 1.0) < 0.5, draw(random, 0.0, 1.0) < 0.5,
              std::min(2, static_cast<int>(draw(random, 0.0, 3.0))), 0.0f};
    const Aabb& box = move.is_of_a ? a : b;
    move.by = static_cast<float>(draw(random, 0.0, 0.5)) * box.extent()[move.axis];
    return move;
}
void apply(const Move& move, Aabb& io_a, Aabb& io_b) {
    Aabb& box = move.is_of_a ? io_a : io_b;
    if (move.is_upper)
        box.lower[move.axis] += move.by;
    else
        box.upper[move.axis] -= move.by;
}

struct RootBoxes {
    Aabb root_a, root_b;
    Pose world_from_a, world_from_b;
};
RootBoxes draw_pair(Random& random, int round) {
    RootBoxes pair{draw_box(random, 1.0), draw_box(random, 1.0), oracle::draw_pose(random, 0.5),
                   oracle::draw_pose(random, 0.5)};
    if (round % 4 == 1) pair.world_from_b = pair.world_from_a; // parallel axes
    if (round % 4 == 2)
        pair.world_from_b = pair.world_from_b *
                            make_pose({glm::dquat(1.0, 0.0, 0.0, 0.0), {}, oracle::draw_scale(random, 1.0)});
    if (round % 8 == 3) pair.root_b.upper.z = pair.root_b.lower.z;
    return pair;
}

template <OverlapTest kTest>
class Walk {
  public:
    using Steps = IncrementalBoxSat<kTest>;

    explicit Walk(const RootBoxes& pair)
        : steps_(make_incremental_box_sat<kTest>(
              make_box_relation(pair.world_from_a, pair.world_from_b, pair.root_a, pair.root_b, kTest),
              {pair.root_a, kSteps}, {pair.root_b, kSteps}))
        , state_(steps_.root)
        , axis_(Steps::separated_axis(state_)) {}

    void step(const Move& move) {
        if (!overlaps()) return; // boxes inside separated boxes stay separated
        const auto& weights =
            steps_.weights[move.is_of_a ? 0 : 1][static_cast<std::size_t>(move.axis)][move.is_upper ? 1 : 0];
        typename Steps::Overlaps next{};
        axis_ = Steps::step(state_, weights, splat4(move.by), next);
        const int in_parts =
            Steps::subtract_decreases(state_, Steps::scaled(weights, splat4(move.by)), {}, next);
        EXPECT_EQ(in_parts, axis_) << "subtract_decreases() differs from step()";
        state_ = next;
    }
    bool overlaps() const { return axis_ < 0; }
    int axis() const { return axis_; }
    float overlap_at(std::size_t lane) const {
        std::array<float, 4> lanes{};
        store4(state_[lane / 4], lanes.data());
        return lanes[lane % 4];
    }

  private:
    Steps steps_;
    typename Steps::Overlaps state_;
    int axis_;
};

// The interval of a box along an axis, computed directly from its corners in the world.
struct Ends {
    long double low = HUGE_VALL, high = -HUGE_VALL;
};
Ends project_on(const Vec& axis_w, const Vec& origin_w, const Pose& pose, const Aabb& box) {
    Ends ends;
    for (const Vec& corner : corners_of(pose, box)) {
        const long double at = glm::dot(axis_w, corner - origin_w);
        ends.low = std::min(ends.low, at);
        ends.high = std::max(ends.high, at);
    }
    return ends;
}

TEST(IncrementalBoxSatTest, incremental_overlaps_equal_direct_reboxing_up_to_rounding) {
    Random random(1);
    int compared = 0;
    for (int round = 0; round < cases(500, 20000); ++round) {
        RootBoxes pair = draw_pair(random, 0);
        const auto to_vec = [](const glm::dvec3& v) { return Vec(v); };
        Walk<OverlapTest::aabb_of_obb> walk(pair);
        Aabb a = pair.root_a, b = pair.root_b;
        for (std::uint32_t step = 0; step < kSteps && walk.overlaps(); ++step) {
            const Move move = draw_move(random, a, b);
            apply(move, a, b);
            walk.step(move);
            for (int axis = 0; axis < 3; ++axis) {
                // the matrix is a rotation, so the axis has unit length
                const Vec axis_w = to_vec(pair.world_from_a.linear[axis]);
                const Vec origin_w = to_vec(pair.world_from_a.origin);
                const Ends on_a = project_on(axis_w, origin_w, pair.world_from_a, a),
                           on_b = project_on(axis_w, origin_w, pair.world_from_b, b);
                constexpr long double kRounding = 2e-5L; // for sizes of about 2, over 24 steps
                const auto lane = static_cast<std::size_t>(axis);
                const auto upper = static_cast<long double>(walk.overlap_at(lane)),
                           lower = static_cast<long double>(walk.overlap_at(lane + 3));
                ASSERT_GE(upper, on_a.high - on_b.low);
                ASSERT_GE(lower, on_b.high - on_a.low);
                ASSERT_LE(upper, on_a.high - on_b.low + kRounding);
                ASSERT_LE(lower, on_b.high - on_a.low + kRounding);
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, cases(500, 20000));
}

TEST(IncrementalBoxSatTest, no_test_separates_wrongly_and_costlier_tests_separate_at_least_as_much) {
    Random random(2);
    int visited = 0, only_lite = 0, only_full = 0;
    for (int round = 0; round < cases(3000, 300000); ++round) {
        const RootBoxes pair = draw_pair(random, round);
        Walk<OverlapTest::sat> full(pair);
        Walk<OverlapTest::sat_lite> lite(pair);
        Walk<OverlapTest::aabb_of_obb> reboxing(pair);
        Aabb a = pair.root_a, b = pair.root_b;
        for (std::uint32_t step = 0; step < kSteps && reboxing.overlaps(); ++step) {
            const Move move = draw_move(random, a, b);
            apply(move, a, b);
            const bool was_full = full.overlaps();
            full.step(move);
            lite.step(move);
            reboxing.step(move);
            ASSERT_LE(full.overlaps(), lite.overlaps());
            ASSERT_LE(lite.overlaps(), reboxing.overlaps());
            ++visited;
            only_lite += reboxing.overlaps() && !lite.overlaps();
            only_full += lite.overlaps() && !full.overlaps();
            if (!was_full) continue;
            const long double gap =
                find_widest_gap(corners_of(pair.world_from_a, a), corners_of(pair.world_from_b, b));
            if (!full.overlaps()) {
                ASSERT_GT(gap, 0.0L) << "separated wrongly, round " << round << " axis " << full.axis();
            } else {
                ASSERT_LT(gap, 1e-3L) << "not separated, round " << round;
            }
        }
    }
    EXPECT_GT(visited, cases(3000, 300000));
    EXPECT_GT(only_lite, cases(3000, 300000) / 100);
    EXPECT_GT(only_full, cases(3000, 300000) / 100);
}

// A chain of moves without rounding reduces the overlap of two boxes in one frame to 2^-7. The next move separates
// them.
TEST(IncrementalBoxSatTest, boxes_with_a_small_overlap_are_not_separated) {
    for (int axis = 0; axis < 3; ++axis) {
        RootBoxes pair{{glm::vec3(-1), glm::vec3(1)}, {glm::vec3(-1), glm::vec3(1)}, {}, {}};
        Walk<OverlapTest::sat> walk(pair);
        for (int i = 0; i < 8; ++i) {
            walk.step({true, false, axis, std::ldexp(0.5f, -i)});
            walk.step({false, true, axis, std::ldexp(0.5f, -i)});
            ASSERT_TRUE(walk.overlaps());
        }
        walk.step({true, false, axis, 1e-2f});
        EXPECT_EQ(walk.axis(), axis);
    }
}

// Numbers beyond the range of float must not separate boxes.
TEST(IncrementalBoxSatTest, HugeBoxesOverlap) {
    const RootBoxes pair{{glm::vec3(-1e30f), glm::vec3(1e30f)},
                         {glm::vec3(-1e30f), glm::vec3(1e30f)},
                         {},
                         make_pose({glm::angleAxis(0.3, glm::dvec3(0, 0, 1)), {}, glm::dvec3(1e10)})};
    Walk<OverlapTest::sat> walk(pair);
    for (int i = 0; i < 10; ++i) walk.step({i % 2 == 0, i % 3 == 0, i % 3, 1e29f});
    EXPECT_TRUE(walk.overlaps());
}

TEST(IncrementalBoxSatTest, a_pair_of_children_costs_11_22_or_58_operations) {
    for (int axis_a = 0; axis_a < 3; ++axis_a)
        for (int axis_b = 0; axis_b < 3; ++axis_b) {
            EXPECT_EQ(counted::count_step_flops<OverlapTest::aabb_of_obb>(axis_a, axis_b), 11u);
            EXPECT_EQ(counted::count_step_flops<OverlapTest::sat_lite>(axis_a, axis_b), 22u);
            EXPECT_EQ(counted::count_step_flops<OverlapTest::sat>(axis_a, axis_b), 58u);
        }
}

// ----- The setup, compared with the documentation in the header --------------------------------------------------

// Returns the axis in the world. Precondition: the poses are rotations.
Vec axis_in_world(const RootBoxes& pair, std::size_t axis) {
    const auto column = [](const Pose& pose, std::size_t k) { return Vec(pose.linear[static_cast<int>(k)]); };
    if (axis < 3) return column(pair.world_from_a, axis);
    if (axis < 6) return column(pair.world_from_b, axis - 3);
    return glm::cross(column(pair.world_from_a, (axis - 6) / 3), column(pair.world_from_b, (axis - 6) % 3));
}

struct Lane {
    std::size_t upper_of_a = 0, upper_of_b = 0;
};
template <OverlapTest kTest>
Lane lane_of(std::size_t axis) {
    using Steps = IncrementalBoxSat<kTest>;
    if (axis < Steps::kFaces) return {axis, axis + Steps::kFaces};
    const std::size_t lane = 4 * Steps::kFaceVectors + axis - 6;
    return {lane, lane + Steps::kCrosses};
}
template <class Overlaps>
long double value_at(const Overlaps& overlaps, std::size_t lane) {
    std::array<float, 4> lanes{};
    store4(overlaps[lane / 4], lanes.data());
    return static_cast<long double>(lanes[lane % 4]);
}

// The header states by how much the overlap of the roots is enlarged for n moves. The boxes are near the origin or far
// from it, and neither, one or both of them have many moves. With many moves, the terms that depend on n are far above
// the rounding of a float.
template <OverlapTest kTest>
void expect_promised_slack() {
    constexpr long double kU = 0x1p-24L;
    Random random(7);
    for (int round = 0; round < 60; ++round) {
        RootBoxes pair = draw_pair(random, 0);
        const glm::vec3 far_a(round % 3 == 1 ? 30.0f : 0.0f), far_b(round % 3 == 2 ? 30.0f : 0.0f);
        pair.root_a = {pair.root_a.lower + far_a, pair.root_a.upper + far_a};
        pair.root_b = {pair.root_b.lower + far_b, pair.root_b.upper + far_b};
        const std::uint32_t steps_a = round % 2 == 0 ? 40000 : 0, steps_b = round % 4 < 2 ? 90000 : 0;
        const BoxRelation relation =
            make_box_relation(pair.world_from_a, pair.world_from_b, pair.root_a, pair.root_b, kTest);
        const auto steps =
            make_incremental_box_sat<kTest>(relation, {pair.root_a, steps_a}, {pair.root_b, steps_b});
        std::array<float, 4> bounds{};
        store4(relation.error_bound_a, bounds.data());
        constexpr std::size_t kAxes = IncrementalBoxSat<kTest>::kFaces + IncrementalBoxSat<kTest>::kCrosses;
        for (std::size_t axis = 0; axis < kAxes; ++axis) {
            const Vec s = axis_in_world(pair, axis), origin(pair.world_from_a.origin);
            const Ends a = project_on(s, origin, pair.world_from_a, pair.root_a),
                       b = project_on(s, origin, pair.world_from_b, pair.root_b);
            long double error_bound = 0.0L, sides = 0.0L;
            for (int k = 0; k < 3; ++k) {
                const long double along_a = std::fabs(glm::dot(Vec(pair.world_from_a.linear[k]), s)),
                                  along_b = std::fabs(glm::dot(Vec(pair.world_from_b.linear[k]), s));
                const auto farthest = [k](const Aabb& box) {
                    return static_cast<long double>(
                        std::max(std::fabs(box.lower[k]), std::fabs(box.upper[k])));
                };
                error_bound += 0.5L * static_cast<long double>(bounds[static_cast<std::size_t>(k)]) * along_a;
                sides +=
                    along_a * steps_a * farthest(pair.root_a) + along_b * steps_b * farthest(pair.root_b);
            }
            const long double widths = (a.high - a.low) + (b.high - b.low);
            const Lane lane = lane_of<kTest>(axis);
            for (const auto& [at, overlap] :
                 {std::pair(lane.upper_of_a, a.high - b.low), std::pair(lane.upper_of_b, b.high - a.low)}) {
                const long double wanted = overlap + error_bound +
                                           kU * ((static_cast<long double>(steps_a) + steps_b + 2.0L) *
                                                     std::fabs(overlap + error_bound) +
                                                 4.0L * widths + sides);
                // Allows for the rounding of the relation and of the result.
                const long double tolerance = 4.0L * error_bound + 4.0L * kU * std::fabs(wanted) + 1e-6L;
                ASSERT_LE(std::fabs(value_at(steps.root, at) - wanted), tolerance)
                    << "axis " << axis << ", round " << round;
            }
        }
    }
}
TEST(IncrementalBoxSatTest, root_overlaps_are_enlarged_by_the_documented_sum) {
    expect_promised_slack<OverlapTest::aabb_of_obb>();
    expect_promised_slack<OverlapTest::sat_lite>();
    expect_promised_slack<OverlapTest::sat>();
}

// A side with the unit normal e that moves by d changes the interval along the axis s only at one end, by |e . s| d.
// The weight |e . s| is rounded towards 0.
template <OverlapTest kTest>
void expect_weights() {
    Random random(8);
    for (int round = 0; round < 40; ++round) {
        const RootBoxes pair = draw_pair(random, 0);
        const auto steps = make_incremental_box_sat<kTest>(
            make_box_relation(pair.world_from_a, pair.world_from_b, pair.root_a, pair.root_b, kTest),
            {pair.root_a, kSteps}, {pair.root_b, kSteps});
        constexpr std::size_t kAxes = IncrementalBoxSat<kTest>::kFaces + IncrementalBoxSat<kTest>::kCrosses;
        for (std::size_t axis = 0; axis < kAxes; ++axis)
            for (const std::size_t of : {0u, 1u})
                for (std::size_t k = 0; k < 3; ++k)
                    for (const std::size_t side : {0u, 1u}) {
                        const Pose& pose = of == 0 ? pair.world_from_a : pair.world_from_b;
                        const long double product =
                            glm::dot(Vec(pose.linear[static_cast<int>(k)]), axis_in_world(pair, axis));
                        if (std::fabs(product) < 1e-6L)
                            // the directions are parallel, or the axis is a cross product with this direction
                            continue;
                        const bool is_at_upper_end = (product > 0.0L) == (side == 0);
                        const Lane lane = lane_of<kTest>(axis);
                        const std::size_t moved = is_at_upper_end == (of == 0) ? lane.upper_of_a
                                                                               : lane.upper_of_b,
                                          other =
                                              moved == lane.upper_of_a ? lane.upper_of_b : lane.upper_of_a;
                        const auto& weights = steps.weights[of][k][side];
                        ASSERT_LE(std::fabs(value_at(weights, moved) - std::fabs(product)), 1e-6L)
                            << "axis " << axis;
                        ASSERT_EQ(value_at(weights, other), 0.0L) << "axis " << axis;
                    }
    }
}
TEST(IncrementalBoxSatTest, a_moved_side_changes_only_one_end_of_the_interval) {
    expect_weights<OverlapTest::aabb_of_obb>();
    expect_weights<OverlapTest::sat_lite>();
    expect_weights<OverlapTest::sat>();
}

// A rotation by the angle of the 3-4-5 triangle, whose cosines are not floats.
TEST(IncrementalBoxSatTest, weights_are_rounded_towards_zero) {
    const Aabb root{glm::vec3(-1), glm::vec3(1)};
    const Pose turned =
        make_pose({glm::angleAxis(std::atan2(0.6, 0.8), glm::dvec3(0, 0, 1)), {}, glm::dvec3(1.0)});
    const BoxRelation relation = make_box_relation(turned, {}, root, root, OverlapTest::sat_lite);
    const auto steps = make_incremental_box_sat<OverlapTest::sat_lite>(relation, {root, 1}, {root, 1});
    for (std::size_t k = 0; k < 2; ++k)
        for (std::size_t axis = 3; axis < 5; ++axis) {
            const Lane lane = lane_of<OverlapTest::sat_lite>(axis);
            const long double most = k == axis - 3 ? 0.8L : 0.6L;
            const long double weight = std::max(value_at(steps.weights[0][k][0], lane.upper_of_a),
                                                value_at(steps.weights[0][k][0], lane.upper_of_b));
            EXPECT_LE(weight, most * (1.0L + 0x1p-24L));
            EXPECT_GE(weight, most * (1.0L - 0x1p-22L));
        }
}

// An axis gets infinite overlaps, so that it never separates, if the overlap or the widths of the boxes exceed 1e37.
// The relation is made for small boxes, so that its error bounds are within the range of float.
TEST(IncrementalBoxSatTest, overlaps_or_widths_beyond_1e37_disable_the_axis) {
    const Aabb unit{glm::vec3(-1), glm::vec3(1)};
    const BoxRelation small = make_box_relation({}, {}, unit, unit, OverlapTest::aabb_of_obb);
    const auto find_infinite = [](const BoxRelation& relation, const Aabb& a, const Aabb& b) {
        const auto root = make_incremental_box_sat<OverlapTest::aabb_of_obb>(relation, {a, 1}, {b, 1}).root;
        std::vector<std::size_t> lanes;
        for (std::size_t lane = 0; lane < 6; ++lane)
            if (std::isinf(value_at(root, lane))) lanes.push_back(lane);
        return lanes;
    };
    using Lanes = std::vector<std::size_t>;
    EXPECT_EQ(find_infinite(small, unit, unit), Lanes{});
    Aabb wide = unit; // the overlap at its upper end is 1
    wide.lower.x = -3e37f;
    EXPECT_EQ(find_infinite(small, wide, {glm::vec3(0, -1, -1), glm::vec3(1)}), (Lanes{0, 3}));
    BoxRelation far = small;
    far.twice_t = make_float4(0.0f, 4e37f, 0.0f);
    EXPECT_EQ(find_infinite(far, unit, unit), (Lanes{1, 4}));
}

// A single negative lane must give its own axis. If several lanes are negative, the first of their axes is returned.
template <OverlapTest kTest>
void expect_axis_of_each_lane() {
    using Steps = IncrementalBoxSat<kTest>;
    constexpr std::size_t kAxes = Steps::kFaces + Steps::kCrosses;
    const auto overlaps_of = [](std::initializer_list<std::size_t> negative) {
        typename Steps::Overlaps overlaps{};
        std::array<float, 4 * Steps::kVectors> lanes;
        lanes.fill(0.0f); // touching
        for (const std::size_t lane : negative) lanes[lane] = -1e-30f;
        for (std::size_t i = 0; i < Steps::kVectors; ++i) overlaps[i] = load4(&lanes[4 * i]);
        return overlaps;
    };
    EXPECT_EQ(Steps::separated_axis(overlaps_of({})), -1);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
        const Lane lane = lane_of<kTest>(axis), last = lane_of<kTest>(kAxes - 1);
        EXPECT_EQ(Steps::separated_axis(overlaps_of({lane.upper_of_a})), static_cast<int>(axis));
        EXPECT_EQ(Steps::separated_axis(overlaps_of({lane.upper_of_b})), static_cast<int>(axis));
        EXPECT_EQ(Steps::separated_axis(overlaps_of({lane.upper_of_b, last.upper_of_a})),
                  static_cast<int>(axis));
    }
}
TEST(IncrementalBoxSatTest, each_end_of_each_axis_separates) {
    expect_axis_of_each_lane<OverlapTest::aabb_of_obb>();
    expect_axis_of_each_lane<OverlapTest::sat_lite>();
    expect_axis_of_each_lane<OverlapTest::sat>();
}

// A step with one move of each box gives the same ends as two steps.
TEST(IncrementalBoxSatTest, a_step_with_two_moves_equals_two_steps) {
    Random random(9);
    using Steps = IncrementalBoxSat<OverlapTest::sat>;
    for (int round = 0; round < 200; ++round) {
        const RootBoxes pair = draw_pair(random, round);
        const Steps steps = make_incremental_box_sat<OverlapTest::sat>(
            make_box_relation(pair.world_from_a, pair.world_from_b, pair.root_a, pair.root_b,
                              OverlapTest::sat),
            {pair.root_a, kSteps}, {pair.root_b, kSteps});
        const auto &of_a = steps.weights[0][random() % 3][random() % 2],
                   &of_b = steps.weights[1][random() % 3][random() % 2];
        const Float4 by_a = splat4(static_cast<float>(draw(random, 0.0, 0.3))),
                     by_b = splat4(static_cast<float>(draw(random, 0.0, 0.3)));
        Steps::Overlaps once{}, first{}, second{};
        const int axis =
            Steps::subtract_decreases(steps.root, Steps::scaled(of_a, by_a), Steps::scaled(of_b, by_b), once);
        Steps::step(steps.root, of_a, by_a, first);
        EXPECT_EQ(Steps::step(first, of_b, by_b, second), axis);
        for (std::size_t lane = 0; lane < 4 * Steps::kVectors; ++lane)
            ASSERT_EQ(value_at(once, lane), value_at(second, lane));
    }
}

} // namespace
} // namespace boxwood::incremental_box_sat_test
