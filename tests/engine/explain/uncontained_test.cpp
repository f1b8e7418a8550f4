#include "engine/explain/hierarchy/injected_fault.hpp"
#include "engine/explain/verdict/uncontained.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TEST(Uncontained, triangles_are_found_only_at_an_injected_fault) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    int planted = 0;
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes()) {
            const auto sound = build_any_hierarchy(
                {std::string(kind), std::string(volume), "object-median", 2}, mesh.view());
            if (!sound) continue;
            (void)sound->validate(mesh.view()); // splits lazy nodes
            const NodeTable table = make_node_table(*sound);
            for (std::uint32_t node = 0; node < table.nodes.size(); ++node) {
                if (!table.has(node)) continue;
                ASSERT_FALSE(find_uncontained_triangles(*sound, table, node, mesh.view()))
                    << kind << ' ' << volume << " node " << node;
            }
            const std::uint32_t node = table.nodes[table.nodes[0].second_child].first_child;
            const std::optional<InjectedFault> fault = inject_fault(*sound, mesh.view(), node);
            ASSERT_TRUE(fault) << kind << ' ' << volume;
            const NodeTable bad = make_node_table(fault->hierarchy);
            const auto found = find_uncontained_triangles(fault->hierarchy, bad, fault->node, mesh.view());
            ASSERT_TRUE(found) << kind << ' ' << volume;
            EXPECT_GT(found->count, 0u);
            EXPECT_LE(found->count, bad.nodes[fault->node].count);
            EXPECT_TRUE(bad.holds(fault->node, found->first));
            EXPECT_FALSE(contains_triangle(fault->hierarchy, bad, fault->node, mesh.view(), found->first));
            ++planted;
        }
    EXPECT_GE(planted, 12);
}

} // namespace
} // namespace boxwood
