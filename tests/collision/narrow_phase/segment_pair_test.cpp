#include "collision/narrow_phase/walk/segment_pair.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

Segment between(const glm::dvec3& tail, const glm::dvec3& head) {
    return {tail, glm::normalize(head - tail), glm::distance(tail, head)};
}

// The distance from the point of p at s to q, by clamped projection. It is convex in s, so ternary search finds its
// minimum.
double distance_at(const Segment& p, const Segment& q, double s) {
    const double t = glm::dot(p.at(s) - q.tail, q.direction);
    return glm::distance(p.at(s), q.at(std::fmin(std::fmax(t, 0.0), q.length)));
}
double least_distance(const Segment& p, const Segment& q) {
    double lower = 0.0, upper = p.length;
    for (int k = 0; k < 200; ++k) {
        const double a = lower + (upper - lower) / 3.0, b = upper - (upper - lower) / 3.0;
        if (distance_at(p, q, a) < distance_at(p, q, b))
            upper = b;
        else
            lower = a;
    }
    return distance_at(p, q, 0.5 * (lower + upper));
}

// The witnesses lie on the segments, at the ends that part_p and part_q name, and at the minimum distance.
void expect_closest(const Segment& p, const Segment& q, double error_bound) {
    const SegmentPair pair = closest_points(p, q);
    const auto expect_on = [error_bound](const Segment& segment, const glm::dvec3& x, SegmentPart part) {
        const double s = glm::dot(x - segment.tail, segment.direction);
        EXPECT_NEAR(glm::distance(segment.at(s), x), 0.0, error_bound);
        EXPECT_GE(s, -error_bound);
        EXPECT_LE(s, segment.length + error_bound);
        const double end = part == SegmentPart::tail ? 0.0 : part == SegmentPart::head ? segment.length : s;
        EXPECT_NEAR(s, end, error_bound);
    };
    expect_on(p, pair.on_p, pair.part_p);
    expect_on(q, pair.on_q, pair.part_q);
    EXPECT_NEAR(glm::distance(pair.on_p, pair.on_q), least_distance(p, q), error_bound);
}

TEST(SegmentPairTest, RandomSegments) {
    std::mt19937 random(30);
    const auto point = [&] { return test::random_in_box(random, 1.0); };
    for (int k = 0; k < 20000; ++k)
        expect_closest(between(point(), point()), between(point(), point()), 1e-7);
}

TEST(SegmentPairTest, NearlyAndExactlyParallelSegments) {
    std::mt19937 random(31);
    for (int k = 0; k < 20000; ++k) {
        const glm::dvec3 tail = test::random_in_box(random, 1.0), along = test::random_in_box(random, 1.0);
        const double angle = std::pow(10.0, -(k % 18)), stretch = k % 2 == 0 ? 1.0 : -0.5;
        const glm::dvec3 other = tail + test::random_in_box(random, 1.5);
        const glm::dvec3 turned =
            stretch * (along + (k % 18 == 0 ? 0.0 : angle) * test::random_in_box(random, 1.0));
        expect_closest(between(tail, tail + along), between(other, other + turned), 1e-7);
    }
}

TEST(SegmentPairTest, ParallelSegmentsTakeTheMiddleOfTheirCommonPart) {
    const Segment p = between({0, 0, 0}, {4, 0, 0});
    const auto on_p = [&](double from, double to) {
        return closest_points(p, between({from, 1, 0}, {to, 1, 0}));
    };
    EXPECT_EQ(on_p(1, 3).on_p, glm::dvec3(2, 0, 0));
    EXPECT_EQ(on_p(3, 1).on_q, glm::dvec3(2, 1, 0));
    EXPECT_EQ(on_p(2, 9).on_p, glm::dvec3(3, 0, 0));
    EXPECT_EQ(on_p(9, 2).part_p, SegmentPart::inner);
    EXPECT_EQ(on_p(5, 9).part_p, SegmentPart::head);
    EXPECT_EQ(on_p(5, 9).part_q, SegmentPart::tail);
    EXPECT_EQ(on_p(9, 5).part_q, SegmentPart::head);
    EXPECT_EQ(on_p(-3, -1).part_p, SegmentPart::tail);
    EXPECT_EQ(on_p(-3, -1).part_q, SegmentPart::head);
    EXPECT_EQ(on_p(-1, -3).part_q, SegmentPart::tail);
}

// For small angles the difference of the witnesses is the separating direction, so it must stay perpendicular to both
// lines.
TEST(SegmentPairTest, WitnessesOfNearlyParallelSegmentsArePerpendicular) {
    std::mt19937 random(32);
    for (int k = 0; k < 5000; ++k) {
        const double angle = std::pow(10.0, -1 - k % 12);
        const glm::dquat turn = test::random_rotation(random);
        const auto at = [&](double x, double y, double z) { return turn * glm::dvec3(x, y, z); };
        const SegmentPair pair = closest_points(between(at(-1, 0, 0), at(1, 0, 0)),
                                                between(at(-1, -angle, 0.5), at(1, angle, 0.5)));
        const glm::dvec3 difference = pair.on_q - pair.on_p;
        EXPECT_NEAR(glm::dot(difference, at(1, 0, 0)), 0.0, 1e-14);
        EXPECT_NEAR(glm::dot(difference, at(1, angle, 0)), 0.0, 1e-14);
    }
}

} // namespace
} // namespace boxwood
