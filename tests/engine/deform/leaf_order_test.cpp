#include "engine/deform/leaf_order.hpp"

#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

std::vector<Triangle> sorted_triangles(const Mesh& mesh) {
    std::vector<Triangle> all;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) all.push_back(triangle_of(mesh.view(), i));
    const auto key = [](const Triangle& t) {
        return std::array{t[0].x, t[0].y, t[0].z, t[1].x, t[1].y, t[1].z, t[2].x, t[2].y, t[2].z};
    };
    std::sort(all.begin(), all.end(), [&](const Triangle& a, const Triangle& b) { return key(a) < key(b); });
    return all;
}

TEST(LeafOrderTest, keeps_the_triangles_and_maps_each_vertex_to_its_input_index) {
    Mesh mesh = make_bumpy_sphere({.frequency = 8, .seed = 2});
    mesh.positions.push_back({9, 9, 9}); // no triangle uses this vertex
    const OrderedMesh ordered = order_by_leaves(mesh);
    EXPECT_EQ(sorted_triangles(ordered.mesh), sorted_triangles(mesh));
    ASSERT_EQ(ordered.mesh.positions.size(), mesh.positions.size());
    for (std::size_t i = 0; i < mesh.positions.size(); ++i)
        ASSERT_EQ(ordered.mesh.positions[i], mesh.positions[ordered.vertex_before[i]]);
    EXPECT_EQ(ordered.mesh.positions.back(), glm::vec3(9, 9, 9));
}

// In this order, the vertices of triangles that are near each other are adjacent in memory and share cache lines.
TEST(LeafOrderTest, vertices_are_numbered_in_the_order_of_their_first_use) {
    const OrderedMesh ordered = order_by_leaves(make_bumpy_sphere({.frequency = 8, .seed = 2}));
    std::uint32_t seen = 0;
    for (const TriangleIndices& t : ordered.mesh.triangles)
        for (const std::uint32_t vertex : t) {
            ASSERT_LE(vertex, seen);
            seen = std::max(seen, vertex + 1);
        }
    EXPECT_EQ(seen, ordered.mesh.positions.size());
}

} // namespace
} // namespace boxwood
