#include "engine/deform/node_inflation.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace boxwood {
namespace {

// Finds the path from the root to a leaf by a table of parents.
struct Walk {
    const Bvh2<Aabb>& tree;
    std::vector<std::uint32_t> parent;

    explicit Walk(const Bvh2<Aabb>& t)
        : tree(t)
        , parent(t.nodes.size(), 0) {
        for (std::uint32_t i = 0; i < parent.size(); ++i)
            if (!tree.is_leaf(i)) parent[tree.child(i, 0)] = parent[tree.child(i, 1)] = i;
    }
    std::vector<std::uint32_t> path_to(std::uint32_t leaf) const { // from the root to the leaf
        std::vector<std::uint32_t> path{leaf};
        while (path.back() != 0) path.push_back(parent[path.back()]);
        std::reverse(path.begin(), path.end());
        return path;
    }
};

TEST(NodeInflationTest, matches_the_nodes_on_the_path_from_the_root) {
    const Mesh mesh = make_bumpy_sphere({.frequency = 6, .seed = 2});
    AnyHierarchy any = *build_any_hierarchy({"bvh2", "aabb", "midpoint", 3}, mesh.view());
    Mesh moved = mesh;
    for (std::size_t i = 0; i < moved.positions.size(); i += 3) moved.positions[i] *= 1.4f;
    EXPECT_TRUE(any.refit(moved.view()));
    const auto& tree = std::get<Bvh2<Aabb>>(any.tree());
    const Walk walk(tree);
    constexpr std::uint32_t kDepth = 4;
    const auto above = measure_node_inflation(any, NodeInflation::path, kDepth),
               node = measure_node_inflation(any, NodeInflation::node, kDepth),
               overlap = measure_node_inflation(any, NodeInflation::overlap, kDepth);
    ASSERT_EQ(above.size(), mesh.triangles.size());
    float most_overlap = 0.0f;
    for (std::uint32_t leaf = 0; leaf < tree.nodes.size(); ++leaf) {
        if (!tree.is_leaf(leaf)) continue;
        const std::vector<std::uint32_t> path = walk.path_to(leaf);
        float sum = 0.0f;
        for (const std::uint32_t i : path) sum += tree.volume(i).half_area();
        const std::uint32_t at = path[std::min<std::size_t>(kDepth, path.size() - 1)];
        float shared = 0.0f;
        if (!tree.is_leaf(at)) {
            const Aabb a = tree.volume(tree.child(at, 0)), b = tree.volume(tree.child(at, 1));
            glm::vec3 side;
            for (int axis = 0; axis < 3; ++axis)
                side[axis] = std::min(a.upper[axis], b.upper[axis]) - std::max(a.lower[axis], b.lower[axis]);
            if (side.x >= 0.0f && side.y >= 0.0f && side.z >= 0.0f)
                shared = (side.x * side.y + side.y * side.z + side.z * side.x) / tree.volume(at).half_area();
        }
        for (const std::uint32_t triangle : tree.primitives_of(leaf)) {
            EXPECT_NEAR(above[triangle], sum, 1e-5f * sum);
            EXPECT_EQ(node[triangle], tree.volume(at).half_area());
            EXPECT_NEAR(overlap[triangle], shared, 1e-5f);
            most_overlap = std::max(most_overlap, overlap[triangle]);
        }
    }
    EXPECT_GT(most_overlap, 0.1f); // some siblings overlap, so the comparison is not trivial
    EXPECT_LE(most_overlap, 1.0f);
}

// A lazy hierarchy has the same volumes as the bvh2 of its builder, but is traversed by cursors, like the kinds that
// derive their volumes during the descent.
TEST(NodeInflationTest, is_the_same_for_traversal_by_cursors_as_for_stored_nodes) {
    const Mesh mesh = make_bumpy_sphere({.frequency = 6, .seed = 2});
    const AnyHierarchy nodes = *build_any_hierarchy({"bvh2", "aabb", "midpoint", 2}, mesh.view());
    const AnyHierarchy cursors = *build_any_hierarchy({"bvh2-lazy", "aabb", "midpoint", 2}, mesh.view());
    for (const NodeInflationName& name : kAllNodeInflation)
        for (const std::uint32_t depth : {0u, 3u, 40u})
            EXPECT_EQ(measure_node_inflation(cursors, name.which, depth),
                      measure_node_inflation(nodes, name.which, depth))
                << name.name << ' ' << depth;
    EXPECT_EQ(cursors.node_count(), 1u) << "the measurement split the lazy hierarchy";
}

TEST(NodeInflationTest, has_a_value_per_triangle_that_quadruples_when_the_mesh_doubles_in_size) {
    Mesh mesh = make_icosphere(3);
    for (const char* kind : {"bvh8", "box-tree", "box-tree-shrunk", "box-tree8", "bvh2-lazy"}) {
        AnyHierarchy tree = *build_any_hierarchy({kind, "aabb", "midpoint", 1}, mesh.view());
        const std::vector<float> before = measure_node_inflation(tree, NodeInflation::path, 0);
        ASSERT_EQ(before.size(), mesh.triangles.size()) << kind;
        Mesh large = mesh;
        for (glm::vec3& p : large.positions) p *= 2.0f;
        ASSERT_TRUE(tree.refit(large.view()));
        const std::vector<float> after = measure_node_inflation(tree, NodeInflation::path, 0);
        for (std::size_t i = 0; i < before.size(); ++i)
            EXPECT_NEAR(after[i], 4.0f * before[i], 0.05f * after[i]) << kind;
    }
}

} // namespace
} // namespace boxwood
