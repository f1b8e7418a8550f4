#include "collision/hierarchy/simd/box_tree_fit.hpp"

#include "collision/hierarchy/box_tree/box_tree_moves.hpp"
#include "collision/hierarchy/box_tree/shrunk_box_tree.hpp"
#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "tests/oracles/backwards_executor.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

bool is_same(const void* a, const void* b, std::size_t bytes) {
    return std::memcmp(a, b, bytes) == 0;
}

// Numbers of all magnitudes. Repetitions give equal sides, and some differences round.
float draw_side(Random& random) {
    constexpr float kTiny = std::numeric_limits<float>::denorm_min();
    constexpr std::array kSpecial{0.0f,  -0.0f,  kTiny,  -kTiny, 1.0f,   -1.0f,           16777216.0f,
                                  1e30f, 1e-30f, 1e-40f, 3e38f,  -3e38f, 1.0f + 0x1p-23f, 0.3f};
    if (random() % 2 == 0) return kSpecial[random() % kSpecial.size()];
    return std::ldexp(static_cast<float>(oracle::draw(random, -1.0, 1.0)),
                      static_cast<int>(random() % 30) - 15);
}
float between(Random& random, float a, float b) {
    if (random() % 4 == 0) return random() % 2 == 0 ? a : b;
    const auto t = oracle::draw(random, 0.0, 1.0);
    return std::clamp(static_cast<float>((1.0 - t) * static_cast<double>(a) + t * static_cast<double>(b)),
                      std::min(a, b), std::max(a, b));
}
Aabb draw_within(Random& random, const Aabb& outer) {
    Aabb box;
    for (int k = 0; k < 3; ++k) {
        const float a = between(random, outer.lower[k], outer.upper[k]),
                    b = between(random, outer.lower[k], outer.upper[k]);
        box.lower[k] = std::min(a, b);
        box.upper[k] = std::max(a, b);
    }
    return box;
}

TEST(BoxTreeFitTest, moves_of_kernels_equal_set_best_move) {
    Random random(1);
    for (std::size_t i = 0; i < test::choose_effort(20000, 2000000); ++i) {
        Aabb outer;
        // often the same size on all axes, so that moves on three axes may tie
        const float size = draw_side(random);
        for (int k = 0; k < 3; ++k) {
            constexpr float kMax = std::numeric_limits<float>::max(); // boxes of meshes are finite
            const float a = draw_side(random),
                        b = random() % 2 == 0 ? draw_side(random) : std::clamp(a + size, -kMax, kMax);
            outer.lower[k] = std::min(a, b);
            outer.upper[k] = std::max(a, b);
        }
        const Aabb inner = draw_within(random, outer);
        BoxTreeNode wanted = BoxTreeNode::make_leaf(7);
        const float share = set_best_move(outer, inner, wanted);
        BoxRow tight = BoxRow::make(inner);
        tight.sides[3] = -1.0f;
        for (const BoxTreeFitKernel& kernel : list_box_tree_fit_kernels()) {
            BoxTreeNode node = BoxTreeNode::make_leaf(7);
            BoxRow box = BoxRow::make(outer);
            ASSERT_EQ(kernel.move(box, tight, node), share) << kernel.name;
            ASSERT_TRUE(is_same(&node, &wanted, sizeof(node))) << kernel.name;
            ASSERT_EQ(box.box(), wanted.derive(outer)) << kernel.name;
            ASSERT_TRUE(box.is_deferred()) << kernel.name; // copied from `tight`
        }
    }
}

SampleMesh draw_mesh(Random& random, int count) {
    SampleMesh mesh = oracle::make_soup(random, count, 0.1);
    for (glm::vec3& p : mesh.positions)
        if (random() % 8 == 0) p = glm::vec3(draw_side(random), draw_side(random), draw_side(random)) * 0.1f;
    return mesh;
}

// Computes the tight boxes, then the moves, node by node from their definitions.
BoxTree refit_one_by_one(BoxTree tree, const MeshView& mesh) {
    const auto count = static_cast<std::uint32_t>(tree.nodes.size());
    std::vector<Aabb> tight(count), boxes(count);
    for (std::uint32_t i = count; i-- > 0;) {
        const BoxTreeNode node = tree.nodes[i];
        const BoxTree::Cursor at{{}, i, node.index()};
        tight[i] = node.is_leaf() ? Aabb::fit(mesh, tree.primitives_of(at))
                                  : merge(tight[node.index()], tight[node.index() + 1]);
    }
    tree.root_box = boxes[0] = tight[0];
    for (std::uint32_t i = 0; i < count; ++i) {
        if (tree.nodes[i].is_leaf()) continue;
        for (const std::uint32_t child : {tree.nodes[i].index(), tree.nodes[i].index() + 1}) {
            set_best_move(boxes[i], tight[child], tree.nodes[child]);
            boxes[child] = tree.nodes[child].derive(boxes[i]);
        }
    }
    return tree;
}

template <class Tree>
void expect_same_bits(const Tree& a, const Tree& b) {
    ASSERT_EQ(a.nodes.size(), b.nodes.size());
    ASSERT_TRUE(is_same(&a.root_box, &b.root_box, sizeof(Aabb)));
    ASSERT_TRUE(is_same(a.nodes.data(), b.nodes.data(), a.nodes.size() * sizeof(BoxTreeNode)));
}

// Uses all builders, because they store children at different distances from their parents. A parallel refit therefore
// defers few nodes of some hierarchies and most nodes of others.
TEST(BoxTreeFitTest, kernels_and_threads_give_the_bits_of_a_node_by_node_refit) {
    Random random(2);
    SerialExecutor serial;
    oracle::BackwardsExecutor threads;
    for (std::size_t builder = 0; builder < kAllBuilders.size(); ++builder)
        for (const std::uint32_t leaf_size : {1u, 2u, 5u})
            for (const int count : {1, 2, 600, 12000}) {
                if (count > 1000 && builder != 0 && builder != 7) continue; // skips slow builders
                const SampleMesh before = draw_mesh(random, count), after = draw_mesh(random, count);
                const BoxTree tree = restrict_boxes(
                    kAllBuilders[builder].build(make_primitive_boxes(before.view()), leaf_size, serial));
                expect_same_bits(tree, refit_one_by_one(tree, before.view()));
                const BoxTree wanted = refit_one_by_one(tree, after.view());
                for (const BoxTreeFitKernel& kernel : list_box_tree_fit_kernels()) {
                    BoxTree refitted = tree;
                    const auto nodes = static_cast<std::uint32_t>(tree.nodes.size());
                    BoxRows rows(nodes);
                    std::vector<std::uint32_t> waiting;
                    kernel.fit({tree.nodes, tree.primitives}, after.view(), 0, nodes, rows, waiting);
                    EXPECT_TRUE(waiting.empty());
                    refitted.root_box = rows[0].box();
                    kernel.set_moves(refitted.nodes, 0, nodes, rows);
                    expect_same_bits(refitted, wanted);
                }
                BoxTree refitted = tree;
                refit(refitted, after.view());
                expect_same_bits(refitted, wanted);
                BoxTree on_threads = tree;
                refit(on_threads, after.view(), threads);
                expect_same_bits(on_threads, wanted);
            }
}

} // namespace
} // namespace boxwood
