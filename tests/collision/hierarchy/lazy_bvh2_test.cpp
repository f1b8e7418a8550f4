#include "collision/hierarchy/bvh2/lazy_bvh2.hpp"

#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "tests/collision/hierarchy/builder_checks.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <limits>
#include <memory>
#include <optional>
#include <thread>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

Bvh2<Aabb> build_at_once(const Builder& builder, std::span<const Aabb> boxes, std::uint32_t leaf_size) {
    SerialExecutor serial;
    return builder.build(boxes, leaf_size, serial);
}

// Passes both hierarchies through make_bvh(), so that their nodes are numbered in the same order.
void expect_same(const LazyBvh2<Aabb>& lazy, const Bvh2<Aabb>& at_once) {
    EXPECT_TRUE(oracle::are_same_bits(make_bvh(lazy), make_bvh(LazyBvh2(at_once))));
}

// Counts the nodes that a traversal visits when it stops at boxes that do not overlap `box`.
std::size_t visit_overlapping(const LazyBvh2<Aabb>& tree, const Aabb& box) {
    std::size_t visited = 0;
    std::vector<std::uint32_t> stack{tree.root()};
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        ++visited;
        if (!overlap(tree.volume(node), box) || tree.is_leaf(node)) continue;
        stack.push_back(tree.child(node, 1));
        stack.push_back(tree.child(node, 0));
    }
    return visited;
}

TEST(LazyBvhTest, a_complete_split_gives_the_hierarchy_of_the_builder) {
    Random random(1);
    const std::vector<Aabb> boxes =
        oracle::draw_boxes(random, static_cast<int>(test::choose_effort(3000, 100000)), 0.02);
    int lazy_builders = 0;
    for (const Builder& builder : kAllBuilders)
        for (const std::uint32_t leaf_size : {1u, 3u, 8u}) {
            SCOPED_TRACE(builder.name);
            const Bvh2<Aabb> at_once = build_at_once(builder, boxes, leaf_size);
            if (builder.split == nullptr) {
                expect_same(LazyBvh2(at_once), at_once);
                continue;
            }
            ++lazy_builders;
            const LazyBvh2<Aabb> lazy(boxes, leaf_size, builder.split);
            EXPECT_EQ(node_count_of(lazy), 1u); // only the root exists
            split_all(lazy);
            EXPECT_EQ(node_count_of(lazy), at_once.nodes.size());
            expect_same(lazy, at_once);
        }
    EXPECT_GE(lazy_builders, 3 * 7);
}

TEST(LazyBvhTest, a_local_query_splits_few_nodes_and_visits_as_many_as_in_an_eager_hierarchy) {
    Random random(2);
    const std::vector<Aabb> boxes = oracle::draw_boxes(random, 5000, 0.01);
    const LazyBvh2<Aabb> lazy(boxes, 1, kAllBuilders[0].split),
        whole(build_at_once(kAllBuilders[0], boxes, 1));
    const Aabb corner{{0.5f, 0.5f, 0.5f}, {0.7f, 0.7f, 0.7f}};
    const std::size_t visited = visit_overlapping(lazy, corner);
    EXPECT_EQ(visited, visit_overlapping(whole, corner));
    EXPECT_EQ(node_count_of(lazy), visited);
    EXPECT_LT(node_count_of(lazy), node_count_of(whole) / 10);
    EXPECT_EQ(visit_overlapping(lazy, corner), visited); // the second traversal splits no further nodes
    EXPECT_EQ(measure_quality(lazy).nodes, visited);
    EXPECT_EQ(measure_quality(lazy).primitives, boxes.size());
}

TEST(LazyBvhTest, concurrent_splits_give_the_hierarchy_of_the_builder) {
    Random random(3);
    for (std::size_t round = 0; round < test::choose_effort(10, 300); ++round) {
        const std::vector<Aabb> boxes = oracle::draw_boxes(random, 3000, 0.02);
        const LazyBvh2<Aabb> lazy(boxes, 2, kAllBuilders[0].split);
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&lazy, i] {
                if (i % 2 == 0) split_all(lazy);
                for (int k = 0; k < 20; ++k) {
                    const auto at = 0.1f * static_cast<float>((k * 7 + i * 3) % 20 - 10);
                    visit_overlapping(lazy, {{at, -0.2f, -0.2f}, {at + 0.1f, 0.2f, 0.2f}});
                }
            });
        for (std::thread& thread : threads) thread.join();
        expect_same(lazy, build_at_once(kAllBuilders[0], boxes, 2));
    }
}

// A split function that blocks the splitting thread until may_split is set.
std::atomic<bool> is_splitting = false, may_split = true;
Split split_when_allowed(const ItemRange& range) {
    is_splitting = true;
    while (!may_split) std::this_thread::yield();
    return kAllBuilders[0].split(range);
}

// Runs the work on a separate thread and returns false if it takes more than 60 s. The thread is then left running, so
// that the test fails instead of hanging.
template <class Do>
bool is_done_in_time(Do&& work) {
    auto done = std::make_shared<std::promise<void>>();
    std::future<void> future = done->get_future();
    std::thread([done, work] {
        work();
        done->set_value();
    }).detach();
    return future.wait_for(std::chrono::seconds(60)) == std::future_status::ready;
}

TEST(LazyBvhTest, a_copy_made_during_a_split_can_be_split) {
    Random random(5);
    const std::vector<Aabb> boxes = oracle::draw_boxes(random, 300, 0.02);
    const auto lazy = std::make_shared<const LazyBvh2<Aabb>>(boxes, 2, split_when_allowed);
    may_split = is_splitting = false;
    std::thread splitting([&] { split_all(*lazy); });
    while (!is_splitting) std::this_thread::yield();
    const auto copy = std::make_shared<std::optional<LazyBvh2<Aabb>>>();
    std::future<void> copying = std::async(std::launch::async, [&] { copy->emplace(*lazy); });
    // Gives the copy time to start. The copy can finish within that time only if it does not wait for the split.
    copying.wait_for(std::chrono::milliseconds(50));
    may_split = true;
    splitting.join();
    copying.get();
    ASSERT_TRUE(is_done_in_time([copy] { split_all(**copy); }));
    expect_same(**copy, build_at_once(kAllBuilders[0], boxes, 2));
}

TEST(LazyBvhTest, copies_made_during_concurrent_splits_give_the_hierarchy_of_the_builder) {
    Random random(6);
    for (std::size_t round = 0; round < test::choose_effort(20, 300); ++round) {
        const std::vector<Aabb> boxes = oracle::draw_boxes(random, 2000, 0.02);
        const Bvh2<Aabb> at_once = build_at_once(kAllBuilders[0], boxes, 3);
        const LazyBvh2<Aabb> lazy(boxes, 3, kAllBuilders[0].split);
        std::vector<std::thread> threads;
        for (int i = 0; i < 2; ++i) threads.emplace_back([&] { split_all(lazy); });
        std::vector<LazyBvh2<Aabb>> copies;
        for (int i = 0; i < 4; ++i) copies.push_back(lazy);
        for (std::thread& thread : threads) thread.join();
        expect_same(lazy, at_once);
        for (const LazyBvh2<Aabb>& copy : copies) expect_same(copy, at_once);
    }
}

TEST(LazyBvhTest, RefitUpdatesUnsplitNodes) {
    Random random(4);
    for (const std::uint32_t leaf_size : {1u, 4u})
        for (std::size_t round = 0; round < test::choose_effort(8, 200); ++round) {
            SampleMesh mesh = oracle::make_torus(1.0, 0.4, 30, 15);
            LazyBvh2<Aabb> lazy(mesh.view(), leaf_size, kAllBuilders[0].split);
            const float reach = 0.2f * static_cast<float>(round);
            visit_overlapping(lazy, {{0, 0, -reach}, {reach, reach, reach}});
            for (glm::vec3& p : mesh.positions) p = 2.0f * p + glm::vec3(oracle::draw_point(random, 0.2));
            const LazyBvh2<Aabb> stale = lazy;
            lazy.refit(mesh.view());
            EXPECT_EQ(lazy.volume(0), Aabb::fit(mesh.positions));
            EXPECT_FALSE(find_defect(lazy, mesh.view()).has_value());
            EXPECT_TRUE(find_defect(stale, mesh.view()).has_value()); // the copy kept the old boxes
        }
}

// The defect has the node's index in the lazy hierarchy, and the check never follows a broken link.
TEST(LazyBvhTest, FindsBrokenTreesAndNamesTheNode) {
    SampleMesh mesh = oracle::make_torus(1.0, 0.4, 12, 8);
    const auto boxes = make_primitive_boxes(mesh.view());
    const Bvh2<Aabb> sound = build_at_once(kAllBuilders[0], boxes, 1),
                     large = build_at_once(kAllBuilders[0], boxes, 4);
    const auto expect_defect = [&](const Bvh2<Aabb>& broken, std::uint32_t node, const std::string& part) {
        const auto defect = find_defect(LazyBvh2(broken), mesh.view());
        ASSERT_TRUE(defect.has_value()) << "not found: " << part;
        EXPECT_EQ(defect->node, node) << defect->message;
        EXPECT_NE(defect->message.find(part), std::string::npos) << defect->message;
    };
    EXPECT_FALSE(find_defect(LazyBvh2(sound), mesh.view()).has_value());
    EXPECT_FALSE(find_defect(LazyBvh2(large), mesh.view()).has_value());
    std::uint32_t leaf = 0, large_leaf = 0, internal = 1, later = 0;
    while (!sound.nodes[leaf].is_leaf()) ++leaf;
    while (large.nodes[large_leaf].count < 2) ++large_leaf;
    while (sound.nodes[internal].is_leaf()) ++internal;
    for (later = internal + 1; sound.nodes[later].is_leaf();) ++later;

    Bvh2<Aabb> tree = sound;
    tree.nodes[internal].first = 0;
    expect_defect(tree, internal, "does not come after its parent");
    tree.nodes[internal].first = internal;
    expect_defect(tree, internal, "does not come after its parent");
    tree.nodes[internal].first = ~0u - 1;
    expect_defect(tree, internal, "does not exist");
    tree.nodes[internal].first = sound.nodes[later].first;
    expect_defect(tree, sound.nodes[later].first, "is a child of two nodes");
    tree = sound;
    tree.nodes[leaf].first = 100000;
    expect_defect(tree, leaf, "primitive 100000 does not exist");
    // one primitive is in no leaf, another one in two leaves
    tree.nodes[leaf].first = sound.nodes[leaf].first == 0 ? 1 : 0;
    EXPECT_NE(find_defect(LazyBvh2(tree), mesh.view())->message.find("is also in leaf node"),
              std::string::npos);
    tree = large;
    const std::uint32_t last = tree.primitives[tree.nodes[large_leaf].first + --tree.nodes[large_leaf].count];
    expect_defect(tree, 0, "primitive " + std::to_string(last) + " is in no leaf");
    tree = large;
    tree.nodes[large_leaf].first = 100000;
    expect_defect(tree, large_leaf, "extends past the end");
    tree.nodes[large_leaf].count = kMaxLeafSize + 1;
    expect_defect(tree, large_leaf, "has more than kMaxLeafSize");
    for (const float broken : {9.0f, std::numeric_limits<float>::quiet_NaN()}) {
        tree = sound;
        tree.nodes[internal].volume.lower.x = broken;
        const auto defect = find_defect(LazyBvh2(tree), mesh.view());
        ASSERT_TRUE(defect.has_value());
        EXPECT_TRUE(defect->node == internal || defect->node == sound.nodes[internal].first ||
                    defect->node == sound.nodes[internal].first + 1)
            << defect->message;
    }
    mesh.triangles.pop_back();
    expect_defect(sound, 0, "is stale: the hierarchy has");
}

// The check splits all nodes of a hierarchy that no query has traversed, and finds it sound.
TEST(LazyBvhTest, FindDefectSplitsAllUnsplitNodes) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 30, 15);
    for (const std::uint32_t leaf_size : {1u, 4u}) {
        const LazyBvh2<Aabb> lazy(mesh.view(), leaf_size, kAllBuilders[0].split);
        EXPECT_FALSE(find_defect(lazy, mesh.view()).has_value());
        EXPECT_EQ(node_count_of(lazy),
                  build_at_once(kAllBuilders[0], make_primitive_boxes(mesh.view()), leaf_size).nodes.size());
    }
}

} // namespace
} // namespace boxwood
