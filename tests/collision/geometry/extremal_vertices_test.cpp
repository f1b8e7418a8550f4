#include "collision/geometry/hull/mesh_hull.hpp"
#include "collision/geometry/polytope/extremal_vertices.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/test_polytopes.hpp"

#define GLM_ENABLE_EXPERIMENTAL
#include <glm/gtx/quaternion.hpp>

#include <gtest/gtest.h>

namespace boxwood::test {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

// The oracle computes every coordinate of every vertex.
CoordinateBounds scan_all(const Polytope& polytope, const Pose& pose) {
    CoordinateBounds bounds{glm::dvec3(std::numeric_limits<double>::infinity()),
                            glm::dvec3(-std::numeric_limits<double>::infinity())};
    for (const glm::vec3& p : polytope.positions()) {
        const glm::dvec3 p_w = pose * p;
        for (int axis = 0; axis < 3; ++axis) {
            if (p_w[axis] < bounds.lower[axis]) bounds.lower[axis] = p_w[axis];
            if (p_w[axis] > bounds.upper[axis]) bounds.upper[axis] = p_w[axis];
        }
    }
    return bounds;
}

testing::AssertionResult climbs_to_the_scan(const Polytope& polytope, const Pose& pose,
                                            ExtremalVertices& io_cache) {
    ClimbCounters counters;
    const CoordinateBounds climbed = climb_bounds(polytope, pose, io_cache, counters);
    const CoordinateBounds scanned = scan_all(polytope, pose);
    for (int axis = 0; axis < 3; ++axis) {
        const auto k = static_cast<std::size_t>(2 * axis);
        if (climbed.lower[axis] != scanned.lower[axis] || climbed.upper[axis] != scanned.upper[axis])
            return testing::AssertionFailure()
                   << "axis " << axis << ": lower off by " << climbed.lower[axis] - scanned.lower[axis]
                   << ", upper by " << climbed.upper[axis] - scanned.upper[axis];
        if ((pose * polytope.positions()[io_cache.vertex[k]])[axis] != scanned.lower[axis] ||
            (pose * polytope.positions()[io_cache.vertex[k + 1]])[axis] != scanned.upper[axis])
            return testing::AssertionFailure() << "axis " << axis << ": the cache holds another vertex";
    }
    return testing::AssertionSuccess();
}

std::vector<Polytope> many_polytopes() {
    std::mt19937 random(1);
    std::vector<Solid> solids{tetrahedron(),
                              box({1.0f, 0.01f, 100.0f}, {5.0f, 6.0f, 7.0f}),
                              box({0.1f, 0.3f, 0.7f}),
                              grid_cube(3),
                              prism(7, 1.0f, 0.2f),
                              prism(100, 1.0f, 1e-3f),
                              bipyramid(18, 1.0f, 1.5f),
                              bipyramid(60, 1.0f, 0.01f),
                              sphere(12, 8),
                              sphere(24, 21)};
    for (const int range : {3, 10, 1000, 1 << 22})
        for (int i = 0; i < 3; ++i)
            solids.push_back(random_hull(random, 14, range, glm::vec3(1.0f / static_cast<float>(range))));
    std::vector<Polytope> polytopes;
    for (const Solid& solid : solids) polytopes.push_back(polytope_of(solid));
    return polytopes;
}

Pose pose_of(const glm::dquat& q, const glm::dvec3& t) {
    return make_pose({q, t, glm::dvec3(1.0)});
}

glm::dquat turn(std::mt19937& random, double angle) {
    return glm::angleAxis(angle, glm::normalize(random_in_box(random, 1.0) + glm::dvec3(1e-3)));
}

template <std::size_t kCount>
double pick(std::mt19937& random, const std::array<double, kCount>& numbers) {
    return numbers[std::uniform_int_distribution<std::size_t>(0, kCount - 1)(random)];
}

TEST(ExtremalVerticesTest, bounds_equal_a_scan_bit_for_bit) {
    const std::vector<Polytope> polytopes = many_polytopes();
    const std::size_t steps = test::choose_effort(100000, 1000000) / polytopes.size();
    std::mt19937 random(2);
    std::uniform_int_distribution<int> kind(0, 99);
    for (std::size_t i = 0; i < polytopes.size(); ++i) {
        SCOPED_TRACE(testing::Message() << "polytope " << i);
        ExtremalVertices cache;
        glm::dquat q(1.0, 0.0, 0.0, 0.0);
        glm::dvec3 t(0.0);
        for (std::size_t step = 0; step < steps; ++step) {
            const int k = kind(random);
            q = glm::normalize(turn(random, k < 5 ? 180.0 * kDegree : k < 10 ? 1e-9 : k * 0.2 * kDegree) * q);
            t = k == 50 ? random_in_box(random, 1e6) : t + random_in_box(random, 0.01);
            ASSERT_TRUE(climbs_to_the_scan(polytopes[i], pose_of(q, t), cache)) << "step " << step;
        }
    }
}

// Moves each coordinate to the next axis, so that the axis of a prism becomes x.
Solid cycled(const Solid& solid) {
    Solid result = solid;
    for (glm::vec3& p : result.positions) p = {p.z, p.x, p.y};
    return result;
}

// Faces perpendicular to the axes, exactly and nearly: the heights of their vertices are equal or differ only by
// rounding. A climb that accepts only higher neighbors can stop on such a face before the true maximum.
TEST(ExtremalVerticesTest, bounds_equal_a_scan_on_level_and_slightly_tilted_faces) {
    std::mt19937 random(3);
    std::vector<Polytope> polytopes;
    for (const Solid& solid : {box(glm::vec3(1.0f)), box({0.1f, 0.7f, 1.3f}, {0.3f, 0.1f, 0.9f}),
                               grid_cube(4), cycled(prism(60, 1.0f, 0.1f)), cycled(prism(25, 1.0f, 0.3f)),
                               prism(5, 0.3f, 1.0f), prism(60, 1.0f, 0.1f), prism(300, 1.0f, 0.1f)})
        polytopes.push_back(polytope_of(solid));
    const glm::dquat quarter(std::sqrt(0.5), std::sqrt(0.5), 0.0, 0.0);
    for (const Polytope& polytope : polytopes) {
        std::uniform_int_distribution<std::uint32_t> any(
            0, static_cast<std::uint32_t>(polytope.positions().size()) - 1);
        for (int trial = 0; trial < 4000; ++trial) {
            const double tilt = pick(random, std::array{0.0, 1e-17, 1e-16, 3e-16, 1e-15, 1e-12, 1e-8});
            const double reach = pick(random, std::array{0.0, 1.0, 100.0, 1e9});
            const glm::dquat q =
                turn(random, tilt) * (trial % 2 == 0 ? glm::dquat(1.0, 0.0, 0.0, 0.0) : quarter);
            const glm::dvec3 t = random_in_box(random, reach);
            ExtremalVertices cache;
            for (std::uint32_t& vertex : cache.vertex) vertex = any(random);
            ASSERT_TRUE(climbs_to_the_scan(polytope, pose_of(q, t), cache)) << "trial " << trial;
        }
    }
}

// A cone whose base, a polygon of many vertices, lies in a lattice plane that is perpendicular to no axis.
Solid oblique_cone() { // the coordinates are exact, so that only heights are rounded
    std::vector<Lattice> points{{-60, -60, -60}};
    std::set<std::pair<int, int>> seen;
    for (int k = 0; k < 400; ++k) { // in the plane x + y + z = 0, near a circle
        const double angle = 2.0 * std::numbers::pi * k / 400.0, radius = 40.0;
        const glm::dvec3 p = radius * (std::cos(angle) * glm::normalize(glm::dvec3(1.0, -1.0, 0.0)) +
                                       std::sin(angle) * glm::normalize(glm::dvec3(1.0, 1.0, -2.0)));
        const int x = static_cast<int>(std::lround(p.x)), y = static_cast<int>(std::lround(p.y));
        if (k % 8 == 0 && seen.emplace(x, y).second) points.emplace_back(x, y, -x - y);
    }
    return lattice_hull(points, glm::vec3(0.03125f));
}

Solid turned(const Solid& solid, const glm::dquat& q) {
    Solid result = solid;
    for (glm::vec3& p : result.positions) p = glm::vec3(q * glm::dvec3(p));
    return result;
}

// Level faces whose vertices have equal heights only up to rounding: the rounding of products with a row of the matrix
// (lattice), of coordinates (rotated solids), or of the sum with a large translation. On its way to the highest vertex,
// a climb may have to pass vertices whose rounded heights are lower than that of its start.
TEST(ExtremalVerticesTest, bounds_equal_a_scan_on_oblique_faces_turned_to_an_axis) {
    std::mt19937 random(6);
    std::vector<Polytope> polytopes{polytope_of(oblique_cone())};
    for (const int sides : {12, 60}) {
        const Solid solid = prism(sides, 1.0f, 0.2f);
        for (int i = 0; i < 4; ++i) polytopes.push_back(polytope_of(turned(solid, random_rotation(random))));
    }
    for (std::size_t i = 0; i < polytopes.size(); ++i) {
        const Polytope& polytope = polytopes[i];
        std::uniform_int_distribution<std::uint32_t> any(
            0, static_cast<std::uint32_t>(polytope.positions().size()) - 1);
        std::uint32_t base = 0;
        for (std::uint32_t f = 1; f < polytope.faces().size(); ++f)
            if (polytope.face_sides(f).size() > polytope.face_sides(base).size()) base = f;
        ASSERT_GE(polytope.face_sides(base).size(), 12u);
        for (int trial = 0; trial < 3000; ++trial) {
            glm::dvec3 up(0.0);
            up[trial % 3] = trial % 2 == 0 ? 1.0 : -1.0;
            const glm::dquat q = glm::rotation(polytope.faces()[base].normal, up);
            const double tilt = pick(random, std::array{0.0, 1e-16, 1e-15, 1e-12, 1e-9, 1e-8, 1e-7});
            const double reach = pick(random, std::array{0.0, 10.0, 100.0, 1e8});
            ExtremalVertices cache;
            for (std::uint32_t& vertex : cache.vertex) vertex = any(random);
            const Pose pose = pose_of(turn(random, tilt) * q, random_in_box(random, reach));
            ASSERT_TRUE(climbs_to_the_scan(polytope, pose, cache)) << "polytope " << i << ", trial " << trial;
        }
    }
}

struct Cost {
    double evaluations = 0.0, steps = 0.0; // per frame
};

// Rotates about an axis that itself rotates, so that the extremal vertices cover the polytope.
Cost cost_of_turning(const Polytope& polytope, double angle) {
    constexpr int kFrames = 2000;
    std::mt19937 random(4);
    ExtremalVertices cache;
    ClimbCounters counters;
    glm::dquat q = random_rotation(random);
    glm::dvec3 axis(1.0, 0.0, 0.0);
    climb_bounds(polytope, pose_of(q, {}), cache, counters);
    counters = {};
    for (int frame = 0; frame < kFrames; ++frame) {
        axis = glm::normalize(axis + random_in_box(random, 0.1));
        q = glm::normalize(glm::angleAxis(angle, axis) * q);
        climb_bounds(polytope, pose_of(q, {}), cache, counters);
    }
    return {static_cast<double>(counters.evaluations) / kFrames,
            static_cast<double>(counters.steps) / kFrames};
}

TEST(ExtremalVerticesTest, the_climb_evaluates_only_vertices_near_the_extremes) {
    const Polytope polytope = polytope_of(sphere(24, 21));
    const double count = static_cast<double>(polytope.positions().size());
    ASSERT_GE(count, 500.0);
    const double mean_degree = 2.0 * static_cast<double>(polytope.edges().size()) / count;
    EXPECT_LE(cost_of_turning(polytope, kDegree).evaluations, 3.0 * 6.0 * (1.0 + mean_degree));

    std::mt19937 random(5);
    for (int trial = 0; trial < 100; ++trial) {
        const Pose pose = pose_of(random_rotation(random), random_in_box(random, 1.0));
        ExtremalVertices cache;
        ClimbCounters counters;
        climb_bounds(polytope, pose, cache, counters);
        counters = {};
        climb_bounds(polytope, pose, cache, counters);
        std::uint64_t expected = 6;
        for (const std::uint32_t vertex : cache.vertex) expected += polytope.vertex_neighbors(vertex).size();
        EXPECT_EQ(counters.evaluations, expected);
        EXPECT_EQ(counters.steps, 0u);
    }
}

TEST(ExtremalVerticesTest, steps_grow_with_the_speed_of_rotation) {
    const Polytope polytope = polytope_of(sphere(24, 21));
    double last = cost_of_turning(polytope, 0.0).steps;
    EXPECT_EQ(last, 0.0);
    for (const double degrees : {0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0}) {
        const double steps = cost_of_turning(polytope, degrees * kDegree).steps;
        EXPECT_GT(steps, 1.4 * last) << degrees << " degrees per frame";
        last = steps;
    }
}

// Regression test: these calls read out of bounds in release builds.
TEST(ExtremalVerticesDeathTest, empty_polytopes_and_hulls_have_no_bounds) {
    const auto expect_refused = [](const SupportGraph& graph) {
        ExtremalVertices cache;
        ClimbCounters counters;
        EXPECT_DEATH(climb_bounds(graph, Pose{}, cache, counters), "requirement failed");
        EXPECT_DEATH(scan_bounds(graph, Pose{}, cache, counters), "requirement failed");
    };
    Polytope moved_from = polytope_of(tetrahedron());
    const Polytope target = std::move(moved_from);
    expect_refused(support_graph_of(Polytope{}));
    expect_refused(support_graph_of(moved_from)); // NOLINT(bugprone-use-after-move): it is empty
    expect_refused(MeshHull().graph());
    expect_refused(MeshHull(std::span<const glm::vec3>{}).graph());

    const Polytope large = polytope_of(sphere(12, 8)); // has no blocks to scan
    ExtremalVertices cache;
    ClimbCounters counters;
    EXPECT_DEATH(scan_bounds(large, Pose{}, cache, counters), "requirement failed");
}

} // namespace
} // namespace boxwood::test
