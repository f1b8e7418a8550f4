// The contacts of the grid oracle equal those of all pairs of triangles; its distances equal those of another oracle.
#include "engine/judge/exact_answer.hpp"

#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "tests/oracles/distance_oracle.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace boxwood::judge {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

WorldTriangles soup(oracle::Random& random, int count, double size, const glm::dvec3& offset,
                    bool has_slivers) {
    const oracle::SampleMesh mesh = oracle::make_soup(random, count, size);
    WorldTriangles out;
    for (const TriangleIndices& t : mesh.triangles) {
        Triangle64 triangle{};
        for (std::size_t i = 0; i < 3; ++i) triangle[i] = glm::dvec3(mesh.positions[t[i]]) + offset;
        if (has_slivers && random() % 8 == 0)
            triangle[2] = triangle[0] + 40.0 * (triangle[1] - triangle[0]); // long enough to cross many cells
        out.push_back(triangle);
    }
    return out;
}

std::vector<TrianglePair> all_pairs(const WorldTriangles& a, const WorldTriangles& b) {
    std::vector<TrianglePair> pairs;
    for (std::uint32_t i = 0; i < a.size(); ++i)
        for (std::uint32_t j = 0; j < b.size(); ++j)
            if (triangles_intersect(a[i], b[j])) pairs.emplace_back(i, j);
    return pairs;
}

TEST(ExactAnswer, ContactsAreThoseOfAllPairs) {
    oracle::Random random(3);
    for (int round = 0; round < 40; ++round) {
        const double far = round % 4 == 0 ? 1e7 : 0.0, size = 0.05 + 0.02 * (round % 10);
        const WorldTriangles a = soup(random, 60, size, glm::dvec3(far), round % 2 == 0);
        const WorldTriangles b =
            soup(random, 80, size, glm::dvec3(far + 0.1 * (round % 5), far, far), round % 3 == 0);
        EXPECT_EQ(find_contacts(a, b).pairs, all_pairs(a, b)) << round;
    }
    const WorldTriangles some = soup(random, 5, 0.5, glm::dvec3(0), false);
    EXPECT_TRUE(find_contacts(some, {}).pairs.empty());
    EXPECT_TRUE(find_contacts({}, some).pairs.empty());
    // Triangles that all coincide in one point are in the same cell.
    const WorldTriangles points(20, Triangle64{glm::dvec3(1), glm::dvec3(1), glm::dvec3(1)});
    EXPECT_EQ(find_contacts(points, points).pairs.size(), 400u);
}

TEST(ExactAnswer, DistancesOfTrianglesAreThoseOfAnotherOracle) {
    oracle::Random random(4);
    for (int round = 0; round < 400; ++round) {
        Triangle64 a{}, b{};
        for (glm::dvec3& p : a) p = oracle::draw_point(random, 1.0);
        for (glm::dvec3& p : b) p = oracle::draw_point(random, 1.0) + glm::dvec3(round % 3, 0, 0);
        if (round % 7 == 0) a[2] = a[1]; // a segment
        if (round % 11 == 0) b[1] = b[2] = b[0];
        const ExactDistance found = triangle_distance(a, b);
        const double expected = triangles_intersect(a, b) ? 0.0 : oracle::distance_by_all_faces(a, b);
        EXPECT_NEAR(found.distance, expected, 1e-14) << round;
        if (found.distance > 0) {
            EXPECT_NEAR(glm::length(found.on_a - found.on_b), found.distance, 1e-14);
        }
    }
}

TEST(ExactAnswer, TrianglesThatIntersectHaveACommonPoint) {
    oracle::Random random(5);
    int meeting = 0;
    for (int round = 0; round < 400; ++round) {
        const WorldTriangles pair = soup(random, 2, 1.0, glm::dvec3(0), false);
        const ExactDistance found = triangle_distance(pair[0], pair[1]);
        if (!triangles_intersect(pair[0], pair[1])) continue;
        ++meeting;
        EXPECT_EQ(found.distance, 0.0);
        EXPECT_LT(glm::length(found.on_a - found.on_b), 1e-12);
        for (const Triangle64& triangle : pair)
            EXPECT_LT(triangle_distance(triangle, {found.on_a, found.on_a, found.on_a}).distance, 1e-12);
    }
    EXPECT_GT(meeting, 5);
}

TEST(ExactAnswer, DistancesOfMeshesAreTheLeastOfAllPairs) {
    oracle::Random random(5);
    for (int round = 0; round < 30; ++round) {
        const WorldTriangles a = soup(random, 40, 0.1, glm::dvec3(0), round % 2 == 0);
        const WorldTriangles b = soup(random, 50, 0.1, glm::dvec3(0.2 * round, 0.3, 0), false);
        double least = kUnbounded;
        for (const Triangle64& x : a)
            for (const Triangle64& y : b) least = std::min(least, triangle_distance(x, y).distance);
        EXPECT_EQ(find_distance(a, b, kUnbounded).distance, least);
        EXPECT_EQ(find_distance(a, b, least).distance, least); // the bound itself is included
        EXPECT_EQ(find_distance(a, b, least + 1).distance, least);
        if (least > 0) {
            EXPECT_EQ(find_distance(a, b, 0.99 * least).distance, kUnbounded);
        }
    }
}

TEST(ExactAnswer, TheOverlapDepthOfATipBelowAPlaneIsTheDepthOfTheTip) {
    const Triangle64 flat{glm::dvec3(-90, -90, 0), glm::dvec3(90, -90, 0), glm::dvec3(0, 90, 0)};
    for (const double depth : {0.5, 1e-3, 1e-9}) {
        const Triangle64 pin{glm::dvec3(0, 0, -depth), glm::dvec3(0, 0.1, 1), glm::dvec3(0.1, 0, 1)};
        EXPECT_NEAR(overlap_depth(flat, pin), depth, 1e-12);
    }
}

// Due to rounding, the box of one triangle, enlarged by the exact distance, may not reach the box of the other
// triangle.
TEST(ExactAnswer, TheOnlyPairIsNotLostByRounding) {
    oracle::Random random(6);
    const auto draw = [&random] { return oracle::draw_point(random, 1.0); };
    for (int round = 0; round < 2000; ++round) {
        const glm::dvec3 from = draw(), to = from + glm::abs(draw()) + 0.001;
        const auto is_along = [round](int axis) { return (round % 7 + 1) >> axis & 1; };
        // The closest points of the triangles are `from` and a point that has the coordinate of `to` on one to three
        // axes and that of `from` on the others.
        Triangle64 a{from, from, from}, b{to, to, to};
        for (int axis = 0; axis < 3; ++axis) {
            if (is_along(axis) == 0)
                for (std::size_t i = 0; i < 3; ++i) b[i][axis] = from[axis];
            a[1][axis] -= axis == 0 ? 0.5 : 0.0;
            b[2][axis] += axis == 0 ? 0.25 : 0.0;
        }
        const double distance = triangle_distance(a, b).distance;
        EXPECT_EQ(find_distance({a}, {b}, kUnbounded).distance, distance) << round;
        EXPECT_EQ(find_distance({a}, {b}, distance).distance, distance) << round;
        EXPECT_EQ(find_near_pairs({a}, {b}, distance).pairs.size(), 1u) << round;
    }
}

} // namespace
} // namespace boxwood::judge
