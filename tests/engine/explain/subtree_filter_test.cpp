// The displayed part of a hierarchy, compared with the ancestors of every leaf.
#include "engine/explain/hierarchy/subtree_filter.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

bool has_above(const NodeTable& table, std::uint32_t node, std::uint32_t above) {
    const std::vector<std::uint32_t> path = table.path_to(node);
    return std::find(path.begin(), path.end(), above) != path.end();
}

TEST(SubtreeFilter, shows_triangles_below_the_isolated_node_and_not_below_a_hidden_node) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    const NodeTable table = make_node_table(*build_any_hierarchy({.leaf_size = 2}, mesh.view()));
    const std::uint32_t isolated = table.nodes[0].second_child, hidden = table.nodes[isolated].first_child,
                        elsewhere = table.nodes[0].first_child;
    SubtreeFilter filter;
    EXPECT_FALSE(filter.is_active());
    const std::vector<bool> all = filter.shown_triangles(table);
    EXPECT_EQ(std::count(all.begin(), all.end(), true), static_cast<std::ptrdiff_t>(mesh.triangles.size()));
    filter.isolate(isolated);
    filter.hide(hidden);
    filter.hide(elsewhere);
    const std::vector<bool> shown = filter.shown_triangles(table);
    std::size_t some = 0;
    for (std::uint32_t triangle = 0; triangle < shown.size(); ++triangle) {
        const std::uint32_t leaf = table.leaves[triangle];
        EXPECT_EQ(shown[triangle], has_above(table, leaf, isolated) && !has_above(table, leaf, hidden));
        EXPECT_EQ(filter.shows(table, leaf), shown[triangle]);
        some += shown[triangle];
    }
    EXPECT_GT(some, 0u);
    EXPECT_LT(some, shown.size() / 2);
    EXPECT_TRUE(filter.shows(table, 0)); // an ancestor of the isolated node
    EXPECT_TRUE(filter.shows(table, isolated));
    EXPECT_FALSE(filter.shows(table, hidden));
    EXPECT_FALSE(filter.shows(table, elsewhere));
    const std::uint32_t before = filter.revision();
    filter.clear();
    EXPECT_NE(filter.revision(), before);
    EXPECT_EQ(filter.shown_triangles(table), all);
}

} // namespace
} // namespace boxwood
