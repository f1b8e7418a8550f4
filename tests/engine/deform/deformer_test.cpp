#include "engine/deform/deforming_mesh.hpp"

#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

Mesh tube() {
    return make_torus_knot({.n_along = 40, .n_around = 8});
}

std::vector<glm::vec3> deform_at(const Deformer& d, const RestMesh& rest, double amplitude, double time,
                                 std::uint64_t seed = 7) {
    std::vector<glm::vec3> out(rest.mesh.positions.size());
    d.deform({rest, amplitude, time, seed}, out);
    return out;
}

TEST(DeformerTest, amplitude_0_gives_the_rest_mesh) {
    const Mesh mesh = split_corners(tube());
    const RestMesh rest = make_rest_mesh(mesh);
    for (const Deformer& d : procedural_deformers()) {
        const std::vector<glm::vec3> out = deform_at(d, rest, 0.0, 0.3);
        for (std::size_t i = 0; i < out.size(); ++i)
            ASSERT_LT(glm::distance(out[i], mesh.positions[i]), 1e-6f) << d.name << " " << i;
    }
}

TEST(DeformerTest, results_are_reproducible_differ_from_rest_and_are_accepted) {
    const RestMesh rest = make_rest_mesh(split_corners(tube()));
    for (const Deformer& d : procedural_deformers())
        for (const double amplitude : {d.default_value, d.upper}) {
            const std::vector<glm::vec3> once = deform_at(d, rest, amplitude, 0.4);
            EXPECT_EQ(once, deform_at(d, rest, amplitude, 0.4)) << d.name;
            EXPECT_NE(once, rest.mesh.positions) << d.name;
            DeformingMesh mesh(rest);
            // With an amplitude within its range, the mesh accepts the positions.
            EXPECT_TRUE(mesh.accept(once)) << d.name;
        }
}

TEST(DeformerTest, different_seeds_give_different_deformations) {
    const RestMesh rest = make_rest_mesh(split_corners(tube()));
    for (const char* name : {"inflate", "noise", "tear", "permute"}) {
        const Deformer& d = *find_deformer(name);
        EXPECT_NE(deform_at(d, rest, d.default_value, 0.4, 1), deform_at(d, rest, d.default_value, 0.4, 2))
            << name;
    }
}

// The expected values are closed forms, independent of the code of the deformers.
TEST(DeformerTest, twist_by_180_degrees_rotates_each_end_by_90_degrees_about_the_axis) {
    Mesh bar = make_box({4.0, 1.0, 0.5});
    const RestMesh rest = make_rest_mesh(bar);
    const auto out = deform_at(*find_deformer("twist"), rest, 180.0, 0.5);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const glm::vec3 p = bar.positions[i];
        EXPECT_NEAR(out[i].x, p.x, 1e-6);
        EXPECT_NEAR(std::hypot(out[i].y, out[i].z), std::hypot(p.y, p.z), 1e-6);
        // A rotation by 90 degrees makes a vector perpendicular to the original.
        EXPECT_NEAR(out[i].y * p.y + out[i].z * p.z, 0.0, 1e-6);
    }
}

TEST(DeformerTest, bend_by_360_degrees_turns_the_axis_into_a_circle) {
    Mesh line;
    for (int i = 0; i <= 100; ++i)
        line.positions.push_back({-5.0f + 0.1f * static_cast<float>(i), 0.0f, 0.0f});
    for (std::uint32_t i = 0; i + 2 <= 100; ++i) line.triangles.push_back({i, i + 1, i + 2});
    const auto out = deform_at(*find_deformer("bend"), make_rest_mesh(line), 360.0, 0.5);
    EXPECT_LT(glm::distance(out.front(), out.back()), 1e-4f);
    const double radius = 10.0 / (2.0 * 3.14159265358979);
    glm::dvec3 middle(0.0);
    for (int i = 0; i < 100; ++i) middle += glm::dvec3(out[static_cast<std::size_t>(i)]) / 100.0;
    for (const glm::vec3& p : out) EXPECT_NEAR(glm::distance(glm::dvec3(p), middle), radius, 1e-3);
}

TEST(DeformerTest, tear_translates_whole_triangles_by_different_vectors) {
    const Mesh mesh = split_corners(make_icosphere(2));
    EXPECT_EQ(mesh.positions.size(), 3 * mesh.triangles.size());
    const auto out = deform_at(*find_deformer("tear"), make_rest_mesh(mesh), 1.0, 0.5);
    glm::vec3 first_push(0.0f);
    bool differ = false;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const glm::vec3 push = out[3 * t] - mesh.positions[3 * t];
        for (std::size_t k = 1; k < 3; ++k)
            EXPECT_LT(glm::distance(out[3 * t + k] - mesh.positions[3 * t + k], push), 1e-5f);
        if (t == 0) first_push = push;
        differ = differ || glm::distance(push, first_push) > 0.1f;
    }
    EXPECT_TRUE(differ);
}

TEST(DeformerTest, permute_with_amplitude_1_permutes_the_vertex_positions) {
    const Mesh mesh = make_icosphere(2);
    auto out = deform_at(*find_deformer("permute"), make_rest_mesh(mesh), 1.0, 0.5);
    auto expected = mesh.positions;
    const auto less = [](const glm::vec3& a, const glm::vec3& b) {
        return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
    };
    EXPECT_NE(out, expected);
    std::sort(out.begin(), out.end(), less);
    std::sort(expected.begin(), expected.end(), less);
    for (std::size_t i = 0; i < out.size(); ++i) ASSERT_LT(glm::distance(out[i], expected[i]), 1e-6f);
}

TEST(DeformerTest, swing_goes_from_0_to_1_and_back_in_each_period) {
    EXPECT_EQ(swing(0.0), 0.0);
    EXPECT_EQ(swing(3.0), 0.0);
    EXPECT_NEAR(swing(0.5), 1.0, 1e-12);
    EXPECT_NEAR(swing(2.25), 0.5, 1e-12);
}

TEST(DeformingMeshTest, invalid_positions_are_refused_with_a_reason_and_change_nothing) {
    const RestMesh rest = make_rest_mesh(make_icosphere(1));
    DeformingMesh mesh(rest);
    std::vector<glm::vec3> good = rest.mesh.positions;
    for (glm::vec3& p : good) p *= 1.5f;
    ASSERT_TRUE(mesh.accept(good));
    const auto refuse = [&](std::vector<glm::vec3> bad, const char* reason) {
        const Status status = mesh.accept(bad);
        ASSERT_FALSE(status);
        EXPECT_NE(status.error().message.find(reason), std::string::npos) << status.error().message;
        EXPECT_TRUE(std::equal(good.begin(), good.end(), mesh.view().positions.begin()));
        EXPECT_EQ(mesh.before()[0], rest.mesh.positions[0]);
    };
    std::vector<glm::vec3> bad = good;
    bad[17].y = std::numeric_limits<float>::quiet_NaN();
    refuse(bad, "vertex 17 is not finite");
    bad = good;
    bad[3].x = std::numeric_limits<float>::infinity();
    refuse(bad, "vertex 3 is not finite");
    bad = good;
    bad[5].z = 1e9f;
    refuse(bad, "vertex 5 is too far away");
    bad = good;
    bad.pop_back();
    refuse(bad, "41 vertices instead of 42");
}

TEST(DeformingMeshTest, a_coordinate_beyond_1e12_is_refused_even_in_a_large_mesh) {
    Mesh large = make_icosphere(1);
    for (glm::vec3& p : large.positions) p *= 0.5e12f;
    DeformingMesh mesh(make_rest_mesh(large));
    std::vector<glm::vec3> positions = large.positions;
    for (glm::vec3& p : positions) p *= 1.5f;
    EXPECT_TRUE(mesh.accept(positions));
    positions[7] = {0.0f, -1.01e12f, 0.0f};
    const Status status = mesh.accept(positions);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "deformed mesh: vertex 7 has a coordinate beyond 1e12");
}

} // namespace
} // namespace boxwood
