#include "collision/volumes/box/principal_axes.hpp"

#include "collision/volumes/axes.hpp"
#include "collision/volumes/box/obb.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using oracle::draw;
using oracle::Random;

std::vector<glm::vec3> corners_of(const oracle::SampleMesh& mesh) {
    std::vector<glm::vec3> corners;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        for (const glm::vec3& p : triangle_of(mesh.view(), t)) corners.push_back(p);
    return corners;
}

double largest_difference(const glm::dmat3& a, const glm::dmat3& b) {
    double largest = 0.0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) largest = std::max(largest, std::fabs(a[i][j] - b[i][j]));
    return largest;
}

void expect_frame(const glm::dmat3& axes) {
    ASSERT_LE(largest_difference(glm::transpose(axes) * axes, glm::dmat3(1.0)), 1e-12);
    ASSERT_GT(glm::determinant(axes), 0.0);
}

// A finer tessellation of one face rotates the box that is fitted to the vertices, but not the box that is fitted to
// the surface.
TEST(PrincipalAxesTest, a_finer_face_changes_the_volume_of_the_box_of_the_vertices_only) {
    Random random(8);
    oracle::SampleMesh mesh = oracle::make_cube(1.0, 4);
    for (glm::vec3& p : mesh.positions)
        p = glm::vec3(1.0f, 0.9f, 0.5f) * p + glm::vec3(0.7f * p.y, 0.0f, 0.4f * p.x);
    const std::vector<glm::vec3> coarse = corners_of(mesh);
    std::vector<glm::vec3> fine = coarse;
    for (int round = 0; round < 200; ++round) { // splits the first triangles at interior points
        const std::size_t i = 3 * (random() % 10);
        const glm::vec3 a = fine[i], b = fine[i + 1], c = fine[i + 2], middle = (a + b + c) / 3.0f;
        fine[i + 2] = middle;
        fine.insert(fine.end(), {b, c, middle, c, a, middle});
    }
    const auto volume = [](const std::vector<glm::vec3>& of, const std::vector<glm::vec3>& spread,
                           Covariance by) {
        return Obb::fit_along(of, Axes::from(find_principal_axes(spread, by))).volume();
    };
    const float by_surface = volume(coarse, coarse, Covariance::triangles);
    EXPECT_NEAR(volume(coarse, fine, Covariance::triangles), by_surface, 1e-4f * by_surface);
    const float by_vertices = volume(coarse, coarse, Covariance::vertices);
    EXPECT_GT(std::fabs(volume(coarse, fine, Covariance::vertices) - by_vertices), 0.02f * by_vertices);
}

TEST(PrincipalAxesTest, covariance_of_the_surface_matches_that_of_samples) {
    Random random(1);
    const std::vector<glm::vec3> corners = corners_of(oracle::make_soup(random, 6, 0.7));
    const Moments moments = compute_surface_moments(corners);
    std::vector<double> areas;
    double total = 0.0;
    for (std::size_t i = 0; i < corners.size(); i += 3) {
        const glm::dvec3 p(corners[i]), q(corners[i + 1]), r(corners[i + 2]);
        areas.push_back(total += 0.5 * glm::length(glm::cross(q - p, r - p)));
    }
    constexpr int kSamples = 200000;
    glm::dvec3 mean(0.0);
    glm::dmat3 second(0.0);
    for (int k = 0; k < kSamples; ++k) {
        const auto t = static_cast<std::size_t>(
            std::lower_bound(areas.begin(), areas.end(), draw(random, 0.0, total)) - areas.begin());
        double u = draw(random, 0.0, 1.0), v = draw(random, 0.0, 1.0);
        if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
        const glm::dvec3 p(corners[3 * t]), q(corners[3 * t + 1]), r(corners[3 * t + 2]);
        const glm::dvec3 x = p + u * (q - p) + v * (r - p);
        mean += x / double{kSamples};
        second += glm::outerProduct(x, x) / double{kSamples};
    }
    EXPECT_LE(glm::distance(mean, moments.mean), 5e-3);
    EXPECT_LE(largest_difference(second - glm::outerProduct(mean, mean), moments.covariance), 5e-3);
}

TEST(PrincipalAxesTest, CovariancesOfPartsAddUpToThatOfTheWhole) {
    Random random(3);
    std::vector<glm::vec3> corners;
    for (int i = 0; i < 3 * 200; ++i)
        corners.push_back(glm::vec3(oracle::draw_point(random, 1.0)) * glm::vec3(1, 3, 0.2f) + 10.0f);
    const auto sum_of = [&](std::size_t from, std::size_t to) {
        SurfaceCovariance sum;
        for (std::size_t i = 3 * from; i < 3 * to; i += 3)
            sum = sum + covariance_of({corners[i], corners[i + 1], corners[i + 2]});
        return sum;
    };
    const SurfaceCovariance whole = sum_of(0, 50) + sum_of(50, 200);
    const Moments expected = compute_surface_moments(corners);
    EXPECT_FALSE(whole.has_flat);
    EXPECT_LE(glm::distance(whole.mean, expected.mean), 1e-12);
    const glm::dvec3 s = whole.squares / whole.area, p = whole.products / whole.area;
    EXPECT_LE(largest_difference({{s.x, p.z, p.y}, {p.z, s.y, p.x}, {p.y, p.x, s.z}}, expected.covariance),
              1e-12);
    EXPECT_LE(largest_difference(find_principal_axes(corners, whole),
                                 find_principal_axes(corners, Covariance::triangles)),
              1e-9);
    const SurfaceCovariance flat = whole + covariance_of({corners[0], corners[0], corners[1]});
    EXPECT_TRUE(flat.has_flat);
}

TEST(PrincipalAxesTest, EigenvectorsRebuildTheMatrix) {
    Random random(2);
    for (int i = 0; i < 2000 && !HasFatalFailure(); ++i) {
        glm::dmat3 half;
        for (int c = 0; c < 3; ++c)
            half[c] = oracle::draw_point(random, 1.0) * std::pow(10.0, draw(random, -4, 4));
        if (i % 5 == 0) half[2] = half[1];                         // singular matrix
        if (i % 7 == 0) half = glm::dmat3(draw(random, 0.1, 3.0)); // equal eigenvalues
        const glm::dmat3 matrix = half * glm::transpose(half);
        const EigenDecomposition eigen = decompose_symmetric(matrix);
        expect_frame(eigen.vectors);
        ASSERT_GE(eigen.values.x, eigen.values.y);
        ASSERT_GE(eigen.values.y, eigen.values.z);
        glm::dmat3 scaled = eigen.vectors;
        for (int c = 0; c < 3; ++c) scaled[c] *= eigen.values[c];
        ASSERT_LE(largest_difference(scaled * glm::transpose(eigen.vectors), matrix),
                  1e-12 * (1.0 + eigen.values.x));
    }
}

TEST(PrincipalAxesTest, DegenerateInputGivesAFrame) {
    const glm::vec3 p(1, 2, 3), q(4, 6, 3), line(7, 10, 3);
    for (const std::vector<glm::vec3>& points : {std::vector<glm::vec3>{},
                                                 {p},
                                                 {p, p, p},
                                                 {p, p, q},
                                                 {p, q, p},
                                                 {p, q, line},
                                                 {p, q, line, p, p, q},
                                                 {p, p, p, p, p, p}})
        for (const Covariance spread : {Covariance::vertices, Covariance::triangles}) {
            const glm::dmat3 axes = find_principal_axes(points, spread);
            expect_frame(axes);
            const Obb box = Obb::fit(points, spread);
            for (const glm::vec3& point : points) EXPECT_TRUE(box.contains(point));
        }
}

TEST(PrincipalAxesTest, ATrianglesFrameIsItsLongestEdgeAndItsNormal) {
    const std::vector<glm::vec3> triangle{{0, 0, 0}, {5, 0, 0}, {1, 2, 0}};
    const glm::dmat3 axes = find_principal_axes(triangle, Covariance::triangles);
    EXPECT_NEAR(std::fabs(axes[0].x), 1.0, 1e-12);
    EXPECT_NEAR(std::fabs(axes[2].z), 1.0, 1e-12);
}

// A rotation of the points does not change the volume of their box along the principal axes. The variances along the
// axes must differ, or the axes would not be unique.
TEST(PrincipalAxesTest, a_rotation_of_the_mesh_keeps_the_volume_of_its_box) {
    Random random(3);
    const auto volume_along = [](const std::vector<glm::dvec3>& points, const glm::dmat3& axes) {
        Extent extent;
        for (const glm::dvec3& p : points) extent.add(rotate_into(axes, p));
        const glm::dvec3 half = extent.half();
        return half.x * half.y * half.z;
    };
    for (int i = 0; i < 50; ++i) {
        // Every second mesh is rotated about (0, -1, 1) by a matrix whose entries are thirds. Its coordinates are
        // multiples of three, so that float holds both copies exactly. The others are rotated by 120 degrees about
        // (1, 1, 1).
        oracle::SampleMesh mesh = oracle::make_torus(2.0, 0.5, 20, 10);
        const float step = i % 2 == 0 ? 3.0f : 1.0f;
        for (glm::vec3& p : mesh.positions)
            p = step * glm::round(p * glm::vec3(900.0f, 500.0f, 300.0f) / step);
        const glm::dmat3 quarter(glm::dvec3(0, 1, 0), glm::dvec3(0, 0, 1), glm::dvec3(1, 0, 0)),
            thirds(glm::dvec3(-1, 2, 2) / 3.0, glm::dvec3(-2, 1, -2) / 3.0, glm::dvec3(-2, -2, 1) / 3.0);
        const glm::dmat3 turn = i % 2 == 0 ? thirds : quarter;
        ASSERT_NEAR(glm::determinant(turn), 1.0, 1e-15);
        oracle::SampleMesh turned = mesh;
        std::vector<glm::dvec3> points, turned_points;
        for (std::size_t k = 0; k < mesh.positions.size(); ++k) {
            mesh.positions[k] += step * glm::vec3(glm::ivec3(oracle::draw_point(random, 20.0)));
            points.push_back(glm::dvec3(mesh.positions[k]));
            turned_points.push_back(glm::round(turn * points.back()));
            ASSERT_LE(glm::distance(turned_points.back(), turn * points.back()),
                      1e-11); // only the thirds round
            turned.positions[k] = glm::vec3(turned_points.back());
        }
        const double volume =
            volume_along(points, find_principal_axes(corners_of(mesh), Covariance::triangles));
        EXPECT_NEAR(
            volume_along(turned_points, find_principal_axes(corners_of(turned), Covariance::triangles)),
            volume, 1e-9 * volume);
    }
}

// Splitting triangles within their plane changes the covariance of the vertices, but not that of the surface.
TEST(PrincipalAxesTest, tessellation_does_not_change_the_covariance_of_the_surface) {
    oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.4, 12, 8);
    for (glm::vec3& p : mesh.positions) p *= glm::vec3(3.0f, 2.0f, 1.0f);
    std::vector<glm::vec3> coarse = corners_of(mesh), fine = coarse;
    for (int round = 0; round < 5; ++round) { // splits the first few triangles repeatedly
        std::vector<glm::vec3> split(fine.begin() + 30, fine.end());
        for (std::size_t i = 0; i < 30; i += 3) {
            const glm::vec3 middle = 0.5f * (fine[i] + fine[i + 1]);
            split.insert(split.begin(), {fine[i], middle, fine[i + 2], middle, fine[i + 1], fine[i + 2]});
        }
        fine = split;
    }
    const auto change = [&](const Moments& a, const Moments& b) {
        return largest_difference(a.covariance, b.covariance);
    };
    EXPECT_LE(change(compute_surface_moments(coarse), compute_surface_moments(fine)), 1e-6);
    EXPECT_GE(change(compute_moments(coarse), compute_moments(fine)), 1e-2);
}

TEST(AxesTest, MatricesOfStoredRotationsAreRotations) {
    Random random(4);
    for (int i = 0; i < 1000 && !HasFatalFailure(); ++i) {
        const glm::dmat3 rotation = glm::mat3_cast(oracle::draw_rotation(random));
        const glm::dmat3 kept = Axes::from(rotation).matrix();
        expect_frame(kept);
        ASSERT_LE(largest_difference(glm::transpose(kept) * kept, glm::dmat3(1.0)), 4e-15);
        ASSERT_LE(largest_difference(kept, rotation), 1e-6);
        const glm::dvec3 v = oracle::draw_point(random, 1.0);
        ASSERT_LE(glm::distance(rotate_into(kept, v), glm::transpose(kept) * v), 1e-15);
    }
}

} // namespace
} // namespace boxwood
