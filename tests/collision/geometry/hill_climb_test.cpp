#include "collision/geometry/simd/hill_climb.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace boxwood::test {
namespace {

// Polytopes whose vertices have fewer neighbors than a star holds, exactly as many, and more.
std::vector<Polytope> polytopes_of_many_degrees() {
    std::mt19937 random(1);
    std::vector<Solid> solids{tetrahedron(), box({1.0f, 0.5f, 2.0f}), sphere(24, 21)};
    for (const int sides : {6, 7, 8, 9, 60}) solids.push_back(bipyramid(sides, 1.0f, 1.5f));
    for (int i = 0; i < 3; ++i) solids.push_back(random_hull(random, 20, 1000, glm::vec3(1e-3f)));
    std::vector<Polytope> polytopes;
    for (const Solid& solid : solids) polytopes.push_back(polytope_of(solid));
    return polytopes;
}

Pose random_pose(std::mt19937& random) {
    const glm::dquat q = glm::angleAxis(random_in_box(random, 3.0).x,
                                        glm::normalize(random_in_box(random, 1.0) + glm::dvec3(1e-3)));
    return make_pose({q, random_in_box(random, 10.0), glm::dvec3(1.0)});
}

SupportVertex climb_alone(const HillClimbKernel& kernel, HillClimb climb, ClimbCounters& out_counts) {
    kernel.climb({&climb, 1}, out_counts);
    return climb.peak;
}

double height_of(const Polytope& polytope, const Pose& pose, int axis, double sign, std::uint32_t vertex) {
    return sign * (pose * polytope.positions()[vertex])[axis];
}

// Counts the steps of a climb that always moves to the highest neighbor.
std::uint64_t count_steps(const Polytope& polytope, const Pose& pose, int axis, double sign,
                          std::uint32_t vertex) {
    const auto height = [&](std::uint32_t of) { return height_of(polytope, pose, axis, sign, of); };
    for (std::uint64_t steps = 0;; ++steps) {
        std::uint32_t best = vertex;
        for (const std::uint32_t neighbor : polytope.vertex_neighbors(vertex))
            if (height(neighbor) > height(best)) best = neighbor;
        if (best == vertex) return steps;
        vertex = best;
    }
}

TEST(ClimbLanesTest, All_kernels_end_at_the_same_peak_with_the_same_counts) {
    const std::span<const HillClimbKernel> kernels = list_hill_climb_kernels();
    ASSERT_EQ(kernels.back().name, "plain");
    std::mt19937 random(2);
    std::size_t level = 0;
    for (const Polytope& polytope : polytopes_of_many_degrees()) {
        for (int round = 0; round < 300; ++round) {
            const Pose pose = random_pose(random);
            const int axis = round % 3;
            const double sign = round % 2 == 0 ? 1.0 : -1.0;
            const double error_bound = round % 5 == 0 ? 0.05 : 1e-14;
            const DirectionalProjection heights(pose, axis, sign);
            const auto start = static_cast<std::uint32_t>(random() % polytope.positions().size());
            const HillClimb given(polytope.stars().data(), heights, error_bound, start);
            ClimbCounters expected_counts;
            const SupportVertex expected = climb_alone(kernels.back(), given, expected_counts);

            // A vertex is a peak if none of its neighbors is higher.
            ASSERT_EQ(expected.height, height_of(polytope, pose, axis, sign, expected.vertex));
            bool has_level_neighbor = false;
            for (const std::uint32_t neighbor : polytope.vertex_neighbors(expected.vertex)) {
                const double height = height_of(polytope, pose, axis, sign, neighbor);
                ASSERT_LE(height, expected.height);
                has_level_neighbor = has_level_neighbor || height >= expected.height - error_bound;
            }
            ASSERT_EQ(expected.has_level_neighbor, has_level_neighbor);
            ASSERT_EQ(expected_counts.steps, count_steps(polytope, pose, axis, sign, start));
            level += has_level_neighbor ? 1 : 0;

            for (const HillClimbKernel& kernel : kernels) {
                SCOPED_TRACE(kernel.name);
                ClimbCounters counts;
                const SupportVertex peak = climb_alone(kernel, given, counts);
                ASSERT_EQ(peak.vertex, expected.vertex);
                ASSERT_EQ(peak.height, expected.height);
                ASSERT_EQ(peak.has_level_neighbor, expected.has_level_neighbor);
                ASSERT_EQ(counts.evaluations, expected_counts.evaluations);
                ASSERT_EQ(counts.steps, expected_counts.steps);
            }
        }
    }
    EXPECT_GT(level, 10u); // peaks with a neighbor of equal height, within the error bound
}

// The lowest index of a vertex of the greatest height.
std::uint32_t first_highest(const Polytope& polytope, const Pose& pose, int axis, double sign) {
    std::uint32_t best = 0;
    for (std::uint32_t v = 1; v < polytope.positions().size(); ++v)
        if (height_of(polytope, pose, axis, sign, v) > height_of(polytope, pose, axis, sign, best)) best = v;
    return best;
}

TEST(ClimbLanesTest, All_kernels_return_the_first_of_equally_extremal_vertices) {
    std::mt19937 random(3);
    std::size_t scanned = 0, refused = 0;
    for (const Polytope& polytope : polytopes_of_many_degrees()) {
        const bool is_small = polytope.positions().size() <= 48;
        ASSERT_EQ(!polytope.blocks().empty(), is_small);
        (is_small ? scanned : refused) += 1;
        for (int round = 0; is_small && round < 300; ++round) {
            // Two of three poses are random. The third is axis-aligned, so that several vertices are equally high.
            const Pose pose =
                round % 3 != 0
                    ? random_pose(random)
                    : make_pose({{1.0, 0.0, 0.0, 0.0}, random_in_box(random, 10.0), glm::dvec3(1.0)});
            for (const HillClimbKernel& kernel : list_hill_climb_kernels()) {
                SCOPED_TRACE(kernel.name);
                ExtremalVertices found;
                const CoordinateBounds bounds = kernel.scan(polytope.blocks(), pose, found);
                for (int axis = 0; axis < 3; ++axis) {
                    const std::uint32_t lowest = first_highest(polytope, pose, axis, -1.0),
                                        highest = first_highest(polytope, pose, axis, 1.0);
                    const auto side = static_cast<std::size_t>(2 * axis);
                    ASSERT_EQ(found.vertex[side], lowest);
                    ASSERT_EQ(found.vertex[side + 1], highest);
                    ASSERT_EQ(bounds.lower[axis], height_of(polytope, pose, axis, 1.0, lowest));
                    ASSERT_EQ(bounds.upper[axis], height_of(polytope, pose, axis, 1.0, highest));
                }
            }
        }
    }
    EXPECT_GT(scanned, 5u);
    EXPECT_GT(refused, 0u);
}

} // namespace
} // namespace boxwood::test
