#include "collision/hierarchy/all_kinds.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <limits>
#include <set>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

Bvh2<Aabb> build(const SampleMesh& mesh, std::size_t builder, std::uint32_t leaf_size) {
    SerialExecutor serial;
    return kAllBuilders[builder].build(make_primitive_boxes(mesh.view()), leaf_size, serial);
}

// The binary hierarchy of every builder collapses to a sound hierarchy with the same leaves.
TEST(Bvh8Test, a_collapse_keeps_the_leaves_of_every_builder) {
    Random random(1);
    for (std::size_t builder = 0; builder < kAllBuilders.size(); ++builder)
        for (const std::uint32_t leaf_size : {1u, 3u, 16u})
            for (const int count : {1, 2, 8, 9, 200}) {
                const SampleMesh mesh = oracle::make_soup(random, count, 0.3);
                const Bvh2<Aabb> binary = build(mesh, builder, leaf_size);
                const Bvh8 wide = collapse_to_bvh8(binary);
                const auto defect = find_defect(wide, mesh.view());
                ASSERT_FALSE(defect) << defect->message;
                std::multiset<std::vector<std::uint32_t>> leaves, expected;
                for (std::uint32_t i = 0; i < binary.nodes.size(); ++i)
                    if (binary.is_leaf(i)) {
                        const auto held = binary.primitives_of(i);
                        expected.emplace(held.begin(), held.end());
                    }
                std::set<std::uint32_t> names;
                visit_nodes(
                    wide, [&](const Aabb&, std::uint32_t name, std::uint32_t, bool) { names.insert(name); });
                for (std::uint32_t node = 0; node < wide.nodes.size(); ++node)
                    for (unsigned lane = 0; lane < wide.nodes[node].lane_count; ++lane) {
                        ASSERT_TRUE(names.contains(wide.name_of(node, lane)));
                        if (!wide.nodes[node].is_leaf(lane)) continue;
                        const auto held = wide.primitives_of(node, lane);
                        leaves.emplace(held.begin(), held.end());
                    }
                ASSERT_EQ(leaves, expected);
                ASSERT_EQ(names.size(), node_count_of(wide)); // names are unique
                ASSERT_EQ(*names.rbegin(), node_count_of(wide) - 1);
            }
}

double cost_of_node(const Bvh2<Aabb>& binary) {
    return 3.0 * static_cast<double>(binary.nodes[0].volume.half_area()) / binary.primitive_count;
}

// The least sum of the costs of wide nodes, found by trying all choices of wide nodes.
double find_least_cost(const Bvh2<Aabb>& binary) {
    const double of_node = cost_of_node(binary);
    std::function<double(std::uint32_t, int)> as_lanes; // with at most the given number of lanes
    const std::function<double(std::uint32_t)> as_node = [&](std::uint32_t node) {
        double least = HUGE_VAL;
        for (int k = 1; k < 8; ++k)
            least = std::min(least, as_lanes(binary.nodes[node].first, k) +
                                        as_lanes(binary.nodes[node].first + 1, 8 - k));
        return least + static_cast<double>(binary.nodes[node].volume.half_area()) + of_node;
    };
    as_lanes = [&](std::uint32_t node, int lanes) {
        if (binary.is_leaf(node)) return 0.0;
        double least = as_node(node);
        for (int k = 1; k < lanes; ++k)
            least = std::min(least, as_lanes(binary.nodes[node].first, k) +
                                        as_lanes(binary.nodes[node].first + 1, lanes - k));
        return least;
    };
    return as_node(0);
}

TEST(Bvh8Test, a_collapse_has_the_minimum_cost) {
    Random random(2);
    for (std::size_t i = 0; i < test::choose_effort(12, 60); ++i) {
        const SampleMesh mesh = oracle::make_soup(random, 12 + static_cast<int>(i % 6), 0.2);
        const Bvh2<Aabb> binary = build(mesh, i % kAllBuilders.size(), 1);
        const Bvh8 wide = collapse_to_bvh8(binary);
        double cost = 0.0;
        for (std::uint32_t node = 1; node < wide.nodes.size(); ++node) {
            Aabb box;
            for (unsigned lane = 0; lane < wide.nodes[node].lane_count; ++lane)
                box = merge(box, wide.nodes[node].boxes.box(lane));
            cost += static_cast<double>(box.half_area()) + cost_of_node(binary);
        }
        // quantization makes boxes up to 2/255 longer
        ASSERT_NEAR(cost, find_least_cost(binary), 0.03 * cost);
    }
}

TEST(Bvh8Test, a_refit_is_sound_for_the_moved_mesh) {
    Random random(3);
    SampleMesh mesh = oracle::make_torus(1.0, 0.4, 24, 12);
    Bvh8 wide = collapse_to_bvh8(build(mesh, 0, 2));
    for (glm::vec3& p : mesh.positions) p = glm::vec3(oracle::draw_point(random, 2.0));
    EXPECT_TRUE(find_defect(wide, mesh.view()));
    refit(wide, mesh.view());
    EXPECT_FALSE(find_defect(wide, mesh.view()));
}

TEST(Bvh8Test, takes_at_most_27_bytes_per_triangle) {
    const SampleMesh torus = oracle::make_torus(1.0, 0.35, 120, 60);
    for (std::size_t builder = 0; builder < kAllBuilders.size(); ++builder) {
        const HierarchyQuality quality = measure_quality(collapse_to_bvh8(build(torus, builder, 1)));
        // The rules for BoxTrees give less balanced hierarchies, so that more lanes of wide nodes are empty.
        const bool is_of_box_trees = kAllBuilders[builder].name.starts_with("restricted-");
        EXPECT_LE(quality.bytes_per_primitive, is_of_box_trees ? 27.0 : 24.0) << kAllBuilders[builder].name;
        EXPECT_EQ(quality.leaves, torus.triangles.size());
    }
}

// Returns the node with the leaf that contains the entry tree.primitives[place].
std::uint32_t find_holder(const Bvh8& tree, std::uint32_t place) {
    std::uint32_t node = 0;
    while (tree.nodes[node].first_primitive + tree.nodes[node].ends.back() <= place) ++node;
    return node;
}

TEST(Bvh8Test, every_defect_is_reported_with_its_node) {
    Random random(4);
    const SampleMesh mesh = oracle::make_soup(random, 40, 0.3);
    const Bvh8 sound = collapse_to_bvh8(build(mesh, 0, 2));
    const auto last = static_cast<std::uint32_t>(sound.nodes.size() - 1);
    std::uint32_t above_last = last; // after the loop: the parent of the last node
    while (sound.nodes[above_last].leaves == sound.nodes[above_last].lanes()) --above_last;
    constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
    struct Break {
        const char* message;
        std::uint32_t node;
        std::function<void(Bvh8&)> damage;
    };
    const std::vector<Break> breaks{
        {"0 children", 1, [](Bvh8& t) { t.nodes[1].lane_count = 0; }},
        {"9 children", 1, [](Bvh8& t) { t.nodes[1].lane_count = 9; }},
        {"first child is not directly after", 1, [](Bvh8& t) { t.nodes[1].first_child = 1; }}, // a cycle
        {"first child is not directly after", 1, [](Bvh8& t) { t.nodes[1].first_child = 3; }}, // two parents
        {"first primitive is not directly after", last, [](Bvh8& t) { t.nodes.back().first_primitive -= 1; }},
        {"first name is not directly after", 1, [](Bvh8& t) { t.nodes[1].first_name += 1; }},
        {"does not match its leaf bit", last, [](Bvh8& t) { t.nodes.back().ends[0] = 0; }},
        {"lane 1 ends before it begins", last, [](Bvh8& t) { t.nodes.back().ends[1] = 0; }},
        {"does not exist", find_holder(sound, 13), [](Bvh8& t) { t.primitives[13] = 40; }},
        {"is also in the leaf", find_holder(sound, 14), [](Bvh8& t) { t.primitives[14] = t.primitives[13]; }},
        {"orphan", last + 1, [](Bvh8& t) { t.nodes.push_back(t.nodes.back()); }},
        {"past the end", last, [](Bvh8& t) { t.primitives.pop_back(); }},
        {"place 40 of the list of primitives is in no leaf", 0, [](Bvh8& t) { t.primitives.push_back(0); }},
        {"leaves", 0, [](Bvh8& t) { ++t.leaf_count; }},
        {"does not contain", 1, [](Bvh8& t) { t.nodes[1].boxes.step[0] *= 0.5f; }},
        {"does not contain", 0, [](Bvh8& t) { t.nodes[0].boxes.origin[1] += 0.5f; }},
        {"has a NaN", 0, [=](Bvh8& t) { t.nodes[0].boxes.origin[2] = kNaN; }},
        {"has a NaN", last, [=](Bvh8& t) { t.nodes.back().boxes.step[1] = kNaN; }},
        {"does not exist", above_last, [](Bvh8& t) { t.nodes.pop_back(); }},
    };
    EXPECT_FALSE(find_defect(sound, mesh.view()));
    for (const auto& [message, node, damage] : breaks) {
        Bvh8 broken = sound;
        damage(broken);
        const auto defect = find_defect(broken, mesh.view());
        ASSERT_TRUE(defect) << message;
        EXPECT_EQ(defect->node, node) << defect->message << " for " << message;
        EXPECT_NE(defect->message.find(message), std::string::npos) << defect->message << " for " << message;
    }
}

// A list of nodes with one leaf each is sound except for its depth. If such a list were accepted, for example with
// 100,000 nodes read from a file, its refit could overflow the call stack.
TEST(Bvh8Test, a_list_of_nodes_is_reported_as_too_deep) {
    const auto make_list = [](const SampleMesh& mesh) {
        Aabb bounds;
        for (const glm::vec3& p : mesh.positions) bounds = merge(bounds, {p, p});
        const std::array<Aabb, 2> boxes{bounds, bounds};
        const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
        Bvh8 tree;
        WideNode root;
        root.boxes = WideBoxes::make(std::span(boxes).first(1));
        root.first_child = root.first_name = root.lane_count = 1;
        tree.nodes.push_back(root);
        for (std::uint32_t i = 0; i + 1 < count; ++i) {
            const bool is_last = i + 2 == count;
            WideNode node;
            node.boxes = WideBoxes::make(boxes);
            node.lane_count = 2;
            node.leaves = is_last ? 3 : 1;
            node.ends.fill(is_last ? 2 : 1);
            node.ends[0] = 1;
            node.first_child = i + 2;
            node.first_primitive = i;
            node.first_name = 1 + 2 * i;
            tree.nodes.push_back(node);
        }
        for (std::uint32_t i = 0; i < count; ++i) tree.primitives.push_back(i);
        tree.leaf_count = count;
        return tree;
    };
    Random random(5);
    const SampleMesh few = oracle::make_soup(random, static_cast<int>(kMaxBuiltDepth), 0.3),
                     many = oracle::make_soup(random, 200, 0.3);
    EXPECT_FALSE(find_defect(make_list(few), few.view()));
    const auto defect = find_defect(make_list(many), many.view());
    ASSERT_TRUE(defect);
    EXPECT_EQ(defect->node, kMaxBuiltDepth + 2);
    EXPECT_NE(defect->message.find("too deep"), std::string::npos) << defect->message;
}

// Shrinks the box of each lane of each node to its upper corner. The message of the defect must contain the lane, and
// the name by which visits and the program refer to the node.
TEST(Bvh8Test, a_lane_whose_box_is_a_point_is_reported_with_its_name) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 16, 8);
    const Bvh8 sound = collapse_to_bvh8(build(mesh, 0, 1));
    std::array<int, WideBoxes::kLanes> found{};
    for (std::uint32_t node = 0; node < sound.nodes.size(); ++node)
        for (unsigned lane = 0; lane < sound.nodes[node].lane_count; ++lane) {
            Bvh8 broken = sound;
            for (std::size_t axis = 0; axis < 3; ++axis)
                broken.nodes[node].boxes.lower[axis][lane] = broken.nodes[node].boxes.upper[axis][lane];
            const auto defect = find_defect(broken, mesh.view());
            ASSERT_TRUE(defect) << "node " << node << ", lane " << lane;
            EXPECT_NE(defect->message.find("lane " + std::to_string(lane)), std::string::npos)
                << defect->message;
            EXPECT_NE(defect->message.find("named " + std::to_string(sound.name_of(node, lane)) + ")"),
                      std::string::npos)
                << defect->message;
            if (sound.nodes[node].is_leaf(lane)) ++found[lane];
        }
    for (std::size_t lane = 0; lane < 4; ++lane) EXPECT_GT(found[lane], 0) << lane;
}

// Moves all vertices except those of the first leaf. The number in the message is the name of the second leaf, which is
// not the number of a wide node.
TEST(Bvh8Test, a_stale_hierarchy_is_reported_with_the_name_of_a_leaf) {
    Random random(7);
    SampleMesh mesh = oracle::make_soup(random, 40, 0.3); // no two triangles share a vertex
    const Bvh8 tree = collapse_to_bvh8(build(mesh, 0, 1));
    std::vector<std::uint32_t> names; // of the leaves, in the order of the wide nodes
    std::vector<std::uint32_t> primitives;
    for (std::uint32_t node = 0; node < tree.nodes.size(); ++node)
        for (unsigned lane = 0; lane < tree.nodes[node].lane_count; ++lane)
            if (tree.nodes[node].is_leaf(lane)) {
                names.push_back(tree.name_of(node, lane));
                primitives.push_back(tree.primitives_of(node, lane)[0]);
            }
    ASSERT_GT(names[1], tree.nodes.size());
    for (std::size_t leaf = 1; leaf < primitives.size(); ++leaf)
        for (const std::uint32_t vertex : mesh.triangles[primitives[leaf]]) mesh.positions[vertex] += 100.0f;
    const auto defect = find_defect(tree, mesh.view());
    ASSERT_TRUE(defect);
    EXPECT_EQ(defect->node, names[1]);
    EXPECT_EQ(defect->message, "leaf named " + std::to_string(names[1]) + ": is stale: " +
                                   std::to_string(names.size() - 1) + " of " + std::to_string(names.size()) +
                                   " leaves do not contain the current positions of their triangles");
}

} // namespace
} // namespace boxwood
