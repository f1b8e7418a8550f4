// Self-contacts on every kind of hierarchy, and invalid arguments. tests/engine/deform tests deforming meshes.
#include "collision/query/contacts/self_contacts.hpp"

#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

oracle::SampleMesh make_crossing_tori() {
    oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 14, 8);
    const oracle::SampleMesh other = mesh;
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (const glm::vec3& p : other.positions) mesh.positions.emplace_back(p.x + 0.4f, p.z, p.y + 0.1f);
    for (const TriangleIndices& t : other.triangles)
        mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    return mesh;
}

TEST(LibrarySelfContactsTest, every_kind_finds_all_intersecting_pairs_except_neighbors) {
    const oracle::SampleMesh mesh = make_crossing_tori();
    std::vector<PrimitivePair> expected;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
        for (std::uint32_t j = i + 1; j < mesh.triangles.size(); ++j) {
            const auto is_in_j = [&](std::uint32_t v) {
                return std::any_of(mesh.triangles[j].begin(), mesh.triangles[j].end(),
                                   [&](std::uint32_t w) { return mesh.positions[v] == mesh.positions[w]; });
            };
            if (std::any_of(mesh.triangles[i].begin(), mesh.triangles[i].end(), is_in_j)) continue;
            if (triangles_intersect(world_triangle(Pose{}, mesh.view(), i),
                                    world_triangle(Pose{}, mesh.view(), j)))
                expected.push_back({i, j});
        }
    ASSERT_GT(expected.size(), 20u);
    const std::vector<std::uint32_t> representatives = find_representatives(mesh.positions);
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes()) {
            if (!takes_volume(kind, volume)) continue;
            const auto tree =
                build_any_hierarchy({.kind = std::string(kind), .volume = std::string(volume)}, mesh.view());
            SelfContacts found;
            ASSERT_TRUE(find_self_contacts(mesh.view(), *tree, representatives, found));
            EXPECT_EQ(found.pairs, expected) << kind << " " << volume;
            EXPECT_TRUE(found.is_complete);
        }
}

TEST(LibrarySelfContactsTest, missing_representatives_and_a_hierarchy_of_another_mesh_are_errors) {
    const oracle::SampleMesh mesh = make_crossing_tori(), other = oracle::make_cube(1.0, 1);
    const auto tree = build_any_hierarchy({}, mesh.view());
    SelfContacts found;
    EXPECT_FALSE(find_self_contacts(mesh.view(), *tree, {}, found));
    EXPECT_FALSE(find_self_contacts(other.view(), *tree, find_representatives(other.positions), found));
    EXPECT_TRUE(found.pairs.empty());
}

} // namespace
} // namespace boxwood
