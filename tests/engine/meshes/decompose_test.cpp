#include "engine/meshes/decompose/decompose.hpp"

#include "engine/meshes/decompose/part_error.hpp"
#include "engine/meshes/decompose/solid_field.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/meshes/hull.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// A prism of height 1 over the outline (0,0) (2,0) (2,1) (1,1) (1,3) (0,3).
Mesh make_l_shape() {
    Mesh mesh;
    for (const float z : {0.0f, 1.0f})
        for (const auto& [x, y] :
             {std::pair{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, 3.0f}, {0.0f, 3.0f}})
            mesh.positions.emplace_back(x, y, z);
    const std::vector<TriangleIndices> top{{0, 1, 3}, {1, 2, 3}, {0, 3, 5}, {3, 4, 5}};
    for (const TriangleIndices& t : top) {
        mesh.triangles.push_back({t[0], t[2], t[1]});
        mesh.triangles.push_back({t[0] + 6, t[1] + 6, t[2] + 6});
    }
    for (std::uint32_t k = 0; k < 6; ++k) {
        const std::uint32_t next = (k + 1) % 6;
        mesh.triangles.push_back({k, next, next + 6});
        mesh.triangles.push_back({k, next + 6, k + 6});
    }
    return mesh;
}

std::vector<glm::dvec3> in_double(const Mesh& mesh) {
    return {mesh.positions.begin(), mesh.positions.end()};
}

double height_above(const Polytope& polytope, const glm::dvec3& p) {
    double highest = -std::numeric_limits<double>::infinity();
    for (const Polytope::Face& face : polytope.faces())
        highest = std::max(highest, glm::dot(face.normal, p) - face.offset);
    return highest;
}

double least_height(const Decomposition& made, const glm::dvec3& p) {
    double least = std::numeric_limits<double>::infinity();
    for (const DecomposedPart& part : made.parts) least = std::min(least, height_above(part.polytope, p));
    return least;
}

double unit(std::mt19937_64& io_bits) {
    return static_cast<double>(io_bits() >> 11) * 0x1p-53;
}

// Expects that random points of the surface are at most `coverage` outside a part, and that random points of each part
// are at most its `error_at_most` from the solid. `distance` computes the distance from the solid by a formula.
template <class Distance>
void expect_fit(const Mesh& mesh, const Decomposition& made, double slack, const Distance& distance) {
    std::mt19937_64 bits(7);
    for (const TriangleIndices& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            double u = unit(bits), v = unit(bits);
            if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
            const glm::dvec3 a(mesh.positions[t[0]]), b(mesh.positions[t[1]]), c(mesh.positions[t[2]]);
            ASSERT_LE(least_height(made, a + u * (b - a) + v * (c - a)),
                      made.coverage + 1e-6 * made.diagonal);
        }
    for (const DecomposedPart& part : made.parts) {
        ASSERT_LE(part.error_at_least, part.error_at_most);
        ASSERT_LE(part.error_at_most, made.error_at_most);
        const auto corners = part.polytope.positions();
        for (const glm::vec3& p : corners)
            EXPECT_LE(distance(glm::dvec3(p)), slack + 1e-6) << "every vertex must be on or in the solid";
        for (int k = 0; k < 500; ++k) {
            glm::dvec3 sum(0.0);
            double total = 0.0;
            for (int n = 0; n < 4; ++n) {
                const double weight = -std::log(1.0 - unit(bits));
                sum += weight * glm::dvec3(corners[bits() % corners.size()]);
                total += weight;
            }
            ASSERT_LE(distance(sum / total), part.error_at_most + slack);
        }
    }
}

TEST(Decompose, an_l_shape_gives_two_boxes) {
    const Mesh mesh = make_l_shape();
    const auto made = decompose(mesh.view());
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_TRUE(made->meets_settings);
    ASSERT_EQ(made->parts.size(), 2u);
    EXPECT_NEAR(made->parts[0].polytope.volume() + made->parts[1].polytope.volume(), 4.0, 1e-6);
    EXPECT_LE(made->hausdorff_error(), 0.001 * made->diagonal);
    expect_fit(mesh, *made, 1e-9, [](const glm::dvec3& p) {
        return std::min(glm::length(glm::max(glm::max(p - glm::dvec3(2, 1, 1), -p), glm::dvec3(0.0))),
                        glm::length(glm::max(glm::max(p - glm::dvec3(1, 3, 1), -p), glm::dvec3(0.0))));
    });
}

// The farthest point of the hull is (5/3, 5/3), at a distance of 2/3 from both arms.
TEST(Decompose, the_error_bounds_of_a_hull_contain_the_closed_form) {
    const Mesh mesh = make_l_shape();
    const SolidField solid(in_double(mesh), mesh.triangles);
    PartError error(solid);
    const auto hull = make_hull(mesh.positions);
    ASSERT_TRUE(hull);
    const ErrorBounds bounds = error.measure(*hull, 0.01);
    EXPECT_LE(bounds.at_least, 2.0 / 3.0 + 1e-12);
    EXPECT_GE(bounds.at_most, 2.0 / 3.0 - 1e-12);
    EXPECT_LE(bounds.at_most - bounds.at_least, 0.1 * bounds.at_most);
}

TEST(Decompose, distances_agree_with_brute_force_and_containment_with_a_formula) {
    const Mesh torus = make_torus(1.0, 0.3, 48, 24);
    const SolidField solid(in_double(torus), torus.triangles);
    std::mt19937_64 bits(3);
    for (int k = 0; k < 400; ++k) {
        const glm::dvec3 p(3.0 * unit(bits) - 1.5, 3.0 * unit(bits) - 1.5, 3.0 * unit(bits) - 1.5);
        double least = std::numeric_limits<double>::infinity();
        for (std::uint32_t t = 0; t < solid.triangles().size(); ++t)
            least = std::min(least, solid.distance_to(t, p));
        EXPECT_EQ(solid.find_nearest(p).distance, least);
        const auto ring = [&](double x, double y, double along) {
            return std::hypot(std::hypot(x, y) - 1.0, along) - 0.3;
        };
        // The axis of the torus is y or z, depending on the generator. The box is thinner along the axis.
        float size_y = 0.0f, size_z = 0.0f;
        for (const glm::vec3& q : torus.positions) {
            size_y = std::max(size_y, q.y);
            size_z = std::max(size_z, q.z);
        }
        const double outside = size_y < size_z ? ring(p.x, p.z, p.y) : ring(p.x, p.y, p.z);
        if (std::fabs(outside) > 0.02) {
            EXPECT_EQ(solid.contains(p), outside < 0.0) << k;
        }
    }
}

TEST(Decompose, a_torus_is_covered_within_the_error) {
    const Mesh torus = make_torus(1.0, 0.3, 32, 16);
    const auto made = decompose(torus.view(), {.concavity = 0.02});
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_TRUE(made->meets_settings) << made->parts.size() << " " << made->concavity();
    EXPECT_GE(made->parts.size(), 6u);
    EXPECT_LE(made->parts.size(), 20u);
    float size_y = 0.0f, size_z = 0.0f;
    for (const glm::vec3& q : torus.positions) {
        size_y = std::max(size_y, q.y);
        size_z = std::max(size_z, q.z);
    }
    // the distance from the smooth torus, in which the mesh is inscribed
    expect_fit(torus, *made, 0.0, [&](const glm::dvec3& p) {
        const double along = size_y < size_z ? p.y : p.z, across = size_y < size_z ? p.z : p.y;
        return std::max(0.0, std::hypot(std::hypot(p.x, across) - 1.0, along) - 0.3);
    });
}

TEST(Decompose, a_mesh_scaled_by_a_power_of_two_gives_the_scaled_decomposition) {
    Mesh mesh = make_torus(1.0, 0.3, 16, 8);
    const auto made = decompose(mesh.view(), {.concavity = 0.03});
    ASSERT_TRUE(made);
    for (const float scale : {0x1p-30f, 0x1p30f}) {
        Mesh scaled = mesh;
        for (glm::vec3& p : scaled.positions) p *= scale;
        const auto other = decompose(scaled.view(), {.concavity = 0.03});
        ASSERT_TRUE(other) << other.error().message;
        ASSERT_EQ(other->parts.size(), made->parts.size());
        EXPECT_EQ(other->error_at_most, made->error_at_most * static_cast<double>(scale));
        for (std::size_t k = 0; k < made->parts.size(); ++k) {
            const auto a = made->parts[k].polytope.positions(), b = other->parts[k].polytope.positions();
            ASSERT_EQ(a.size(), b.size());
            for (std::size_t v = 0; v < a.size(); ++v) EXPECT_EQ(a[v] * scale, b[v]);
        }
    }
}

TEST(Decompose, a_convex_solid_is_one_part_and_two_solids_are_two) {
    Mesh mesh = make_box({0.5, 1.0, 2.0});
    auto made = decompose(mesh.view());
    ASSERT_TRUE(made);
    EXPECT_EQ(made->parts.size(), 1u);
    EXPECT_LE(made->hausdorff_error(), 1e-3 * made->diagonal);
    Mesh other = make_box({0.5, 0.5, 0.5});
    for (glm::vec3& p : other.positions) p.x += 3.0f;
    append(mesh, other);
    made = decompose(mesh.view());
    ASSERT_TRUE(made);
    EXPECT_EQ(made->parts.size(), 2u);
}

TEST(Decompose, a_cavity_stays_empty) {
    Mesh mesh = make_box({1.0, 1.0, 1.0});
    Mesh inner = make_box({0.8, 0.8, 0.8});
    for (TriangleIndices& t : inner.triangles) std::swap(t[1], t[2]);
    append(mesh, inner);
    const auto made = decompose(mesh.view());
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_TRUE(made->meets_settings) << made->concavity();
    EXPECT_GT(least_height(*made, glm::dvec3(0.0)), 0.7);
    EXPECT_LT(least_height(*made, glm::dvec3(0.9, 0.9, 0.9)), 1e-6);
}

TEST(Decompose, holes_are_closed_and_their_edges_are_counted) {
    Mesh mesh = make_l_shape();
    mesh.triangles.pop_back(); // leaves out half of a side
    const auto made = decompose(mesh.view());
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->open_edges, 3u);
    EXPECT_GT(made->widest_hole, 0.5);
    EXPECT_EQ(made->parts.size(), 2u);
}

TEST(Decompose, an_unreachable_limit_is_reported_as_not_met) {
    const auto made = decompose(make_l_shape().view(), {.concavity = 0.01, .max_parts = 1});
    ASSERT_TRUE(made);
    EXPECT_FALSE(made->meets_settings);
    ASSERT_EQ(made->parts.size(), 1u);
    EXPECT_GE(made->error_at_most, 2.0 / 3.0);
}

TEST(Decompose, unusable_input_is_an_error) {
    const auto message = [](const Mesh& mesh, const DecomposeSettings& settings = {}) {
        const auto made = decompose(mesh.view(), settings);
        return made ? std::string("done") : made.error().message;
    };
    Mesh flat;
    flat.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    flat.triangles = {{0, 1, 2}};
    EXPECT_NE(message(flat).find("plane"), std::string::npos) << message(flat);
    Mesh turned = make_l_shape();
    std::swap(turned.triangles[3][1], turned.triangles[3][2]);
    EXPECT_NE(message(turned).find("opposite orientation"), std::string::npos) << message(turned);
    Mesh far = make_l_shape();
    for (glm::vec3& p : far.positions) p.x += 1e5f;
    EXPECT_NE(message(far).find("too far from the origin"), std::string::npos) << message(far);
    Mesh broken = make_l_shape();
    broken.positions[2].y = std::numeric_limits<float>::quiet_NaN();
    EXPECT_NE(message(broken), "done");
    EXPECT_NE(message(make_l_shape(), {.concavity = 0.0}), "done");
    EXPECT_NE(message(make_l_shape(), {.max_parts = 0}), "done");
}

} // namespace
} // namespace boxwood
