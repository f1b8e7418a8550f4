#include "collision/hierarchy/box_tree/box_tree.hpp"

#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace boxwood::box_tree_test {
namespace {

using oracle::Random;
using oracle::SampleMesh;

Bvh2<Aabb> build_boxes(const SampleMesh& mesh, const Builder& builder, std::uint32_t leaf_size = 1) {
    SerialExecutor serial;
    return builder.build(make_primitive_boxes(mesh.view()), leaf_size, serial);
}
BoxTree build(const SampleMesh& mesh, std::uint32_t leaf_size = 1) {
    return restrict_boxes(build_boxes(mesh, kAllBuilders[0], leaf_size));
}

void expect_no_defect(const BoxTree& tree, const SampleMesh& mesh) {
    const auto defect = find_defect(tree, mesh.view());
    ASSERT_FALSE(defect.has_value()) << defect->message;
}

// Visits all nodes with cursors. Expects, without tolerance, that each leaf's box contains its triangles, that each box
// lies in its parent's box, and that these two boxes differ in at most one side.
void expect_derived_boxes_hold(const BoxTree& tree, const SampleMesh& mesh) {
    std::vector<std::pair<BoxTree::Cursor, Aabb>> stack{{tree.root(), tree.root_box}};
    std::size_t seen = 0;
    while (!stack.empty()) {
        const auto [at, parent] = stack.back();
        stack.pop_back();
        const Aabb& box = tree.volume(at);
        ASSERT_TRUE(parent.contains(box));
        int moved = 0;
        for (int axis = 0; axis < 3; ++axis)
            moved += (box.lower[axis] != parent.lower[axis]) + (box.upper[axis] != parent.upper[axis]);
        ASSERT_LE(moved, 1);
        if (tree.is_leaf(at)) {
            for (const std::uint32_t p : tree.primitives_of(at)) {
                ++seen;
                for (const std::uint32_t v : mesh.triangles[p]) ASSERT_TRUE(box.contains(mesh.positions[v]));
            }
            continue;
        }
        for (unsigned i = 0; i < 2; ++i) stack.push_back({tree.child(at, i), box});
    }
    ASSERT_EQ(seen, mesh.triangles.size());
}

// A mesh whose vertices are jittered, scaled and translated, and flattened in some rounds, so that sums of coordinates
// round.
SampleMesh make_awkward(Random& random, std::size_t round) {
    SampleMesh mesh =
        round % 2 == 0 ? oracle::make_torus(1.0, 0.4, 16, 9) : oracle::make_soup(random, 150, 0.2);
    const double scale = std::pow(10.0, oracle::draw(random, -12.0, 12.0));
    const glm::dvec3 offset = oracle::draw_point(random, round % 3 == 0 ? 0.0 : 1000.0 * scale);
    for (glm::vec3& p : mesh.positions) {
        const glm::dvec3 wide(static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z));
        p = glm::vec3(scale * (wide + oracle::draw_point(random, 0.01)) + offset);
        if (round % 5 == 4) p.z = 1.0f;
    }
    return mesh;
}

TEST(BoxTreeTest, a_node_is_eight_bytes_and_a_triangle_takes_at_most_twenty) {
    static_assert(sizeof(BoxTreeNode) == 8);
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 60, 30);
    EXPECT_LE(measure_quality(build(mesh)).bytes_per_primitive, 16.0 + 24.0 / 3600.0);
    for (const std::uint32_t leaf_size : {2u, 4u, 8u})
        EXPECT_LE(measure_quality(build(mesh, leaf_size)).bytes_per_primitive, 20.0);
}

TEST(BoxTreeTest, derived_boxes_contain_their_triangles_without_tolerance) {
    Random random(1);
    for (std::size_t round = 0; round < test::choose_effort(60, 5000) && !HasFatalFailure(); ++round) {
        const SampleMesh mesh = make_awkward(random, round);
        for (const std::uint32_t leaf_size : {1u, 4u}) {
            const BoxTree tree = build(mesh, leaf_size);
            expect_derived_boxes_hold(tree, mesh);
            expect_no_defect(tree, mesh);
        }
    }
}

TEST(BoxTreeTest, sound_for_the_hierarchies_of_every_builder) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 20, 12);
    for (const Builder& builder : kAllBuilders) {
        const BoxTree tree = restrict_boxes(build_boxes(mesh, builder, 3));
        expect_derived_boxes_hold(tree, mesh);
        expect_no_defect(tree, mesh);
    }
}

TEST(BoxTreeTest, refit_follows_the_mesh) {
    Random random(2);
    for (std::size_t round = 0; round < test::choose_effort(20, 1000); ++round) {
        SampleMesh mesh = make_awkward(random, round);
        BoxTree tree = build(mesh, 1 + static_cast<std::uint32_t>(round % 4));
        const BoxTree before = tree;
        refit(tree, mesh.view()); // no vertex has moved, so no box may change
        ASSERT_EQ(derive_boxes(tree), derive_boxes(before));
        for (glm::vec3& p : mesh.positions) p = p * 1.5f + glm::vec3(oracle::draw_point(random, 1.0));
        refit(tree, mesh.view());
        expect_derived_boxes_hold(tree, mesh);
        expect_no_defect(tree, mesh);
    }
}

// Each node moves the side that cuts off the largest volume: moving any other of the six sides to the tight box would
// not give a smaller box.
TEST(BoxTreeTest, each_node_moves_the_side_that_cuts_off_most) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 30, 15);
    const Bvh2<Aabb> tight = build_boxes(mesh, kAllBuilders[0]);
    const BoxTree tree = restrict_boxes(tight);
    const std::vector<Aabb> boxes = derive_boxes(tree);
    std::array<int, 2> sides{};
    for (std::uint32_t parent = 0; parent < tree.nodes.size(); ++parent) {
        if (tree.nodes[parent].is_leaf()) continue;
        for (const std::uint32_t child : {tree.nodes[parent].index(), tree.nodes[parent].index() + 1}) {
            ++sides[tree.nodes[child].is_upper() ? 1 : 0];
            for (int axis = 0; axis < 3; ++axis) {
                Aabb low = boxes[parent], high = boxes[parent];
                low.upper[axis] = tight.nodes[child].volume.upper[axis];
                high.lower[axis] = tight.nodes[child].volume.lower[axis];
                ASSERT_LE(boxes[child].volume(), low.volume() * 1.0001f);
                ASSERT_LE(boxes[child].volume(), high.volume() * 1.0001f);
            }
        }
    }
    EXPECT_GT(sides[0], 100);
    EXPECT_GT(sides[1], 100);
}

// Two slabs lie at the bottom of a box, and a third slab makes the box high. The first two are both lower children of
// their parent.
TEST(BoxTreeTest, both_children_of_a_node_can_be_lower_children) {
    Bvh2<Aabb> boxes;
    boxes.primitive_count = 3;
    boxes.nodes.resize(5);
    const Aabb low{{0, 0, 0}, {4, 1, 1}}, second{{0, 0, 0}, {6, 1, 1}}, far{{9, 0, 0}, {10, 10, 1}};
    boxes.nodes[0] = {{{0, 0, 0}, {10, 10, 1}}, 1, 0};
    boxes.nodes[1] = {merge(low, second), 3, 0};
    boxes.nodes[2] = {far, 0, 1};
    boxes.nodes[3] = {low, 1, 1};
    boxes.nodes[4] = {second, 2, 1};
    const BoxTree tree = restrict_boxes(boxes);
    EXPECT_FALSE(tree.nodes[3].is_upper());
    EXPECT_FALSE(tree.nodes[4].is_upper());
    EXPECT_EQ(tree.nodes[3].axis(), 0u);
    const BoxTree::Cursor inner = tree.child(tree.root(), 0);
    // the inner node's upper y side is moved, which cuts off nine tenths of the root's box
    EXPECT_EQ(tree.volume(inner), (Aabb{{0, 0, 0}, {10, 1, 1}}));
    EXPECT_EQ(tree.volume(tree.child(inner, 0)), (Aabb{{0, 0, 0}, {4, 1, 1}}));
    EXPECT_EQ(tree.volume(tree.child(inner, 1)), (Aabb{{0, 0, 0}, {6, 1, 1}}));
}

TEST(BoxTreeTest, FindsBrokenTreesAndNamesTheNode) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 12, 8);
    const BoxTree sound = build(mesh), large = build(mesh, 4);
    std::uint32_t leaf = 0, large_leaf = 0, internal = 1;
    while (!sound.nodes[leaf].is_leaf()) ++leaf;
    while (!large.nodes[large_leaf].is_large()) ++large_leaf;
    while (sound.nodes[internal].is_leaf()) ++internal;
    const auto expect_defect = [&](const BoxTree& tree, std::uint32_t node, const std::string& part) {
        const auto defect = find_defect(tree, mesh.view());
        ASSERT_TRUE(defect.has_value()) << "not found: " << part;
        EXPECT_EQ(defect->node, node) << defect->message;
        EXPECT_NE(defect->message.find(part), std::string::npos) << defect->message;
    };

    BoxTree tree = sound;
    const auto set_move = [&](std::uint32_t node, float move) {
        tree.nodes[node].set_move(sound.nodes[node].axis(), sound.nodes[node].is_upper(), move);
    };
    set_move(leaf, std::nextafterf(sound.nodes[leaf].move() * 1.001f, 9.0f));
    expect_defect(tree, leaf, "does not contain a vertex");
    set_move(leaf, std::numeric_limits<float>::quiet_NaN());
    expect_defect(tree, leaf, "has a NaN as the move of a side");
    set_move(leaf, -0.5f);
    expect_defect(tree, leaf, "moves a side outwards");
    tree.nodes[leaf].set_move(3, false, 0.0f);
    expect_defect(tree, leaf, "an axis that does not exist");

    tree = sound; // the defect of an inner node names this node, not a leaf below it
    set_move(internal, sound.nodes[internal].move() + 0.01f);
    expect_defect(tree, internal, "does not contain a vertex");
    for (const float broken : {std::numeric_limits<float>::quiet_NaN(), 100.0f}) {
        tree = sound;
        tree.root_box.lower.y = broken;
        expect_defect(tree, 0, std::isnan(broken) ? "has a NaN in its volume" : "has an inverted volume");
    }

    tree = sound;
    std::uint32_t other_leaf = leaf + 1, later = internal + 1;
    while (!sound.nodes[other_leaf].is_leaf()) ++other_leaf;
    while (sound.nodes[later].is_leaf()) ++later;
    tree.nodes[other_leaf] = BoxTreeNode::make_leaf(sound.nodes[leaf].index());
    expect_defect(tree, other_leaf, "is also in leaf node");
    tree = sound;
    tree.nodes[internal] = BoxTreeNode::make_internal(sound.nodes[later].index());
    expect_defect(tree, sound.nodes[later].index(), "is a child of two nodes");
    tree.nodes[internal] = BoxTreeNode::make_internal(static_cast<std::uint32_t>(sound.nodes.size()));
    expect_defect(tree, internal, "does not exist");
    tree = large;
    tree.primitives[large.nodes[large_leaf].index()] = kMaxLeafSize + 1;
    expect_defect(tree, large_leaf, "has more than kMaxLeafSize");
    tree = sound;
    tree.nodes[leaf] = BoxTreeNode::make_leaf(100000);
    expect_defect(tree, leaf, "primitive 100000 does not exist");
    tree = sound;
    tree.nodes[internal] = BoxTreeNode::make_internal(0);
    expect_defect(tree, internal, "does not come after its parent");
    tree = sound;
    tree.nodes.push_back(tree.nodes[leaf]);
    expect_defect(tree, static_cast<std::uint32_t>(sound.nodes.size()), "is an orphan");
    tree = large;
    tree.nodes[large_leaf] = BoxTreeNode::make_large_leaf(100000);
    expect_defect(tree, large_leaf, "primitive count is out of range");
    tree = large;
    tree.primitives[large.nodes[large_leaf].index()] = 1;
    expect_defect(tree, large_leaf, "the count is less than 2");
    tree = build(mesh, 4);
    std::uint32_t leaf_of_three = 0; // a leaf of at least three triangles; one is removed
    while (!tree.nodes[leaf_of_three].is_large() || tree.primitives[tree.nodes[leaf_of_three].index()] < 3)
        ++leaf_of_three;
    const std::uint32_t count_at = tree.nodes[leaf_of_three].index();
    const std::uint32_t lost = tree.primitives[count_at + tree.primitives[count_at]--];
    expect_defect(tree, 0, "primitive " + std::to_string(lost) + " is in no leaf");
    tree = sound;
    tree.primitive_count = 5;
    expect_defect(tree, 0, "the hierarchy has 5 primitives");
}

} // namespace
} // namespace boxwood::box_tree_test
