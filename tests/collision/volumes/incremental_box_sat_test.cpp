#include "collision/volumes/box/incremental_box_sat.hpp"

#include "bench/experiments/box_tree/counted_steps.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/separation.hpp"

#include <gtest/gtest.h>

#include <optional>

#include <glm/matrix.hpp>

namespace boxwood {
namespace {

using oracle::corners_of;
using oracle::draw;
using oracle::find_widest_gap;
using oracle::Random;
using oracle::Vec;

constexpr std::uint32_t kSteps = 24; // per box

int cases(std::size_t usual, std::size_t in_a_long_run) {
    return static_cast<int>(test::choose_effort(usual, in_a_long_run));
}

Aabb draw_box(Random& random, double reach) {
    const glm::vec3 p(oracle::draw_point(random, reach)), q(oracle::draw_point(random, reach));
    return {glm::min(p, q), glm::max(p, q)};
}

// A side of a box, moved by a fraction of the box's extent; apply() updates the box with the arithmetic of BoxTreeNode.
struct Move {
    bool is_of_a = false, is_upper = false; // the lower side of an upper child moves
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

struct Shrinking {
    Aabb root_a, root_b;
    Pose world_from_a, world_from_b;
};
Shrinking draw_pair(Random& random, int round) {
    Shrinking pair{draw_box(random, 1.0), draw_box(random, 1.0), oracle::draw_pose(random, 0.5),
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

    explicit Walk(const Shrinking& pair)
        : steps_(make_incremental_box_sat<kTest>(
              make_box_relation(pair.world_from_a, pair.world_from_b, pair.root_a, pair.root_b, kTest),
              {pair.root_a, kSteps}, {pair.root_b, kSteps}))
        , state_(steps_.root)
        , axis_(Steps::separated_axis(state_)) {}

    void step(const Move& move) {
        if (!overlaps()) return; // sub-boxes stay separated
        const auto& weights =
            steps_.weights[move.is_of_a ? 0 : 1][static_cast<std::size_t>(move.axis)][move.is_upper ? 1 : 0];
        typename Steps::Overlaps next{};
        axis_ = Steps::step(state_, weights, splat4(move.by), next);
        const int in_parts = Steps::take_both(state_, Steps::scaled(weights, splat4(move.by)), {}, next);
        EXPECT_EQ(in_parts, axis_) << "taken in two parts";
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

// Interval of a box along an axis of A's frame, from scratch: by its corners, in the world.
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

TEST(IncrementalBoxSatTest, incremental_ends_equal_direct_re_boxing_to_rounding) {
    Random random(1);
    int compared = 0;
    for (int round = 0; round < cases(500, 20000); ++round) {
        Shrinking pair = draw_pair(random, 0);
        const auto to_vec = [](const glm::dvec3& v) { return Vec(v); };
        Walk<OverlapTest::reboxing> walk(pair);
        Aabb a = pair.root_a, b = pair.root_b;
        for (std::uint32_t step = 0; step < kSteps && walk.overlaps(); ++step) {
            const Move move = draw_move(random, a, b);
            apply(move, a, b);
            walk.step(move);
            for (int axis = 0; axis < 3; ++axis) {
                const Vec axis_w = to_vec(pair.world_from_a.linear[axis]); // a rotation, so unit length
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

TEST(IncrementalBoxSatTest, none_separates_wrongly_and_what_each_finds_contains_what_the_cheaper_one_finds) {
    Random random(2);
    int visited = 0, only_lite = 0, only_full = 0;
    for (int round = 0; round < cases(3000, 300000); ++round) {
        const Shrinking pair = draw_pair(random, round);
        Walk<OverlapTest::sat> full(pair);
        Walk<OverlapTest::lite> lite(pair);
        Walk<OverlapTest::reboxing> reboxing(pair);
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

// Touching boxes of one frame, in a chain of exact moves, are never separated.
TEST(IncrementalBoxSatTest, touching_boxes_overlap) {
    for (int axis = 0; axis < 3; ++axis) {
        Shrinking pair{{glm::vec3(-1), glm::vec3(1)}, {glm::vec3(-1), glm::vec3(1)}, {}, {}};
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

// Numbers beyond the range of float: nothing is separated and nothing is NaN.
TEST(IncrementalBoxSatTest, HugeBoxesOverlap) {
    const Shrinking pair{{glm::vec3(-1e30f), glm::vec3(1e30f)},
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
            EXPECT_EQ(counted::count_step_flops<OverlapTest::reboxing>(axis_a, axis_b), 11u);
            EXPECT_EQ(counted::count_step_flops<OverlapTest::lite>(axis_a, axis_b), 22u);
            EXPECT_EQ(counted::count_step_flops<OverlapTest::sat>(axis_a, axis_b), 58u);
        }
}

} // namespace
} // namespace boxwood
