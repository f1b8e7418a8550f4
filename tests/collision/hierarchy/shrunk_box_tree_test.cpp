#include "collision/hierarchy/box_tree/shrunk_box_tree.hpp"

#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace boxwood::shrunk_box_tree_test {
namespace {

using oracle::Random;
using oracle::SampleMesh;

Bvh2<Aabb> build_boxes(const SampleMesh& mesh, const Builder& builder, std::uint32_t leaf_size = 1) {
    SerialExecutor serial;
    return builder.build(make_primitive_boxes(mesh.view()), leaf_size, serial);
}

void expect_no_defect(const ShrunkBoxTree& tree, const SampleMesh& mesh) {
    const auto defect = find_defect(tree, mesh.view());
    ASSERT_FALSE(defect.has_value()) << defect->message;
}

// The largest fraction of `outer` that lies between one of its sides and `inner`.
double find_widest_slab(const Aabb& outer, const Aabb& inner) {
    double widest = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double extent = static_cast<double>(outer.upper[axis]) - static_cast<double>(outer.lower[axis]);
        if (extent <= 0.0) continue;
        for (const double slab :
             {static_cast<double>(inner.lower[axis]) - static_cast<double>(outer.lower[axis]),
              static_cast<double>(outer.upper[axis]) - static_cast<double>(inner.upper[axis])})
            widest = std::max(widest, slab / extent);
    }
    return widest;
}

std::size_t count_moves(const ShrunkBoxTree& tree, std::uint32_t node) {
    std::size_t moves = 1;
    BoxTreeNode at = tree.nodes[node];
    for (std::uint32_t place = at.index(); at.is_shrunk(); ++place, ++moves) at = tree.moves[place];
    return moves;
}

// Visits all nodes with cursors. Expects, without tolerance, that a box lies in its parent's box and that a leaf's box
// contains its triangles. Expects, within rounding, that the empty slab next to each side is a smaller fraction of the
// box than `share`, unless the node already has six moves.
void expect_tight(const ShrunkBoxTree& tree, const SampleMesh& mesh, const std::vector<Aabb>& tight) {
    constexpr double kRounding = 1e-5;
    std::vector<std::pair<ShrunkBoxTree::Cursor, Aabb>> stack{{tree.root(), tree.root_box}};
    std::size_t seen = 0;
    while (!stack.empty()) {
        const auto [at, parent] = stack.back();
        stack.pop_back();
        const Aabb& box = tree.volume(at);
        ASSERT_TRUE(parent.contains(box));
        if (at.node != 0 && count_moves(tree, at.node) < ShrunkBoxTree::kMaxMoves) {
            ASSERT_LT(find_widest_slab(box, tight[at.node]), static_cast<double>(tree.share) + kRounding);
        }
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

std::vector<Aabb> tight_boxes(const Bvh2<Aabb>& boxes) {
    std::vector<Aabb> tight;
    for (const auto& node : boxes.nodes) tight.push_back(node.volume);
    return tight;
}

// Fits each node to the triangles below it, children before parents.
std::vector<Aabb> fit_nodes(const ShrunkBoxTree& tree, const SampleMesh& mesh) {
    const std::vector<ShrunkBoxTree::Cursor> nodes = derive_nodes(tree);
    std::vector<Aabb> tight(nodes.size());
    for (std::size_t i = nodes.size(); i-- > 0;) {
        const ShrunkBoxTree::Cursor& at = nodes[i];
        tight[i] = tree.is_leaf(at) ? Aabb::fit(mesh.view(), tree.primitives_of(at))
                                    : merge(tight[at.index], tight[at.index + 1]);
    }
    return tight;
}

SampleMesh make_mesh(Random& random, std::size_t round) {
    SampleMesh mesh =
        round % 2 == 0 ? oracle::make_torus(1.0, 0.4, 16, 9) : oracle::make_soup(random, 150, 0.2);
    if (round % 5 == 4)
        for (glm::vec3& p : mesh.positions) p.z = 1.0f;
    const double scale = std::pow(10.0, oracle::draw(random, -6.0, 6.0));
    const glm::dvec3 offset = oracle::draw_point(random, round % 3 == 0 ? 0.0 : scale);
    for (glm::vec3& p : mesh.positions) p = glm::vec3(scale * glm::dvec3(p) + offset);
    return mesh;
}

TEST(ShrunkBoxTreeTest, boxes_contain_their_triangles_and_have_no_wide_empty_slabs) {
    Random random(1);
    for (std::size_t round = 0; round < test::choose_effort(40, 4000) && !HasFatalFailure(); ++round) {
        const SampleMesh mesh = make_mesh(random, round);
        const Builder& builder = kAllBuilders[round % kAllBuilders.size()];
        const Bvh2<Aabb> boxes = build_boxes(mesh, builder, 1 + static_cast<std::uint32_t>(round % 4));
        const ShrunkBoxTree tree = shrink_boxes(boxes);
        expect_tight(tree, mesh, tight_boxes(boxes));
        expect_no_defect(tree, mesh);
    }
}

// Moves after the first must cut off at least the fraction `share`.
TEST(ShrunkBoxTreeTest, further_moves_cut_off_at_least_the_share) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 30, 15);
    const Bvh2<Aabb> boxes = build_boxes(mesh, kAllBuilders[0]);
    std::size_t before = ~std::size_t{0};
    for (const float share : {0.05f, 0.15f, 0.4f}) {
        const ShrunkBoxTree tree = shrink_boxes(boxes, share);
        const std::vector<ShrunkBoxTree::Cursor> nodes = derive_nodes(tree);
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            if (tree.is_leaf(nodes[i])) continue;
            for (const std::uint32_t child : {nodes[i].index, nodes[i].index + 1}) {
                BoxTreeNode at = tree.nodes[child];
                Aabb box = at.derive(nodes[i].box);
                for (std::uint32_t place = at.index(); at.is_shrunk(); ++place) {
                    at = tree.moves[place];
                    const float extent = box.extent()[static_cast<glm::length_t>(at.axis())];
                    ASSERT_GE(at.move(), share * extent * 0.9999f);
                    box = at.derive(box);
                }
                ASSERT_EQ(box, nodes[child].box);
            }
        }
        EXPECT_LT(tree.moves.size(), before) << "share " << share;
        EXPECT_GT(tree.moves.size(), 0u);
        before = tree.moves.size();
    }
}

TEST(ShrunkBoxTreeTest, without_further_moves_the_boxes_equal_those_of_a_box_tree) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 30, 15);
    for (const std::uint32_t leaf_size : {1u, 3u}) {
        const Bvh2<Aabb> boxes = build_boxes(mesh, kAllBuilders[0], leaf_size);
        const BoxTree plain = restrict_boxes(boxes);
        const ShrunkBoxTree none = shrink_boxes(boxes, 2.0f), some = shrink_boxes(boxes);
        EXPECT_TRUE(none.moves.empty());
        EXPECT_EQ(none.size_in_bytes(), plain.size_in_bytes());
        const std::vector<Aabb> expected = derive_boxes(plain);
        const auto of_none = derive_nodes(none), of_some = derive_nodes(some);
        double volume_plain = 0.0, volume_some = 0.0;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            ASSERT_EQ(of_none[i].box, expected[i]);
            ASSERT_TRUE(of_some[i].box.contains(boxes.nodes[i].volume));
            volume_plain += static_cast<double>(expected[i].volume());
            volume_some += static_cast<double>(of_some[i].box.volume());
        }
        EXPECT_LT(volume_some, 0.85 * volume_plain);
        EXPECT_LE(measure_quality(some).bytes_per_primitive, 32.0);
    }
}

TEST(ShrunkBoxTreeTest, refit_follows_the_mesh) {
    Random random(2);
    for (std::size_t round = 0; round < test::choose_effort(20, 1000); ++round) {
        SampleMesh mesh = make_mesh(random, round);
        const auto leaf_size = 1 + static_cast<std::uint32_t>(round % 4);
        ShrunkBoxTree tree = shrink_boxes(build_boxes(mesh, kAllBuilders[0], leaf_size));
        const std::vector<ShrunkBoxTree::Cursor> before = derive_nodes(tree);
        const std::size_t moves = tree.moves.size();
        refit(tree, mesh.view()); // no vertex has moved, so no box may change
        const std::vector<ShrunkBoxTree::Cursor> after = derive_nodes(tree);
        for (std::size_t i = 0; i < before.size(); ++i) ASSERT_EQ(after[i].box, before[i].box);
        ASSERT_EQ(tree.moves.size(), moves);
        for (glm::vec3& p : mesh.positions) p = p * 1.5f + glm::vec3(oracle::draw_point(random, 1.0));
        refit(tree, mesh.view());
        expect_no_defect(tree, mesh);
        expect_tight(tree, mesh, fit_nodes(tree, mesh));
    }
}

TEST(ShrunkBoxTreeTest, FindsBrokenTreesAndNamesTheNode) {
    const SampleMesh mesh = oracle::make_torus(1.0, 0.4, 12, 8);
    const ShrunkBoxTree sound = shrink_boxes(build_boxes(mesh, kAllBuilders[0])),
                        large = shrink_boxes(build_boxes(mesh, kAllBuilders[0], 4));
    const auto expect_defect = [&](const ShrunkBoxTree& tree, std::uint32_t node, const std::string& part) {
        const auto defect = find_defect(tree, mesh.view());
        ASSERT_TRUE(defect.has_value()) << "not found: " << part;
        EXPECT_EQ(defect->node, node) << defect->message;
        EXPECT_NE(defect->message.find(part), std::string::npos) << defect->message;
    };
    std::uint32_t shrunk = 1;
    while (!sound.nodes[shrunk].is_shrunk()) ++shrunk;
    const std::uint32_t place = sound.nodes[shrunk].index();
    const auto moved = [](BoxTreeNode node, float move) {
        node.set_move(node.axis(), node.is_upper(), move);
        return node;
    };

    ShrunkBoxTree tree = sound;
    tree.moves.push_back(tree.nodes[0]);
    tree.nodes[0] = BoxTreeNode::make_shrunk(static_cast<std::uint32_t>(tree.moves.size() - 1));
    expect_defect(tree, 0, "is the root and must have no moves");
    tree = sound;
    tree.moves[place] = moved(tree.moves[place], 2.0f * tree.moves[place].move());
    expect_defect(tree, shrunk, "does not contain a vertex");
    tree.moves[place] = moved(tree.moves[place], std::numeric_limits<float>::quiet_NaN());
    expect_defect(tree, shrunk, "has a NaN as the move of a side");
    tree.moves[place] = sound.moves[place];
    tree.moves[place].set_move(3, false, 0.0f);
    expect_defect(tree, shrunk, "an axis that does not exist");

    tree = sound;
    tree.nodes[shrunk] = BoxTreeNode::make_shrunk(static_cast<std::uint32_t>(tree.moves.size()));
    expect_defect(tree, shrunk, "is not in the list");
    tree.moves.assign(ShrunkBoxTree::kMaxMoves, BoxTreeNode::make_shrunk(0));
    tree.nodes[shrunk] = BoxTreeNode::make_shrunk(0);
    expect_defect(tree, shrunk, "has more moves");
    tree = large;
    std::uint32_t leaf = 0;
    while (!tree.nodes[leaf].is_large()) ++leaf;
    tree.primitives[tree.nodes[leaf].index()] = 1;
    expect_defect(tree, leaf, "the count is less than 2");
    tree = sound;
    ++tree.primitive_count;
    expect_defect(tree, 0, "is stale: the hierarchy has");
}

// The tree has no further moves, so each entry of `nodes` stores the index of its children.
TEST(ShrunkBoxTreeTest, FindsBrokenLinksAndBoundsAndNamesTheNode) {
    SampleMesh mesh = oracle::make_torus(1.0, 0.4, 12, 8);
    const ShrunkBoxTree sound = shrink_boxes(build_boxes(mesh, kAllBuilders[0]), 2.0f);
    ASSERT_TRUE(sound.moves.empty());
    const auto next = [&](std::uint32_t node, bool is_leaf) {
        while (sound.nodes[++node].is_leaf() != is_leaf) {
        }
        return node;
    };
    const std::uint32_t inner = next(0, false), later = next(inner, false), leaf = next(0, true),
                        other_leaf = next(leaf, true), size = static_cast<std::uint32_t>(sound.nodes.size());
    ShrunkBoxTree tree;
    const auto expect_defect = [&](std::uint32_t node, const std::string& part) {
        const auto defect = find_defect(tree, mesh.view());
        ASSERT_TRUE(defect.has_value()) << "not found: " << part;
        EXPECT_EQ(defect->node, node) << defect->message;
        EXPECT_NE(defect->message.find(part), std::string::npos) << defect->message;
        tree = sound;
    };
    tree = sound;
    tree.nodes[inner].set_move(sound.nodes[inner].axis(), sound.nodes[inner].is_upper(),
                               sound.nodes[inner].move() + 0.01f);
    expect_defect(inner, "does not contain a vertex");
    tree.root_box.upper.z = std::numeric_limits<float>::quiet_NaN();
    expect_defect(0, "has a NaN in its volume");
    tree.nodes[inner] = BoxTreeNode::make_internal(0);
    expect_defect(inner, "does not come after its parent");
    tree.nodes[inner] = BoxTreeNode::make_internal(size);
    expect_defect(inner, "does not exist");
    tree.nodes[inner] = BoxTreeNode::make_internal(sound.nodes[later].index());
    expect_defect(sound.nodes[later].index(), "is a child of two nodes");
    tree.nodes.push_back(tree.nodes[leaf]);
    expect_defect(size, "is an orphan");
    tree.nodes[other_leaf] = BoxTreeNode::make_leaf(sound.nodes[leaf].index());
    expect_defect(other_leaf, "is also in leaf node");
    tree.nodes[leaf] = BoxTreeNode::make_leaf(100000);
    expect_defect(leaf, "primitive 100000 does not exist");
    tree.nodes.clear();
    expect_defect(0, "does not exist");
    mesh.triangles.push_back(mesh.triangles[0]);
    ++tree.primitive_count;
    expect_defect(0, "primitive " + std::to_string(mesh.triangles.size() - 1) + " is in no leaf");
}

} // namespace
} // namespace boxwood::shrunk_box_tree_test
