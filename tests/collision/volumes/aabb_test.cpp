#include "collision/volumes/aabb.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace boxwood {
namespace {

TEST(AabbTest, FitIsTheSmallestBoxOfItsPoints) {
    const std::vector<glm::vec3> points{{1, 5, -2}, {0, 7, 3}, {2, 6, 1}};
    const Aabb box = Aabb::fit(points);
    EXPECT_EQ(box, (Aabb{{0, 5, -2}, {2, 7, 3}}));
    EXPECT_FLOAT_EQ(box.volume(), 2 * 2 * 5);
    EXPECT_FLOAT_EQ(box.half_area(), 2 * 2 + 2 * 5 + 5 * 2);
    EXPECT_EQ(box.longest_side(), 5);
    EXPECT_TRUE(Aabb::fit({}).is_empty());
    EXPECT_EQ(Aabb::fit({}).volume(), 0);
    EXPECT_EQ(merge(Aabb{}, box), box);
}

// Boxes are closed sets: touching counts as overlap on every side of every axis, exactly.
TEST(AabbTest, touching_overlaps_and_a_gap_of_one_ulp_does_not) {
    const Aabb unit{{0, 0, 0}, {1, 1, 1}};
    for (int axis = 0; axis < 3; ++axis) {
        Aabb other = unit;
        other.lower[axis] = 1;
        other.upper[axis] = 2;
        EXPECT_TRUE(overlap(unit, other) && overlap(other, unit));
        other.lower[axis] = std::nextafterf(1.0f, 2.0f);
        EXPECT_FALSE(overlap(unit, other) || overlap(other, unit));
    }
}

TEST(AabbTest, ContainsItsBordersAndNothingBeyond) {
    const Aabb box{{0, 0, 0}, {1, 2, 3}};
    EXPECT_TRUE(box.contains(glm::vec3(1, 2, 3)) && box.contains(glm::vec3(0, 0, 0)));
    for (int axis = 0; axis < 3; ++axis) {
        glm::vec3 p = box.upper;
        p[axis] = std::nextafterf(p[axis], 9.0f);
        EXPECT_FALSE(box.contains(p));
        p = box.lower;
        p[axis] = std::nextafterf(p[axis], -9.0f);
        EXPECT_FALSE(box.contains(p));
    }
    EXPECT_FALSE(box.contains(glm::vec3(std::nanf(""), 1, 1)));
}

TEST(AabbTest, OutlineIsTheTwelveEdges) {
    const Aabb box{{0, 0, 0}, {1, 2, 3}};
    std::set<std::tuple<float, float, float, float, float, float>> edges;
    box.outline([&](const glm::vec3& from, const glm::vec3& to) {
        EXPECT_TRUE(box.contains(from) && box.contains(to));
        const glm::vec3 step = to - from;
        EXPECT_EQ((step.x != 0) + (step.y != 0) + (step.z != 0), 1);
        edges.insert({from.x, from.y, from.z, to.x, to.y, to.z});
    });
    EXPECT_EQ(edges.size(), 12u);
}

TEST(AabbTest, BoundsAreRoundedOutward) {
    oracle::Random random(7);
    for (int i = 0; i < 10000; ++i) {
        const double x = oracle::draw(random, -1.0, 1.0) * std::pow(10.0, oracle::draw(random, -30.0, 30.0));
        EXPECT_LE(static_cast<double>(round_down(x)), x);
        EXPECT_GE(static_cast<double>(round_up(x)), x);
        EXPECT_LE(round_up(x), std::nextafterf(round_down(x), HUGE_VALF));
    }
    EXPECT_EQ(round_down(0.5), 0.5f);
    EXPECT_EQ(round_up(0.5), 0.5f);
}

// Rounding outward gives the float that std::nextafter gives, from the smallest numbers to infinity.
TEST(AabbTest, RoundingOutwardGivesTheNearestFloatOnThatSide) {
    oracle::Random random(8);
    for (int i = 0; i < 20000; ++i) {
        const double x = oracle::draw(random, -1.0, 1.0) * std::pow(10.0, oracle::draw(random, -50.0, 40.0));
        const auto nearest = static_cast<float>(x);
        const float below = static_cast<double>(nearest) > x ? std::nextafterf(nearest, -HUGE_VALF) : nearest;
        const float above = static_cast<double>(nearest) < x ? std::nextafterf(nearest, HUGE_VALF) : nearest;
        EXPECT_EQ(std::bit_cast<std::uint32_t>(round_down(x)), std::bit_cast<std::uint32_t>(below)) << x;
        EXPECT_EQ(std::bit_cast<std::uint32_t>(round_up(x)), std::bit_cast<std::uint32_t>(above)) << x;
    }
    const double least = std::numeric_limits<double>::denorm_min();
    EXPECT_EQ(round_up(least), std::numeric_limits<float>::denorm_min());
    EXPECT_EQ(round_down(-least), -std::numeric_limits<float>::denorm_min());
    EXPECT_EQ(round_down(1e300), std::numeric_limits<float>::max());
    EXPECT_EQ(round_up(1e300), std::numeric_limits<float>::infinity());
    EXPECT_EQ(round_down(0.0), 0.0f);
    EXPECT_EQ(round_up(-0.0), 0.0f);
}

} // namespace
} // namespace boxwood
