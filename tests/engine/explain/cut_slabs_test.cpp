// The slabs that the children of BoxTree nodes cut off: compared with the volume of the boxes, and with the triangles
// below the children.
#include "engine/explain/hierarchy/cut_slabs.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <map>

namespace boxwood {
namespace {

double exact_volume(const Aabb& box) {
    const glm::dvec3 sides = glm::dvec3(box.upper) - glm::dvec3(box.lower);
    return sides.x * sides.y * sides.z;
}

bool is_strictly_inside(const Aabb& box, const glm::vec3& p) {
    return glm::all(glm::lessThan(box.lower, p)) && glm::all(glm::lessThan(p, box.upper));
}

TEST(CutSlabs, fill_the_box_of_the_node_outside_a_child_and_contain_no_vertex_of_it) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    for (const char* kind : {"box-tree", "box-tree-shrunk"}) {
        SCOPED_TRACE(kind);
        const Result<AnyHierarchy> tree =
            build_any_hierarchy({.kind = kind, .builder = "restricted", .leaf_size = 1}, mesh.view());
        ASSERT_TRUE(tree);
        const NodeTable table = make_node_table(*tree);
        std::vector<NodeBox> boxes;
        tree->collect_boxes(0, table.deepest, boxes);
        std::map<std::uint32_t, Aabb> box_of;
        for (const NodeBox& node : boxes) box_of[node.node] = node.box;
        std::size_t single = 0, several = 0;
        for (const NodeBox& node : boxes) {
            const std::vector<CutSlab> slabs = list_cut_slabs(*tree, table, node.node);
            if (node.is_leaf) {
                EXPECT_TRUE(slabs.empty());
                continue;
            }
            const NodeTable::Node& links = table.nodes[node.node];
            for (const std::uint32_t child : {links.first_child, links.second_child}) {
                double filled = exact_volume(box_of.at(child));
                std::size_t count = 0;
                for (const CutSlab& slab : slabs) {
                    if (slab.child != child) continue;
                    ++count;
                    filled += exact_volume(slab.box);
                    EXPECT_TRUE(node.box.contains(slab.box));
                    const float side = slab.is_lower ? slab.box.lower[slab.axis] : slab.box.upper[slab.axis];
                    EXPECT_EQ(side, slab.is_lower ? node.box.lower[slab.axis] : node.box.upper[slab.axis]);
                    for (const std::uint32_t triangle : table.primitives_below(child))
                        for (const std::uint32_t vertex : mesh.view().triangles[triangle])
                            EXPECT_FALSE(is_strictly_inside(slab.box, mesh.view().positions[vertex]));
                }
                EXPECT_NEAR(filled, exact_volume(node.box), 1e-9 * exact_volume(node.box));
                single += count == 1;
                several += count > 1;
            }
        }
        EXPECT_GT(single, 100u);
        EXPECT_EQ(several > 0, std::string_view(kind) == "box-tree-shrunk");
    }
}

TEST(CutSlabs, other_kinds_have_none) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    for (const char* kind : {"bvh2", "bvh8"}) {
        const Result<AnyHierarchy> tree = build_any_hierarchy({.kind = kind}, mesh.view());
        ASSERT_TRUE(tree);
        EXPECT_TRUE(list_cut_slabs(*tree, make_node_table(*tree), 0).empty());
    }
}

} // namespace
} // namespace boxwood
