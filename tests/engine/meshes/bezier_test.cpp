// Compares Bezier patches with de Casteljau's construction and closed forms, and checks the sheet that consists of
// patches.
#include "engine/meshes/generate/bezier.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/measure.hpp"

#include <gtest/gtest.h>

#include <map>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// De Casteljau's construction.
glm::dvec3 interpolate(std::array<glm::dvec3, 4> points, double t) {
    for (std::size_t n = 3; n > 0; --n)
        for (std::size_t i = 0; i < n; ++i) points[i] = (1.0 - t) * points[i] + t * points[i + 1];
    return points[0];
}

BezierPatch draw_patch(Random& random) {
    BezierPatch patch;
    for (auto& row : patch)
        for (glm::dvec3& p : row) p = random.in_box(glm::dvec3(1.0));
    return patch;
}

TEST(BezierTest, points_equal_de_casteljaus_construction) {
    Random random(1);
    for (int round = 0; round < 100; ++round) {
        const BezierPatch patch = draw_patch(random);
        const double u = random.uniform(), v = random.uniform();
        std::array<glm::dvec3, 4> column;
        for (std::size_t i = 0; i < 4; ++i) column[i] = interpolate(patch[i], v);
        EXPECT_LT(glm::distance(point_on(patch, u, v), interpolate(column, u)), 1e-14);
        EXPECT_EQ(point_on(patch, 0.0, 0.0), patch[0][0]);
        EXPECT_EQ(point_on(patch, 1.0, 0.0), patch[3][0]);
        EXPECT_EQ(point_on(patch, 0.0, 1.0), patch[0][3]);
        EXPECT_EQ(point_on(patch, 1.0, 1.0), patch[3][3]);
    }
}

// For control points on a regular grid, the volume below the patch is the mean of the 16 heights, because every product
// of two Bernstein polynomials of degree 3 has the integral 1/16.
TEST(BezierTest, the_volume_below_a_patch_is_the_mean_of_its_heights) {
    Random random(2);
    BezierPatch patch;
    double mean = 0.0;
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j) {
            patch[i][j] = {static_cast<double>(i) / 3.0, static_cast<double>(j) / 3.0, random.uniform()};
            mean += patch[i][j].z / 16.0;
        }
    double last = 1.0;
    for (const std::uint32_t n : {4u, 8u, 16u, 32u}) {
        Mesh mesh;
        append_patch(mesh, patch, n, false, [](const glm::dvec3& p) { return p; });
        EXPECT_EQ(mesh.triangles.size(), 2 * n * n);
        double volume = 0.0;
        for (const TriangleIndices& t : mesh.triangles) {
            const glm::dvec3 a(mesh.positions[t[0]]), b(mesh.positions[t[1]]), c(mesh.positions[t[2]]);
            volume += 0.5 * std::fabs(glm::cross(b - a, c - a).z) * (a.z + b.z + c.z) / 3.0;
        }
        const double error = std::fabs(volume - mean);
        EXPECT_LT(error, 0.3 * last) << n; // the error falls with the square of the step
        last = error;
    }
    EXPECT_LT(last, 1e-3);
}

TEST(BezierTest, waves_are_smooth_across_patches) {
    const WavesParams params{.half = 2.0, .height = 0.3, .patches = 3, .steps = 64, .seed = 5};
    const Mesh waves = make_waves(params);
    const MeshReport report = make_report(waves.view());
    EXPECT_EQ(report.triangles, 2u * 192 * 192);
    EXPECT_EQ(report.vertices, 193u * 193);
    EXPECT_EQ(report.border_edges, 4u * 192);
    EXPECT_EQ(report.components, 1u);
    EXPECT_TRUE(report.is_oriented);
    EXPECT_FLOAT_EQ(report.bounds.lower.x, -2.0f);
    EXPECT_FLOAT_EQ(report.bounds.upper.z, 2.0f);
    // Normals of triangles that share an edge differ by the curvature times the step, also across patches. At a crease,
    // they would differ by ten times as much.
    std::map<std::pair<std::uint32_t, std::uint32_t>, glm::dvec3> normals;
    double least = 1.0;
    for (std::uint32_t t = 0; t < waves.triangles.size(); ++t) {
        const Triangle corners = triangle_of(waves.view(), t);
        const glm::dvec3 normal = glm::normalize(glm::cross(glm::dvec3(corners[1]) - glm::dvec3(corners[0]),
                                                            glm::dvec3(corners[2]) - glm::dvec3(corners[0])));
        EXPECT_GT(normal.y, 0.0);
        for (std::size_t k = 0; k < 3; ++k) {
            const auto edge = std::minmax(waves.triangles[t][k], waves.triangles[t][(k + 1) % 3]);
            const auto [at, is_new] = normals.try_emplace({edge.first, edge.second}, normal);
            if (!is_new) least = std::min(least, glm::dot(at->second, normal));
        }
    }
    EXPECT_GT(least, 0.999);
    EXPECT_EQ(make_waves(params).positions, waves.positions);
}

} // namespace
} // namespace boxwood
