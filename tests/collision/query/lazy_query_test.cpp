// Queries of a lazy hierarchy, which split its nodes on demand, give the same results and counters as queries of a
// completely split hierarchy.
#include "collision/query/query_choices.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "collision/query/mesh_query.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

struct Answer {
    QueryScratch scratch;
    QueryResult result;
    const QueryResult& ask(const MeshView& mesh, const AnyHierarchy& tree, const Pose& a, const Pose& b,
                           const QueryRequest& request) {
        EXPECT_TRUE(query_meshes({mesh, &tree, &a}, {mesh, &tree, &b}, request, scratch, result));
        return result;
    }
};

// Splits all nodes of the lazy hierarchy and converts it to a plain hierarchy.
AnyHierarchy split_completely(AnyHierarchy lazy) {
    HierarchyConfig config = lazy.config();
    config.kind = Bvh2Kind::kName;
    return std::visit(
        [&]<class H>(const H& tree) {
            if constexpr (kIsLazy<H>)
                return AnyHierarchy(make_bvh(tree), config, lazy.vertex_count());
            else
                return lazy;
        },
        lazy.tree());
}

template <class Visit>
void for_each_request(Visit&& visit) {
    for (const auto& mode : kAllQueryModes)
        for (const auto& descent : kAllDescents)
            for (const auto& test : kAllOverlapTests)
                for (const auto& leaf_test : kAllLeafTests)
                    visit(QueryRequest{.mode = mode.value,
                                       .test = test.value,
                                       .descent = descent.value,
                                       .leaf_test = leaf_test.value});
}

TEST(LazyQuery, agrees_with_a_completely_split_tree_and_an_eagerly_built_tree_for_every_volume) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.4, 24, 12);
    const MeshView view = mesh.view();
    const Pose at_origin, beside = make_pose({{0.9, 0.3, 0.2, 0.1}, {1.7, 0.6, 0.3}, glm::dvec3(1.0)});
    for (const std::string_view volume : list_volumes()) {
        SCOPED_TRACE(volume);
        HierarchyConfig config{"bvh2-lazy", std::string(volume), "midpoint", 1};
        const AnyHierarchy untouched = *build_any_hierarchy(config, view),
                           whole = split_completely(untouched);
        config.kind = "bvh2";
        const AnyHierarchy eager = *build_any_hierarchy(config, view);
        ASSERT_EQ(untouched.node_count(), 1u);
        ASSERT_EQ(whole.node_count(), eager.node_count());
        std::size_t pairs = 0;
        for_each_request([&](const QueryRequest& request) {
            const AnyHierarchy lazy = untouched;
            Answer of_lazy, of_whole, of_eager;
            const QueryResult &found = of_lazy.ask(view, lazy, at_origin, beside, request),
                              &expected = of_whole.ask(view, whole, at_origin, beside, request),
                              &truth = of_eager.ask(view, eager, at_origin, beside, request);
            ASSERT_EQ(found.pairs, expected.pairs);
            ASSERT_EQ(found.counters, expected.counters);
            ASSERT_EQ(found.distance, expected.distance);
            ASSERT_EQ(found.intersects, truth.intersects);
            ASSERT_EQ(found.distance, truth.distance);
            if (request.mode == QueryMode::all) {
                ASSERT_EQ(found.pairs, truth.pairs);
                EXPECT_LT(lazy.node_count(), whole.node_count());
            }
            pairs += found.pairs.size();
        });
        EXPECT_GT(pairs, 100u);
    }
}

} // namespace
} // namespace boxwood
