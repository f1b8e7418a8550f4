#include "collision/geometry/hull/hull_polytope.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace boxwood {
namespace {

void expect_hull(std::span<const glm::vec3> points, const HullPolytope& hull, double extent) {
    EXPECT_LE(hull.farthest_outside, 2e-6 * extent);
    for (const glm::vec3& p : points)
        for (const Polytope::Face& face : hull.polytope.faces())
            ASSERT_LE(glm::dot(face.normal, glm::dvec3(p)) - face.offset,
                      hull.farthest_outside + 1e-12 * extent);
    for (const glm::vec3& vertex : hull.polytope.positions())
        EXPECT_NE(std::find(points.begin(), points.end(), vertex), points.end());
}

TEST(HullPolytope, ContainsAllPointsAndHasOnlyInputPointsAsVertices) {
    oracle::Random random(71);
    for (const int count : {4, 5, 8, 20, 100, 400})
        for (const double scale : {1e-6, 1.0, 1e9})
            for (const bool on_sphere : {false, true}) {
                std::vector<glm::vec3> points;
                for (int i = 0; i < count; ++i) {
                    const glm::dvec3 p = oracle::draw_point(random, 1.0);
                    points.push_back(glm::vec3(scale * (on_sphere ? glm::normalize(p) : p)));
                }
                const Result<HullPolytope> hull = make_hull_polytope(points);
                ASSERT_TRUE(hull) << hull.error().message;
                expect_hull(points, *hull, scale);
            }
}

TEST(HullPolytope, MergesCoplanarFaces) {
    oracle::Random random(72);
    std::vector<glm::vec3> points;
    for (int x = 0; x <= 4; ++x)
        for (int y = 0; y <= 4; ++y)
            for (int z = 0; z <= 4; ++z) points.push_back(glm::vec3(0.25 * x, 0.5 * y, 1.0 * z));
    std::shuffle(points.begin(), points.end(), random);
    const HullPolytope box = make_hull_polytope(points).value();
    EXPECT_EQ(box.polytope.positions().size(), 8u);
    EXPECT_EQ(box.polytope.faces().size(), 6u);
    EXPECT_DOUBLE_EQ(box.polytope.volume(), 8.0);
    // After a rotation, the faces are flat only up to rounding.
    for (int i = 0; i < 20; ++i) {
        const Pose pose = oracle::draw_pose(random, 1.0);
        std::vector<glm::vec3> turned;
        for (const glm::vec3& p : points) turned.push_back(glm::vec3(pose * glm::dvec3(p)));
        const Result<HullPolytope> hull = make_hull_polytope(turned);
        ASSERT_TRUE(hull) << hull.error().message;
        expect_hull(turned, *hull, 5.0);
        EXPECT_NEAR(hull->polytope.volume(), 8.0, 1e-4);
    }
}

TEST(HullPolytope, PointsThatNearlyCoincideGiveAValidHull) {
    oracle::Random random(73);
    for (int i = 0; i < 20; ++i) {
        std::vector<glm::vec3> points;
        for (int k = 0; k < 12; ++k) {
            const glm::vec3 p(oracle::draw_point(random, 1.0));
            points.push_back(p);
            for (int j = 0; j < 4; ++j)
                points.push_back(p + 1e-7f * glm::vec3(oracle::draw_point(random, 1.0)));
        }
        const Result<HullPolytope> hull = make_hull_polytope(points);
        ASSERT_TRUE(hull) << hull.error().message;
        expect_hull(points, *hull, 1.0);
    }
}

TEST(HullPolytope, RejectsPointsWithoutVolumeAndNonfinitePoints) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    using Points = std::vector<glm::vec3>;
    EXPECT_FALSE(make_hull_polytope(Points{}));
    EXPECT_FALSE(make_hull_polytope(Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
    EXPECT_FALSE(make_hull_polytope(Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}));
    EXPECT_FALSE(make_hull_polytope(Points{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}));
    EXPECT_FALSE(make_hull_polytope(Points(9, {1, 2, 3})));
    const auto bad = make_hull_polytope(Points{{0, 0, 0}, {1, 0, 0}, {0, nan, 0}, {0, 0, 1}});
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().message.substr(0, 7), "point 2");
}

} // namespace
} // namespace boxwood
