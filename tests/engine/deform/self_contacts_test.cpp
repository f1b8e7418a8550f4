#include "collision/query/contacts/self_contacts.hpp"

#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "engine/deform/deforming_mesh.hpp"
#include "engine/deform/leaf_order.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

// Tests all pairs of triangles except neighbors. Triangles are neighbors if they share a vertex position of the rest
// mesh.
std::vector<PrimitivePair> find_by_force(const MeshView& mesh, std::span<const glm::vec3> rest) {
    std::vector<PrimitivePair> pairs;
    const Pose at_origin;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
        for (std::uint32_t j = i + 1; j < mesh.triangles.size(); ++j) {
            const auto is_shared = [&](std::uint32_t v) {
                return std::any_of(mesh.triangles[j].begin(), mesh.triangles[j].end(),
                                   [&](std::uint32_t w) { return rest[v] == rest[w]; });
            };
            if (std::any_of(mesh.triangles[i].begin(), mesh.triangles[i].end(), is_shared)) continue;
            if (triangles_intersect(world_triangle(at_origin, mesh, i), world_triangle(at_origin, mesh, j)))
                pairs.push_back({i, j});
        }
    return pairs;
}

TEST(SelfContactsTest, are_all_intersecting_pairs_except_neighbors_for_each_hierarchy) {
    std::size_t found = 0;
    for (const char* family : {"twist", "noise", "tear", "permute"}) {
        const Deformer& deformer = *find_deformer(family);
        const Mesh rock = make_bumpy_sphere({.frequency = 5, .seed = 3});
        DeformingMesh mesh(make_rest_mesh(order_by_leaves(deformer.tears ? split_corners(rock) : rock).mesh));
        const std::vector<std::uint32_t> representatives = find_representatives(mesh.rest().mesh.positions);
        std::vector<AnyHierarchy> trees;
        for (const HierarchyConfig& config : {HierarchyConfig{"bvh2", "aabb", "midpoint", 1},
                                              {"bvh2", "obb", "object-median", 3},
                                              {"box-tree", "aabb", "midpoint", 2}})
            trees.push_back(*build_any_hierarchy(config, mesh.view()));
        ASSERT_TRUE(deform({&deformer, 2.0 * deformer.default_value, 10, 7}, 4, mesh));
        const std::vector<PrimitivePair> expected = find_by_force(mesh.view(), mesh.rest().mesh.positions);
        found += expected.size();
        for (AnyHierarchy& tree : trees) {
            EXPECT_TRUE(tree.refit(mesh.view()));
            SelfContacts contacts;
            EXPECT_TRUE(find_self_contacts(mesh.view(), tree, representatives, contacts));
            EXPECT_EQ(contacts.pairs, expected) << family << " " << tree.config().kind;
            EXPECT_GE(contacts.triangle_tests, expected.size());
            EXPECT_LT(contacts.triangle_tests,
                      mesh.view().triangles.size() * mesh.view().triangles.size() / 2);
        }
    }
    EXPECT_GT(found, 100u); // the mesh has self-contacts
}

TEST(SelfContactsTest, a_truncated_search_is_reported_and_finds_a_subset) {
    const Deformer& deformer = *find_deformer("permute");
    DeformingMesh mesh(make_rest_mesh(order_by_leaves(make_bumpy_sphere({.frequency = 6, .seed = 3})).mesh));
    const std::vector<std::uint32_t> representatives = find_representatives(mesh.rest().mesh.positions);
    for (const std::string_view volume : list_volumes()) {
        DeformingMesh moved = mesh;
        AnyHierarchy tree = *build_any_hierarchy({"bvh2", std::string(volume), "midpoint", 2}, moved.view());
        ASSERT_TRUE(deform({&deformer, 1.0, 10, 7}, 5, moved));
        EXPECT_TRUE(tree.refit(moved.view()));
        SelfContacts all, some, again;
        EXPECT_TRUE(find_self_contacts(moved.view(), tree, representatives, all));
        ASSERT_TRUE(all.is_complete);
        const std::uint64_t tests = all.volume_tests + all.triangle_tests;
        for (const std::uint64_t limit : {std::uint64_t{0}, std::uint64_t{1}, tests / 3, tests - 5}) {
            EXPECT_TRUE(find_self_contacts(moved.view(), tree, representatives, some, limit));
            EXPECT_FALSE(some.is_complete) << volume << " " << limit;
            // Beyond the limit, the search may finish one pair of leaves, with 2 triangles each.
            EXPECT_LE(some.volume_tests + some.triangle_tests, limit + 1 + 2 * 2);
            EXPECT_TRUE(
                std::includes(all.pairs.begin(), all.pairs.end(), some.pairs.begin(), some.pairs.end()));
            EXPECT_TRUE(find_self_contacts(moved.view(), tree, representatives, again, limit));
            EXPECT_EQ(again.pairs, some.pairs);
        }
        EXPECT_TRUE(find_self_contacts(moved.view(), tree, representatives, some, tests));
        EXPECT_EQ(some.pairs, all.pairs);
        EXPECT_TRUE(some.is_complete);
    }
}

TEST(SelfContactsTest, a_split_mesh_at_rest_has_no_self_contacts) {
    const Mesh torn = split_corners(make_icosphere(3));
    const AnyHierarchy tree = *build_any_hierarchy({}, torn.view());
    SelfContacts contacts;
    EXPECT_TRUE(find_self_contacts(torn.view(), tree, find_representatives(torn.positions), contacts));
    EXPECT_TRUE(contacts.pairs.empty());
    EXPECT_EQ(find_representatives(std::array{glm::vec3(0.0f), glm::vec3(1.0f), glm::vec3(-0.0f)}),
              (std::vector<std::uint32_t>{0, 1, 0}));
}

} // namespace
} // namespace boxwood
