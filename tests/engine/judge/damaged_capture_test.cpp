// Indices out of range in a capture of another program are reported or refused, but never followed.
#include "engine/judge/faults.hpp"
#include "engine/judge/judge_capture.hpp"
#include "engine/judge/trees/walk_trees.hpp"
#include "engine/producer/fault_sample.hpp"

#include <functional>
#include <gtest/gtest.h>

namespace boxwood::judge::damaged_test {
namespace {

using namespace boxwood::capture;

constexpr std::uint32_t kFar = 1'000'000'000;

TEST(DamagedCapture, RangesOutsideOfTheirListsAreEmpty) {
    const Capture sound = make_fault_sample(FaultSample::boxes);
    const MeshRecord& mesh = *sound.find_mesh(0, 0);
    HierarchyRecord tree = *sound.find_hierarchy(0, 0);
    for (std::uint32_t node = 0; node < tree.node_count(); ++node) {
        EXPECT_EQ(children_of(tree, node).size(), tree.child_count[node]);
        EXPECT_EQ(primitives_of(tree, node).size(), tree.primitive_count[node]);
        (tree.child_count[node] > 0 ? tree.child_count : tree.primitive_count)[node] = kFar;
    }
    const std::uint32_t root = tree.roots[0];
    EXPECT_TRUE(children_of(tree, root).empty());
    const JudgedHierarchy judged = judge_hierarchy(tree, mesh);
    EXPECT_FALSE(judged.is_sound());
    // The same node as a leaf with too many primitives.
    HierarchyRecord leaf = *sound.find_hierarchy(0, 0);
    leaf.child_count[root] = 0;
    leaf.primitive_count[root] = kFar;
    EXPECT_TRUE(primitives_of(leaf, root).empty());
    const JudgedHierarchy judged_leaf = judge_hierarchy(leaf, mesh);
    for (const JudgedHierarchy* a : {&judged, &judged_leaf})
        for (const JudgedHierarchy* b : {&judged, &judged_leaf}) {
            QueryRecord query{.mode = "all"};
            VisitsRecord visits;
            walk_trees(*a, *b, Pose{}, TestFault::none, query, visits);
            EXPECT_EQ(query.verdict, 0u);
            EXPECT_EQ(visits.seen, 1u); // only the pair of roots
        }
}

TEST(DamagedCapture, ARootThatIsAChildIsReportedOnce) {
    HierarchyRecord tree{.id = 1, .roots = {0, 1}};
    tree.node_bounds = tree.first_child = tree.first_primitive = tree.primitive_count = {0, 0};
    tree.child_count = {0, 1};
    tree.children = {0};
    for (const std::vector<std::uint32_t>& roots : {std::vector<std::uint32_t>{0, 1}, {1, 0}}) {
        tree.roots = roots;
        std::vector<Finding> findings;
        link_nodes(tree, {}, findings);
        ASSERT_EQ(findings.size(), 1u);
        EXPECT_EQ(findings[0].node, 0u);
        EXPECT_EQ(findings[0].text.rfind("node 0 is a root and a child", 0), 0u) << findings[0].text;
    }
}

TEST(DamagedCapture, NoFaultIsInjectedIntoIt) {
    const auto tree = [](Capture& io_capture) -> HierarchyRecord& {
        return io_capture.hierarchies.begin()->second;
    };
    const std::vector<std::function<void(Capture&)>> damages{
        [](Capture& c) { c.queries.clear(); },
        [](Capture& c) { c.queries[0].sides.clear(); },
        [](Capture& c) { c.queries.back().sides.pop_back(); },
        [](Capture& c) { c.queries.back().kind = "other"; },
        [](Capture& c) { c.queries[0].pairs_a.assign(1, kFar), c.queries[0].pairs_b.assign(1, kFar); },
        [](Capture& c) { c.queries[0].sides[0].hierarchy = kFar; },
        [](Capture& c) { c.hierarchies.erase(c.hierarchies.begin()); },
        [](Capture& c) { c.meshes.erase(c.meshes.begin()); },
        [](Capture& c) { c.meshes.begin()->second.triangles.back() = kFar; },
        [&](Capture& c) { tree(c).primitive = "user", tree(c).primitives.back() = kFar; },
        [&](Capture& c) { tree(c).primitives.back() = kFar; },
        [&](Capture& c) { tree(c).primitive_count.back() = kFar; },
        [&](Capture& c) { tree(c).children.back() = kFar; },
        [&](Capture& c) { tree(c).child_count[0] = kFar; },
        [&](Capture& c) { tree(c).node_bounds.back() = kFar; },
        [&](Capture& c) { tree(c).node_bounds.clear(); },
        [&](Capture& c) { tree(c).roots.clear(); },
        [&](Capture& c) { tree(c).bounds[0].values.values.pop_back(); },
    };
    const Capture sound = make_fault_sample(FaultSample::boxes);
    for (std::size_t i = 0; i < damages.size(); ++i)
        for (const char* fault : {"box-shrunk", "bounds-exchanged", "primitive-doubled", "refit-order",
                                  "pose-inverted", "sweep-flag", "stale-features"}) {
            Capture damaged = sound;
            damages[i](damaged);
            EXPECT_FALSE(inject_fault({fault}, damaged)) << fault << ", damage " << i;
        }
}

} // namespace
} // namespace boxwood::judge::damaged_test
