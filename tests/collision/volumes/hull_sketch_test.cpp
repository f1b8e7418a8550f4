#include "collision/volumes/box/hull_sketch.hpp"

#include "collision/volumes/box/obb.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using oracle::Random;

double volume_of(const std::vector<glm::vec3>& corners) {
    double volume = 0.0;
    for (std::size_t i = 0; i < corners.size(); i += 3)
        volume += glm::dot(glm::dvec3(corners[i]),
                           glm::cross(glm::dvec3(corners[i + 1]), glm::dvec3(corners[i + 2]))) /
                  6.0;
    return volume;
}

// All corners of the sketch lie on or behind the planes of all its faces.
void expect_convex(const std::vector<glm::vec3>& corners) {
    for (std::size_t i = 0; i < corners.size(); i += 3) {
        const glm::dvec3 a(corners[i]), b(corners[i + 1]), c(corners[i + 2]), n = glm::cross(b - a, c - a);
        for (const glm::vec3& p : corners)
            ASSERT_LE(glm::dot(n, glm::dvec3(p) - a), 1e-7 * glm::length(n) * (1.0 + glm::length(a)));
    }
}

TEST(HullSketchTest, IsConvexAndFillsMostOfTheHull) {
    Random random(1);
    for (int i = 0; i < 30 && !HasFatalFailure(); ++i) {
        std::vector<glm::vec3> cube, ball;
        for (int k = 0; k < 400; ++k) {
            cube.push_back(glm::vec3(oracle::draw_point(random, 1.0)));
            ball.push_back(glm::vec3(glm::normalize(oracle::draw_point(random, 1.0))));
        }
        for (unsigned k = 0; k < 8; ++k) cube.push_back({k & 1u ? 1 : -1, k & 2u ? 1 : -1, k & 4u ? 1 : -1});
        expect_convex(sketch_hull(cube));
        expect_convex(sketch_hull(ball));
        EXPECT_NEAR(volume_of(sketch_hull(cube)), 8.0, 1e-5);
        EXPECT_GT(volume_of(sketch_hull(ball)), 0.75 * 4.18879);
    }
}

TEST(HullSketchTest, coplanar_collinear_or_too_few_points_give_no_sketch) {
    const std::vector<glm::vec3> flat{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5f, 0.25f, 0}};
    EXPECT_TRUE(sketch_hull(flat).empty());
    EXPECT_TRUE(sketch_hull(std::span(flat).first(2)).empty());
    EXPECT_TRUE(sketch_hull({}).empty());
    const std::vector<glm::vec3> same(9, glm::vec3(1, 2, 3)),
        line{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {5, 5, 5}};
    EXPECT_TRUE(sketch_hull(same).empty());
    EXPECT_TRUE(sketch_hull(line).empty());
    EXPECT_TRUE(Obb::fit(flat, Covariance::hull).contains(flat[4]));
}

// Large triangles inside the mesh, along a diagonal, rotate the box that is fitted to the surface, but not the box that
// is fitted to the hull.
TEST(HullSketchTest, interior_triangles_do_not_enlarge_the_box_fitted_to_the_hull) {
    std::vector<glm::vec3> corners;
    const auto append = [&](const oracle::SampleMesh& mesh, auto&& place) {
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
            for (const glm::vec3& p : triangle_of(mesh.view(), t))
                corners.push_back(glm::vec3(place(glm::dvec3(p))));
    };
    const glm::dmat3 turn = glm::mat3_cast(glm::normalize(glm::dquat(0.9, 0.2, -0.3, 0.1)));
    append(oracle::make_cube(1.0, 4), [&](const glm::dvec3& p) { return turn * (glm::dvec3(3, 2, 1) * p); });
    for (int i = 0; i < 12; ++i) // twelve equal thin rods along a diagonal
        append(oracle::make_cube(1.0, 2),
               [&](const glm::dvec3& p) { return turn * (glm::dvec3(2.0, 1.3, 0.6) * p.x + 0.1 * p); });
    const float volume_by_hull = Obb::fit(corners, Covariance::hull).volume(),
                volume_by_surface = Obb::fit_triangles(corners).volume();
    EXPECT_NEAR(volume_by_hull, 48.0f, 1.5f);
    EXPECT_GT(volume_by_surface, 1.05f * volume_by_hull);
}

} // namespace
} // namespace boxwood
