#include "collision/geometry/mesh_shells.hpp"

#include "tests/oracles/solid_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace boxwood {
namespace {

using oracle::SampleMesh;

// The oracle: counts how often each edge, given by two positions, is used in each direction.
bool is_closed(const SampleMesh& mesh) {
    using Place = std::array<float, 3>;
    std::map<std::pair<Place, Place>, int> passed;
    const auto place = [&mesh](std::uint32_t vertex) {
        const glm::vec3& p = mesh.positions[vertex];
        return Place{p.x + 0.0f, p.y + 0.0f, p.z + 0.0f};
    };
    for (const TriangleIndices& t : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k) ++passed[{place(t[k]), place(t[(k + 1) % 3])}];
    return std::all_of(passed.begin(), passed.end(), [&passed](const auto& edge) {
        const auto& [ends, count] = edge;
        if (ends.first == ends.second) return true;
        const auto back = passed.find({ends.second, ends.first});
        return back != passed.end() && back->second == count;
    });
}

std::string error_of(const SampleMesh& mesh) {
    const Result<MeshShells> shells = MeshShells::of_solid(mesh.view());
    return shells ? "" : shells.error().message;
}

TEST(MeshShellsTest, closed_meshes_are_solid_whether_or_not_their_triangles_share_vertices) {
    const SampleMesh box = oracle::make_solid_box({1.0, 2.0, 3.0}),
                     torus = oracle::make_torus(1.0, 0.4, 9, 5);
    for (const SampleMesh& mesh : {box, torus, oracle::unwelded(box), oracle::turned_inside_out(torus)}) {
        ASSERT_TRUE(is_closed(mesh));
        const Result<MeshShells> shells = MeshShells::of_solid(mesh.view());
        ASSERT_TRUE(shells) << error_of(mesh);
        EXPECT_TRUE(shells->is_solid());
        EXPECT_EQ(shells->shells().size(), 1u);
        EXPECT_EQ(shells->vertex_count(), mesh.positions.size());
    }
    EXPECT_FALSE(MeshShells::of_surface(box.view()).is_solid());
}

TEST(MeshShellsTest, errors_name_the_edge_that_is_open_or_inconsistently_oriented) {
    SampleMesh box = oracle::make_solid_box(glm::dvec3(1.0));
    box.triangles.erase(box.triangles.begin() + 3); // {1, 7, 5}
    EXPECT_EQ(error_of(box),
              "the mesh is not closed: the edge from vertex 7 to vertex 1 of triangle 2 is open");
    SampleMesh turned = oracle::make_solid_box(glm::dvec3(1.0));
    std::swap(turned.triangles[5][1], turned.triangles[5][2]);
    EXPECT_EQ(error_of(turned),
              "the mesh is not consistently oriented: the edge from vertex 0 to vertex 4 of "
              "triangle 0 also has this direction in triangle 5; it must have the opposite direction there");
    SampleMesh doubled = oracle::make_solid_box(glm::dvec3(1.0));
    doubled.triangles.push_back(doubled.triangles[0]);
    EXPECT_EQ(error_of(doubled),
              "the mesh is not closed: the edge from vertex 0 to vertex 4 of triangle 0 belongs to "
              "3 triangles, 2 in one direction and 1 in the other");
    // Opposite faces of this cube are oriented the same way, so its edges do not cancel.
    EXPECT_NE(error_of(oracle::make_cube(1.0, 2)), "");
}

// In each random mesh, one random triangle is removed or reversed, one of its vertices is moved, a degenerate triangle
// is added, or nothing is changed.
TEST(MeshShellsTest, agrees_with_a_table_of_all_edges) {
    oracle::Random random(11);
    int closed = 0;
    for (int round = 0; round < 300; ++round) {
        SampleMesh mesh = oracle::make_torus(1.0, 0.3, 3u + static_cast<std::uint32_t>(random() % 4),
                                             3u + static_cast<std::uint32_t>(random() % 3));
        if (random() % 2 == 0) mesh = oracle::joined(mesh, oracle::make_solid_box(glm::dvec3(0.5)));
        if (random() % 2 == 0) mesh = oracle::unwelded(mesh);
        const std::size_t victim = random() % mesh.triangles.size();
        switch (random() % 5) {
        case 0:
            mesh.triangles.erase(mesh.triangles.begin() + static_cast<std::ptrdiff_t>(victim));
            break;
        case 1:
            std::swap(mesh.triangles[victim][0], mesh.triangles[victim][1]);
            break;
        case 2:
            mesh.positions[mesh.triangles[victim][0]].x += 0.01f;
            break;
        case 3:
            mesh.triangles.push_back(
                {mesh.triangles[victim][0], mesh.triangles[victim][0], mesh.triangles[victim][1]});
            break; // degenerate; its directed edges cancel each other
        default:
            break;
        }
        ASSERT_EQ(error_of(mesh).empty(), is_closed(mesh)) << round;
        closed += is_closed(mesh);
    }
    EXPECT_GT(closed, 50);
    EXPECT_LT(closed, 250);
}

TEST(MeshShellsTest, shells_are_connected_components_with_their_extremes) {
    const SampleMesh inner = oracle::moved(oracle::make_torus(1.0, 0.3, 5, 4), {10.0f, 0.0f, 0.0f});
    const SampleMesh mesh = oracle::joined(oracle::unwelded(oracle::make_solid_box({1.0, 2.0, 3.0})), inner);
    const MeshShells shells = MeshShells::of_surface(mesh.view());
    ASSERT_EQ(shells.shells().size(), 2u);
    const auto& of_box = shells.shells()[0].extremes;
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        const auto k = static_cast<std::size_t>(2 * axis);
        EXPECT_EQ(mesh.positions[of_box[k]][axis], -1.0f - static_cast<float>(axis));
        EXPECT_EQ(mesh.positions[of_box[k + 1]][axis], 1.0f + static_cast<float>(axis));
    }
    EXPECT_GT(mesh.positions[shells.shells()[1].extremes[0]].x, 5.0f);
    oracle::Random random(3);
    EXPECT_EQ(MeshShells::of_surface(oracle::make_soup(random, 40, 0.1).view()).shells().size(), 40u);
}

TEST(MeshShellsTest, a_deformed_mesh_is_closed_until_duplicate_vertices_separate) {
    SampleMesh mesh = oracle::unwelded(oracle::make_solid_box(glm::dvec3(1.0)));
    const MeshShells shells = *MeshShells::of_solid(mesh.view());
    for (glm::vec3& p : mesh.positions) p = {p.x * p.y + p.x, p.y, p.z - p.x};
    EXPECT_TRUE(shells.check_closed(mesh.view()));
    mesh.positions[4].x += 1e-6f;
    const Status torn = shells.check_closed(mesh.view());
    ASSERT_FALSE(torn);
    EXPECT_NE(torn.error().message.find("the edge from vertex 2 to vertex 0 of triangle 0 is open"),
              std::string::npos)
        << torn.error().message;
}

} // namespace
} // namespace boxwood
