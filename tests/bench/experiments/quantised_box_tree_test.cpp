#include "bench/experiments/box_tree/quantised_box_tree.hpp"

#include "collision/geometry/triangle/triangle_tests.hpp"
#include "collision/hierarchy/all_kinds.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;
using Leaves = std::set<std::pair<std::uint32_t, std::uint32_t>>;

// The pairs of triangles that a traversal reaches.
template <class Test>
Leaves walk(const BoxTree& tree, const Pose& pose, const Test& test) {
    const BoxTreeTraversal walked(tree);
    std::vector<TestedPair<BoxTreeTraversal, Test>> stack;
    const DescentRule descent(Pose{}, pose, true);
    QueryCounters counters;
    NoTrace no_trace;
    Leaves leaves;
    PairTraversal(walked, walked, descent, test, stack, counters, no_trace)
        .run([&](const auto& a, const auto& at_a, const auto& b, const auto& at_b) {
            leaves.emplace(a.primitives_of(at_a)[0], b.primitives_of(at_b)[0]);
            return false;
        });
    return leaves;
}

// All intersecting pairs of triangles, by brute force without a hierarchy.
Leaves find_contacts(const SampleMesh& mesh, const Pose& pose) {
    Leaves contacts;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < mesh.triangles.size(); ++j)
            if (triangles_intersect(world_triangle(Pose{}, mesh.view(), i),
                                    world_triangle(pose, mesh.view(), j)))
                contacts.emplace(i, j);
    return contacts;
}

TEST(QuantisedBoxTree, boxes_contain_the_triangles_if_the_moves_of_their_sides_are_rounded_to_whole_steps) {
    Random random(1);
    for (const unsigned bits : {8u, 16u})
        for (const SampleMesh& mesh :
             {oracle::make_torus(1.0, 0.4, 12, 8), oracle::make_soup(random, 200, 0.3)}) {
            const BoxTree exact = build_box_tree(make_primitive_boxes(mesh.view()), {}).tree;
            const BoxTree coarse = quantise_moves(exact, mesh.view(), bits);
            EXPECT_FALSE(find_defect(coarse, mesh.view()).has_value());
            const auto lengths = quantised_steps(coarse.root_box, bits);
            std::size_t moved = 0;
            for (const BoxTreeNode node : coarse.nodes) {
                const float units = node.move() / lengths[node.axis()];
                EXPECT_EQ(units, std::floor(units));
                EXPECT_LT(units, static_cast<float>(1u << bits));
                moved += units > 0.0f ? 1 : 0;
            }
            EXPECT_GT(moved, coarse.nodes.size() / 4);
        }
}

TEST(QuantisedBoxTree,
     products_from_a_table_lose_no_contact_and_reach_nearly_as_few_leaf_pairs_as_multiplication) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 16, 10);
    for (const unsigned bits : {8u, 16u}) {
        const BoxTree tree =
            quantise_moves(build_box_tree(make_primitive_boxes(mesh.view()), {}).tree, mesh.view(), bits);
        const Pose pose = make_pose({glm::angleAxis(0.7, glm::normalize(glm::dvec3(1, 2, 3))),
                                     glm::dvec3(0.9, 0.3, -0.2), glm::dvec3(1.0)});
        const BoxRelation relation =
            Aabb::make_relation(Pose{}, pose, tree.root_box, tree.root_box, OverlapTest::sat);
        const auto steps = make_incremental_box_sat<OverlapTest::sat>(relation, {tree.root_box, tree.depth},
                                                                      {tree.root_box, tree.depth});
        const Leaves multiplied = walk(tree, pose, BoxStepTest<OverlapTest::sat>(steps));
        const Leaves looked_up =
            walk(tree, pose, LookedUpStepTest<OverlapTest::sat>(steps, tree, tree, bits));
        // The two methods round independently, so their results may differ for pairs that nearly touch.
        EXPECT_NEAR(static_cast<double>(looked_up.size()), static_cast<double>(multiplied.size()),
                    2.0 + 1e-3 * static_cast<double>(multiplied.size()));
        const Leaves contacts = find_contacts(mesh, pose);
        EXPECT_GT(contacts.size(), 10u);
        EXPECT_TRUE(std::ranges::includes(looked_up, contacts)) << bits;
    }
}

} // namespace
} // namespace boxwood
