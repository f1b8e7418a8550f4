// Injects a fault into hierarchies of every kind and volume. validate() reports it, and missed pairs are traced to its
// node.
#include "engine/explain/hierarchy/injected_fault.hpp"

#include "collision/query/mesh_query.hpp"
#include "engine/explain/verdict/pair_oracle.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TEST(InjectedFault, is_reported_by_validate_for_every_kind_and_volume) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    int planted = 0;
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes()) {
            const HierarchyConfig config{std::string(kind), std::string(volume), "object-median", 2};
            const auto sound = build_any_hierarchy(config, mesh.view());
            if (!sound) continue;
            EXPECT_FALSE(sound->validate(mesh.view())); // splits lazy nodes
            const NodeTable table = make_node_table(*sound);
            const std::uint32_t node = table.nodes[table.nodes[0].second_child].first_child;
            const std::optional<InjectedFault> fault = inject_fault(*sound, mesh.view(), node);
            ASSERT_TRUE(fault) << kind << ' ' << volume;
            const auto defect = fault->hierarchy.validate(mesh.view());
            ASSERT_TRUE(defect) << kind << ' ' << volume;
            EXPECT_EQ(defect->message.find("stale"), std::string::npos) << defect->message;
            // For bvh8, the defect names a wide node, and ids of wide nodes are not ids of the NodeTable. For kdop-tree
            // and box-tree8, it names a node below the fault, because volumes are derived from those of the parents.
            if (kind != "bvh8" && kind != "kdop-tree" && kind != "box-tree8") {
                EXPECT_EQ(defect->node, fault->node) << kind << ' ' << volume << ": " << defect->message;
            }
            EXPECT_EQ(fault->hierarchy.config(), config);
            EXPECT_EQ(make_node_table(fault->hierarchy).nodes[fault->node].count, table.nodes[node].count);
            EXPECT_FALSE(sound->validate(mesh.view())); // the original is unchanged
            ++planted;
        }
    EXPECT_GE(planted, 12);
    const AnyHierarchy tree = *build_any_hierarchy({.kind = "box-tree"}, mesh.view());
    EXPECT_FALSE(inject_fault(tree, mesh.view(), 0));
    EXPECT_FALSE(inject_fault(tree, mesh.view(), 1'000'000));
}

TEST(InjectedFault, missed_pairs_are_traced_to_its_node) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 24, 12);
    oracle::Random random(1);
    const Pose pose_a = oracle::draw_pose(random, 0.2), pose_b = oracle::draw_pose(random, 0.6);
    const std::vector<PrimitivePair> expected =
        find_all_by_brute_force({mesh.view(), pose_a}, {mesh.view(), pose_b}, [](double) { return true; });
    ASSERT_FALSE(expected.empty());
    for (const std::string_view volume : {"aabb", "obb", "kdop18", "rss"}) {
        const AnyHierarchy good =
            *build_any_hierarchy({"bvh2", std::string(volume), "midpoint", 1}, mesh.view());
        const NodeTable table = make_node_table(good);
        std::size_t found = 0;
        for (const std::uint32_t node : table.path_to(table.leaves[expected.front().a])) {
            const std::optional<InjectedFault> fault = inject_fault(good, mesh.view(), node);
            ASSERT_TRUE(fault);
            VisitRecorder recorder;
            QueryScratch scratch;
            QueryResult result;
            EXPECT_TRUE(query_meshes({mesh.view(), &fault->hierarchy, &pose_a}, {mesh.view(), &good, &pose_b},
                                     {}, scratch, recorder, result));
            const VisitReplay replay(recorder.visits(), table, table);
            for (const PrimitivePair& pair : expected) {
                if (std::binary_search(result.pairs.begin(), result.pairs.end(), pair)) continue;
                const std::optional<PruningFault> why = find_pruning_fault(
                    replay, {&fault->hierarchy, &good}, {&table, &table}, {mesh.view(), mesh.view()}, pair);
                ASSERT_TRUE(why);
                EXPECT_EQ(why->side, std::optional<std::size_t>(0));
                EXPECT_EQ(why->node, node);
                ++found;
            }
        }
        EXPECT_GT(found, 0u) << volume;
    }
}

} // namespace
} // namespace boxwood
