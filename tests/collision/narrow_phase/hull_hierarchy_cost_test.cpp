// Counts the hulls that are computed for a hull hierarchy, and checks which pairs of nodes are disabled.
#include "collision/geometry/hull/hull_polytope.hpp"
#include "collision/narrow_phase/compound/hull_hierarchy.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

namespace boxwood::hull_hierarchy_test {
namespace {

std::size_t hull_count = 0;

Result<Polytope> make_counted_hull(std::span<const glm::vec3> points) {
    ++hull_count;
    Result<HullPolytope> hull = make_hull_polytope(points);
    if (!hull) return hull.error();
    return std::move(hull->polytope);
}

HullNode make_leaf(std::uint32_t parent) {
    return {.parent = parent,
            .parent_from_node = {},
            .joint = {},
            .polytope = test::polytope_of(test::box(glm::vec3(0.5f)))};
}

HullNode make_inner(std::uint32_t parent) {
    return {.parent = parent, .parent_from_node = {}, .joint = {}, .polytope = {}};
}

// A chain of `depth` inner nodes, each with a leaf. The hull of every `stride`-th inner node covers the whole range of
// the joints below it.
std::vector<HullNode> make_chain(std::uint32_t depth, std::uint32_t stride) {
    std::vector<HullNode> nodes;
    std::uint32_t parent = kNone;
    for (std::uint32_t k = 0; k < depth; ++k) {
        HullNode node = make_inner(parent);
        if (k > 0) node.joint = Joint{.axis_p = {1.0, 0.0, 0.0}, .upper = 0.25, .kind = JointKind::prismatic};
        if (k % stride == 0) node.mode = HullMode::whole_range;
        parent = static_cast<std::uint32_t>(nodes.size());
        nodes.push_back(std::move(node));
        nodes.push_back(make_leaf(parent));
    }
    return nodes;
}

TEST(HullHierarchyCost, ADeepChainTakesAtMostTwoHullsPerInnerNode) {
    constexpr std::uint32_t kDepth = 40;
    for (const std::uint32_t stride : {1u, 2u, 3u}) {
        hull_count = 0;
        const auto tree = make_hull_hierarchy(make_chain(kDepth, stride), &make_counted_hull);
        ASSERT_TRUE(tree) << tree.error().message;
        EXPECT_LE(hull_count, 2 * kDepth);
    }
}

TEST(HullHierarchyCost, ADisabledPairDisablesAllPairsOfNodesBelow) {
    // The root has three children, nodes 1 to 3. Each of them has two inner nodes, which have one leaf each.
    std::vector<HullNode> nodes{make_inner(kNone), make_inner(0), make_inner(0), make_inner(0)};
    for (std::uint32_t k = 0; k < 6; ++k) nodes.push_back(make_inner(1 + k / 2));
    for (std::uint32_t k = 0; k < 6; ++k) nodes.push_back(make_leaf(4 + k));
    const std::pair<std::uint32_t, std::uint32_t> disabled[] = {{2, 1}};
    const auto tree = make_hull_hierarchy(nodes, &make_counted_hull, disabled);
    ASSERT_TRUE(tree) << tree.error().message;
    const auto child_of_root_above = [&](std::uint32_t node) {
        while (tree->nodes()[node].parent != 0) node = tree->nodes()[node].parent;
        return node;
    };
    for (std::uint32_t x = 1; x < nodes.size(); ++x)
        for (std::uint32_t y = 1; y < nodes.size(); ++y) {
            const std::uint32_t a = child_of_root_above(x), b = child_of_root_above(y);
            EXPECT_EQ(tree->is_disabled(x, y), std::min(a, b) == 1 && std::max(a, b) == 2) << x << ' ' << y;
        }
}

} // namespace
} // namespace boxwood::hull_hierarchy_test
