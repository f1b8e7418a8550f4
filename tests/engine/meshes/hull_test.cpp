#include "engine/meshes/hull.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <set>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

std::vector<glm::vec3> random_points(std::uint64_t seed, std::size_t count, bool on_lattice) {
    std::mt19937_64 bits(seed);
    const auto number = [&] {
        if (on_lattice) return static_cast<float>(bits() % 5);
        return static_cast<float>(bits() >> 40) * 0x1p-24f;
    };
    std::vector<glm::vec3> points;
    for (std::size_t i = 0; i < count; ++i) {
        const float x = number(), y = number();
        points.push_back({x, y, number()});
    }
    return points;
}

// No point lies outside, every vertex of the hull is one of the points, and Euler's formula holds.
void expect_hull(const std::vector<glm::vec3>& points, const Polytope& hull) {
    for (const glm::vec3& p : points)
        for (const Polytope::Face& face : hull.faces())
            EXPECT_LE(glm::dot(face.normal, glm::dvec3(p)) - face.offset, 1e-6);
    const auto less = [](const glm::vec3& a, const glm::vec3& b) {
        return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
    };
    const std::set<glm::vec3, decltype(less)> known(points.begin(), points.end(), less);
    for (const glm::vec3& vertex : hull.positions()) EXPECT_TRUE(known.contains(vertex));
    EXPECT_EQ(hull.positions().size() + hull.faces().size(), hull.edges().size() + 2);
}

TEST(HullTest, contains_random_points) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const auto points = random_points(seed, 4 + seed % 60, false);
        const auto hull = make_hull(points);
        ASSERT_TRUE(hull) << seed << " " << hull.error().message;
        expect_hull(points, *hull);
    }
}

// Many points on a lattice of 5 x 5 x 5 are coplanar or repeated. Their hulls have faces with more than three vertices.
TEST(HullTest, contains_lattice_points) {
    int polygons = 0, hulls = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const auto points = random_points(seed, 4 + seed % 80, true);
        const auto hull = make_hull(points);
        if (!hull) { // allowed only if the points are flat
            const glm::dvec3 origin(points[0]);
            double largest = 0.0;
            for (const auto& a : points)
                for (const auto& b : points)
                    for (const auto& c : points)
                        largest = std::max(largest, std::fabs(glm::dot(glm::dvec3(a) - origin,
                                                                       glm::cross(glm::dvec3(b) - origin,
                                                                                  glm::dvec3(c) - origin))));
            EXPECT_EQ(largest, 0.0) << "seed " << seed << " " << hull.error().message;
            continue;
        }
        ++hulls;
        expect_hull(points, *hull);
        for (std::uint32_t f = 0; f < hull->faces().size(); ++f)
            polygons += hull->face_vertices(f).size() > 3 ? 1 : 0;
    }
    EXPECT_GT(hulls, 900);
    EXPECT_GT(polygons, 1000);
}

TEST(HullTest, merges_coplanar_points_into_polygons) {
    std::vector<glm::vec3> points;
    for (int x = 0; x < 4; ++x)
        for (int y = 0; y < 4; ++y)
            for (int z = 0; z < 4; ++z) points.push_back({x, y, z});
    const auto hull = make_hull(points);
    ASSERT_TRUE(hull) << hull.error().message;
    EXPECT_EQ(hull->positions().size(), 8u);
    EXPECT_EQ(hull->faces().size(), 6u);
    EXPECT_EQ(hull->edges().size(), 12u);
    EXPECT_DOUBLE_EQ(hull->volume(), 27.0);
}

TEST(HullTest, refuses_points_that_are_too_few_invalid_or_flat) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto message = [](const std::vector<glm::vec3>& points) {
        const auto hull = make_hull(points);
        return hull ? std::string() : hull.error().message;
    };
    EXPECT_EQ(message({}), "a hull needs at least 4 points");
    EXPECT_EQ(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), "a hull needs at least 4 points");
    EXPECT_EQ(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, nan, 1}}),
              "point 3 is not finite or is beyond 1e12");
    EXPECT_EQ(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 2e12f, 1}}),
              "point 3 is not finite or is beyond 1e12");
    const std::string flat = "the points lie on a plane, a line or a point, up to rounding";
    EXPECT_EQ(message({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {3, 1, 0}}), flat);
    EXPECT_EQ(message({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}), flat);
    EXPECT_EQ(message({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}), flat);
}

TEST(HullTest, equal_points_give_equal_hulls) {
    const auto points = random_points(5, 50, false);
    const auto a = make_hull(points), b = make_hull(points);
    ASSERT_TRUE(a && b);
    ASSERT_EQ(a->faces().size(), b->faces().size());
    for (std::uint32_t f = 0; f < a->faces().size(); ++f)
        EXPECT_TRUE(
            std::equal(a->face_vertices(f).begin(), a->face_vertices(f).end(), b->face_vertices(f).begin()));
}

} // namespace
} // namespace boxwood
