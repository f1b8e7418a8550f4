// Brute force finds the pairs that the query finds, and a pair that is missed due to a fault is traced to its node.
#include "engine/explain/verdict/pair_oracle.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

struct Question {
    oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.3, 24, 12);
    Pose pose_a, pose_b;

    explicit Question(std::uint64_t seed) {
        oracle::Random random(seed);
        pose_a = oracle::draw_pose(random, 0.2);
        pose_b = oracle::draw_pose(random, 0.6);
    }
    std::vector<PrimitivePair> expected() const {
        return find_all_by_brute_force({mesh.view(), pose_a}, {mesh.view(), pose_b},
                                       [](double) { return true; });
    }
    QueryResult ask(const AnyHierarchy& a, const AnyHierarchy& b, VisitRecorder& out_recorder) const {
        QueryScratch scratch;
        QueryResult result;
        EXPECT_TRUE(query_meshes({mesh.view(), &a, &pose_a}, {mesh.view(), &b, &pose_b}, {}, scratch,
                                 out_recorder, result));
        return result;
    }
};

TEST(PairOracle, finds_what_the_query_finds) {
    int contacts = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const Question question(seed);
        const AnyHierarchy hierarchy = *build_any_hierarchy({.volume = "obb"}, question.mesh.view());
        VisitRecorder recorder;
        EXPECT_EQ(question.ask(hierarchy, hierarchy, recorder).pairs, question.expected());
        contacts += !question.expected().empty();
    }
    EXPECT_GE(contacts, 2);
}

TEST(PairOracle, stops_when_the_callback_returns_false) {
    const Question question(1);
    int asked = 0;
    const auto pairs = find_all_by_brute_force({question.mesh.view(), question.pose_a},
                                               {question.mesh.view(), question.pose_b},
                                               [&](double share) { return share < 0.5 && ++asked > 0; });
    EXPECT_EQ(asked, static_cast<int>(question.mesh.triangles.size()) / 2);
    for (const PrimitivePair& pair : pairs) EXPECT_LT(pair.a, question.mesh.triangles.size() / 2);
}

// Shrinks one box at a time to a point. Every missed pair must be traced to the node of this box.
TEST(PairOracle, missed_pairs_are_traced_to_the_node_with_the_fault) {
    const Question question(1);
    const AnyHierarchy good = *build_any_hierarchy({"bvh2", "aabb", "midpoint", 1}, question.mesh.view());
    const std::vector<PrimitivePair> expected = question.expected();
    ASSERT_FALSE(expected.empty());
    const NodeTable table = make_node_table(good);
    std::vector<bool> found(table.deepest + 1, false);
    for (std::uint32_t node = 1; node < table.nodes.size(); ++node) {
        const std::uint32_t depth = table.nodes[node].depth;
        if (found[depth]) continue;
        Bvh2<Aabb> tree = std::get<Bvh2<Aabb>>(good.tree());
        tree.nodes[node].volume.upper = tree.nodes[node].volume.lower;
        const AnyHierarchy bad(tree, good.config(), good.vertex_count());
        for (const std::size_t side : {0u, 1u}) {
            VisitRecorder recorder;
            const QueryResult result =
                side == 0 ? question.ask(bad, good, recorder) : question.ask(good, bad, recorder);
            const VisitReplay replay(recorder.visits(), table, table);
            for (const PrimitivePair& pair : expected) {
                if (std::binary_search(result.pairs.begin(), result.pairs.end(), pair)) continue;
                const std::array<const AnyHierarchy*, 2> hierarchies =
                    side == 0 ? std::array{&bad, &good} : std::array{&good, &bad};
                const std::optional<PruningFault> fault =
                    find_pruning_fault(replay, hierarchies, {&table, &table},
                                       {question.mesh.view(), question.mesh.view()}, pair);
                ASSERT_TRUE(fault);
                ASSERT_EQ(fault->side, side);
                ASSERT_EQ(fault->node, node);
                found[depth] = true;
            }
        }
    }
    for (std::size_t depth = 1; depth + 2 < found.size(); ++depth)
        EXPECT_TRUE(found[depth]) << "level " << depth;
}

} // namespace
} // namespace boxwood
