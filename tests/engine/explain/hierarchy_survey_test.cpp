// The sums over all nodes equal the quality of the hierarchy, and the reported extreme nodes are the extremes of all
// nodes.
#include "engine/explain/hierarchy/hierarchy_survey.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace boxwood {
namespace {

TEST(HierarchySurvey, sums_over_all_nodes_equal_the_quality_of_the_hierarchy) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    int surveyed = 0;
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const char* volume : {"aabb", "obb", "sphere"}) {
            const auto hierarchy = build_any_hierarchy({.kind = std::string(kind),
                                                        .volume = std::string(volume),
                                                        .builder = "object-median",
                                                        .leaf_size = 3},
                                                       mesh.view());
            if (!hierarchy) continue;
            const HierarchySurvey survey = survey_hierarchy(*hierarchy);
            const HierarchyQuality& quality = survey.quality;
            double cost = 0.0, volumes = 0.0;
            std::vector<std::size_t> at_depth(quality.leaves_at_depth.size(), 0),
                of_size(quality.leaves_of_size.size(), 0);
            for (const NodeQuality& node : survey.nodes) {
                cost += static_cast<double>(node.cost);
                volumes += static_cast<double>(node.volume) / 100.0;
                if (!node.is_leaf) continue;
                ++at_depth.at(node.depth);
                // In a lazy hierarchy, a leaf may still contain a whole subtree.
                if (kind != "bvh2-lazy") ++of_size.at(node.triangles);
                EXPECT_EQ(node.overlap, 0.0f);
            }
            EXPECT_EQ(survey.nodes.size(), hierarchy->node_count());
            EXPECT_EQ(at_depth, quality.leaves_at_depth);
            if (kind != "bvh2-lazy") {
                EXPECT_EQ(of_size, quality.leaves_of_size);
                EXPECT_NEAR(cost, quality.surface_area_cost, 1e-4 * cost) << kind << ' ' << volume;
                EXPECT_NEAR(volumes, quality.volume_sum, 1e-4 * volumes) << kind << ' ' << volume;
                EXPECT_EQ(survey.deepest_leaf().depth, quality.max_depth);
                EXPECT_EQ(survey.largest_leaf().triangles + 1, quality.leaves_of_size.size());
            }
            ++surveyed;
        }
    EXPECT_EQ(surveyed, 11); // two kinds support all three volumes, one AABB and OBB, three only AABB
}

TEST(HierarchySurvey, nodes_are_sorted_by_any_column) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    const HierarchySurvey survey = survey_hierarchy(*build_any_hierarchy({}, mesh.view()));
    for (std::size_t column = 0; column < kNodeOrderNames.size(); ++column)
        for (const bool descending : {true, false}) {
            const auto order = static_cast<NodeOrder>(column);
            const auto comes_first = [&](std::uint32_t x, std::uint32_t y) {
                const double a = value_of(survey.nodes[x], order), b = value_of(survey.nodes[y], order);
                return descending ? a > b : a < b;
            };
            std::vector<std::uint32_t> expected(survey.nodes.size());
            std::iota(expected.begin(), expected.end(), 0u);
            // a stable sort keeps equal nodes in the order of their ids
            std::ranges::stable_sort(expected, comes_first);
            EXPECT_EQ(survey.sorted_by(order, descending), expected) << kNodeOrderNames[column];
        }
    EXPECT_TRUE(std::ranges::is_sorted(survey.nodes, {}, &NodeQuality::node));
    EXPECT_EQ(survey.node_with_largest(NodeOrder::triangles).node, 0u);
    EXPECT_GT(survey.node_with_largest(NodeOrder::overlap).overlap, 0.0f);
}

TEST(HierarchySurvey, csv_has_a_line_per_metric_and_histogram_bar) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 16, 8);
    const HierarchySurvey one = survey_hierarchy(*build_any_hierarchy({.leaf_size = 2}, mesh.view())),
                          other = survey_hierarchy(
                              *build_any_hierarchy({.builder = "object-median"}, mesh.view()));
    const std::string csv = survey_csv({one, other});
    const std::size_t bars =
        std::max(one.quality.leaves_at_depth.size(), other.quality.leaves_at_depth.size()) +
        std::max(one.quality.leaves_of_size.size(), other.quality.leaves_of_size.size()) +
        std::max(one.quality.overlap_at_depth.size(), other.quality.overlap_at_depth.size());
    EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), 11 + bars);
    EXPECT_NE(
        csv.find("nodes," + std::to_string(one.quality.nodes) + "," + std::to_string(other.quality.nodes)),
        std::string::npos);
    const std::vector<std::uint32_t> order = one.sorted_by(NodeOrder::overlap, true);
    const std::string nodes = nodes_csv(one, std::span(order).first(7));
    EXPECT_EQ(std::count(nodes.begin(), nodes.end(), '\n'), 8);
}

} // namespace
} // namespace boxwood
