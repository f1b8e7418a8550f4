#include "collision/geometry/hull/convex_hull.hpp"
#include "collision/geometry/hull/mesh_hull.hpp"
#include "tests/oracles/determinant_oracle.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>

namespace boxwood::test {
namespace {

std::vector<glm::vec3> to_floats(const std::vector<Lattice>& points) {
    return {points.begin(), points.end()};
}

std::vector<Lattice> random_lattice(std::mt19937& random, int count, const glm::ivec3& range) {
    std::vector<Lattice> points;
    const auto one = [&](int half) { return std::uniform_int_distribution<int>(-half, half)(random); };
    for (int i = 0; i < count; ++i) points.emplace_back(one(range.x), one(range.y), one(range.z));
    return points;
}

// Expects a closed surface of triangles, and all points on or below the plane of each triangle.
void expect_hull(const ConvexHull& hull, const std::vector<Lattice>& points) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> directed;
    std::set<std::uint32_t> used;
    for (const auto& t : hull.triangles()) {
        for (std::size_t k = 0; k < 3; ++k) {
            ++directed[{t[k], t[(k + 1) % 3]}];
            used.insert(t[k]);
        }
        for (const Lattice& p : points)
            ASSERT_LE(orientation(points[t[0]], points[t[1]], points[t[2]], p), 0);
        ASSERT_FALSE(are_collinear(points[t[0]], points[t[1]], points[t[2]]));
    }
    for (const auto& [edge, count] : directed) {
        ASSERT_EQ(count, 1);
        ASSERT_TRUE(directed.contains({edge.second, edge.first}));
    }
    ASSERT_EQ(std::vector<std::uint32_t>(used.begin(), used.end()),
              std::vector<std::uint32_t>(hull.vertices().begin(), hull.vertices().end()));
    ASSERT_EQ(2 * hull.edges().size(), directed.size());
    for (const auto& edge : hull.edges()) ASSERT_TRUE(edge.first < edge.second && directed.contains(edge));
    // Euler's formula for a sphere
    ASSERT_EQ(hull.vertices().size() + hull.triangles().size(), hull.edges().size() + 2);
}

// Expects that in random directions, the vertices of the hull extend as far as the points. This also checks flat hulls,
// for which expect_hull() is not called.
void expect_same_reach(const ConvexHull& hull, const std::vector<Lattice>& points, std::mt19937& random) {
    for (int trial = 0; trial < 40; ++trial) {
        const glm::i64vec3 direction(random_lattice(random, 1, glm::ivec3(50))[0]);
        const auto along = [&](const Lattice& p) {
            return direction.x * p.x + direction.y * p.y + direction.z * p.z;
        };
        std::int64_t most = std::numeric_limits<std::int64_t>::min(), reached = most;
        for (const Lattice& p : points) most = std::max(most, along(p));
        for (const std::uint32_t v : hull.vertices()) reached = std::max(reached, along(points[v]));
        ASSERT_EQ(reached, most);
    }
}

TEST(ConvexHullTest, contains_all_points_exactly) {
    std::mt19937 random(1);
    ConvexHull hull; // reused: scratch of an earlier hull must not affect the next hull
    for (std::size_t trial = 0; trial < choose_effort(600, 6000); ++trial) {
        const int half = std::array{1, 2, 5, 100, 1 << 20}[trial % 5];
        const int count = std::uniform_int_distribution<int>(4, 80)(random);
        const std::vector<Lattice> points = random_lattice(random, count, glm::ivec3(half));
        hull.find(to_floats(points));
        if (hull.dimension() == 3) expect_hull(hull, points);
        expect_same_reach(hull, points, random);
        if (testing::Test::HasFatalFailure()) FAIL() << "trial " << trial;
    }
}

TEST(ConvexHullTest, keeps_the_corners_of_a_grid) {
    std::vector<Lattice> points;
    for (int x = 0; x < 6; ++x)
        for (int y = 0; y < 6; ++y)
            for (int z = 0; z < 6; ++z) points.emplace_back(x, y, z);
    std::mt19937 random(2);
    std::shuffle(points.begin(), points.end(), random);
    ConvexHull hull;
    hull.find(to_floats(points));
    ASSERT_EQ(hull.dimension(), 3);
    expect_hull(hull, points);
    int corners = 0;
    for (const std::uint32_t v : hull.vertices()) {
        const Lattice& p = points[v];
        corners += (p.x % 5 == 0) + (p.y % 5 == 0) + (p.z % 5 == 0) == 3 ? 1 : 0;
    }
    EXPECT_EQ(corners, 8);
}

TEST(ConvexHullTest, flat_points_give_a_polygon_a_segment_or_a_point) {
    std::mt19937 random(3);
    ConvexHull hull;
    hull.find({});
    EXPECT_EQ(hull.dimension(), -1);
    EXPECT_TRUE(hull.vertices().empty());
    for (int trial = 0; trial < 300; ++trial) {
        // Integer combinations of vectors span a plane, a line or a point.
        const std::vector<Lattice> axes = random_lattice(random, 2, glm::ivec3(9));
        const int dimension = trial % 3;
        std::vector<Lattice> points;
        for (const Lattice& at : random_lattice(random, 40, glm::ivec3(20)))
            points.push_back(Lattice(7, -3, 5) + (dimension > 0 ? at.x : 0) * axes[0] +
                             (dimension > 1 ? at.y : 0) * axes[1]);
        hull.find(to_floats(points));
        EXPECT_LE(hull.dimension(), dimension);
        EXPECT_EQ(hull.triangles().empty(), hull.dimension() < 2);
        EXPECT_EQ(hull.edges().empty(), hull.dimension() < 1);
        for (const std::uint32_t v : hull.vertices()) ASSERT_LT(v, points.size());
        expect_same_reach(hull, points, random);
    }
}

TEST(ConvexHullTest, ignores_points_that_are_not_finite) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    ConvexHull hull;
    hull.find(std::vector<glm::vec3>{
        {nan, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, kInfinity, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -kInfinity}});
    EXPECT_EQ(hull.dimension(), 3);
    EXPECT_EQ((std::vector<std::uint32_t>(hull.vertices().begin(), hull.vertices().end())),
              (std::vector<std::uint32_t>{1, 2, 4, 5}));
}

// The coordinates differ much in size, or the points lie far from the origin or nearly in a plane. The oracle uses
// integers of arbitrary size.
TEST(ConvexHullTest, is_exact_where_double_arithmetic_is_not) {
    std::mt19937 random(4);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    ConvexHull hull;
    for (int trial = 0; trial < 30; ++trial) {
        const float flat = std::array{1.0f, 1e-6f, 1e-20f}[static_cast<std::size_t>(trial % 3)];
        const float far = std::array{0.0f, 1e3f, 1e9f}[static_cast<std::size_t>(trial / 3 % 3)];
        std::vector<glm::vec3> points;
        for (int i = 0; i < 24; ++i) {
            const float x = unit(random), y = unit(random);
            points.emplace_back(far + x, y, flat * unit(random) + (x + y) * 0.25f);
        }
        hull.find(points);
        if (hull.dimension() != 3) continue;
        for (const auto& t : hull.triangles())
            for (const glm::vec3& p : points)
                ASSERT_LE(oracle::orient3d(points[t[0]], points[t[1]], points[t[2]], p), 0) << trial;
    }
}

TEST(ConvexHullTest, a_reused_hull_object_gives_the_same_hull) {
    std::mt19937 random(5);
    const std::vector<glm::vec3> points = to_floats(random_lattice(random, 500, glm::ivec3(1000)));
    ConvexHull used, fresh;
    used.find(to_floats(random_lattice(random, 900, glm::ivec3(3))));
    used.find(points);
    fresh.find(points);
    EXPECT_TRUE(std::ranges::equal(used.triangles(), fresh.triangles()));
    EXPECT_TRUE(std::ranges::equal(used.edges(), fresh.edges()));
}

// If the pose has not changed, the number of heights that a climb computes depends on the degrees of the six extremal
// vertices, not on the number of vertices.
TEST(MeshHullTest, the_cost_of_a_box_at_an_unchanged_pose_does_not_grow_with_the_vertices) {
    std::mt19937 random(6);
    std::normal_distribution<float> normal;
    for (const int count : {1000, 20000}) {
        std::vector<glm::vec3> points;
        for (int i = 0; i < count; ++i)
            points.push_back(glm::normalize(glm::vec3(normal(random), normal(random), normal(random))));
        const MeshHull hull(points);
        ASSERT_GT(hull.graph().vertex_count, static_cast<std::uint32_t>(count) * 9 / 10);
        const Pose pose = make_pose({random_rotation(random), {}, glm::dvec3(1.0)});
        ExtremalVertices cache;
        ClimbCounters moving, resting;
        (void)climb_bounds(hull.graph(), pose, cache, moving);
        (void)climb_bounds(hull.graph(), pose, cache, resting);
        EXPECT_EQ(resting.steps, 0u);
        EXPECT_LT(resting.evaluations, 6u * 14u);
    }
}

} // namespace
} // namespace boxwood::test
