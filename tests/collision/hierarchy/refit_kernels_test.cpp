#include "collision/hierarchy/simd/refit_kernels.hpp"

#include "collision/hierarchy/build/build_top_down.hpp"
#include "collision/hierarchy/refit/fit_volumes.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <limits>

namespace boxwood {
namespace {

using oracle::Random;
using oracle::SampleMesh;

template <class V>
class RefitKernelsTest : public testing::Test {};
using Volumes = testing::Types<Aabb, Kdop14, Kdop18, Kdop24, Kdop26>;
TYPED_TEST_SUITE(RefitKernelsTest, Volumes);

// Zeros with both signs, the smallest and the largest finite numbers, and numbers whose sums round.
float draw_coordinate(Random& random) {
    constexpr float kTiny = std::numeric_limits<float>::denorm_min(),
                    kHuge = std::numeric_limits<float>::max();
    constexpr std::array kSpecial{0.0f, -0.0f, kTiny, -kTiny, kHuge, -kHuge, 1.0f, -1.0f, 16777216.0f};
    if (random() % 3 == 0) return kSpecial[random() % kSpecial.size()];
    const auto size = static_cast<int>(random() % 60) - 30;
    return std::ldexp(static_cast<float>(oracle::draw(random, -1.0, 1.0)), size);
}

SampleMesh draw_mesh(Random& random, std::size_t triangles) {
    SampleMesh mesh;
    const std::size_t vertices = triangles / 2 + 3;
    for (std::size_t i = 0; i < vertices; ++i)
        mesh.positions.emplace_back(draw_coordinate(random), draw_coordinate(random),
                                    draw_coordinate(random));
    const auto draw_vertex = [&] { return static_cast<std::uint32_t>(random() % vertices); };
    for (std::size_t i = 0; i < triangles; ++i)
        mesh.triangles.push_back({draw_vertex(), draw_vertex(), draw_vertex()});
    return mesh;
}

// Refits node by node, from the last node to the first.
template <Volume V>
Bvh2<V> refit_one_by_one(Bvh2<V> tree, const MeshView& mesh) {
    for (auto i = static_cast<std::uint32_t>(tree.nodes.size()); i-- > 0;) {
        auto& node = tree.nodes[i];
        node.volume = node.is_leaf()
                          ? fit_primitives<V>(mesh, tree.primitives_of(i))
                          : merge(tree.nodes[node.first].volume, tree.nodes[node.first + 1].volume);
    }
    return tree;
}

template <Volume V>
void expect_same_bits(const Bvh2<V>& a, const Bvh2<V>& b, std::string_view name) {
    ASSERT_EQ(a.nodes.size(), b.nodes.size());
    for (std::size_t i = 0; i < a.nodes.size(); ++i) // the other members of a node must not change either
        ASSERT_EQ(std::memcmp(&a.nodes[i], &b.nodes[i], sizeof(a.nodes[i])), 0)
            << V::kName << " " << name << " " << i;
}

TYPED_TEST(RefitKernelsTest, KernelsGiveTheBitsOfANodeByNodeRefit) {
    using V = TypeParam;
    Random random(1);
    SerialExecutor serial;
    for (const std::size_t triangles : {1u, 2u, 63u, 64u, 65u, 128u, 129u, 200u, 256u, 257u, 384u, 1500u}) {
        const SampleMesh before = draw_mesh(random, triangles);
        SampleMesh after = before;
        for (glm::vec3& p : after.positions)
            p = {draw_coordinate(random), draw_coordinate(random), draw_coordinate(random)};
        const Bvh2<V> tree =
            fit_volumes<V>(build_top_down(make_primitive_boxes(before.view()), {}, serial), before.view());
        const Bvh2<V> wanted = refit_one_by_one(tree, after.view());
        for (const RefitKernel<V>& kernel : list_refit_kernels<V>()) {
            Bvh2<V> refitted = tree;
            kernel.refit(refitted, after.view());
            expect_same_bits(refitted, wanted, kernel.name);
        }
    }
}

TYPED_TEST(RefitKernelsTest, LargeLeavesAmongSmallOnesGiveTheSameBits) {
    using V = TypeParam;
    Random random(2);
    SerialExecutor serial;
    for (const std::uint32_t leaf_size : {2u, 4u, 16u}) {
        const SampleMesh before = draw_mesh(random, 700), after = [&] {
            SampleMesh moved = before;
            for (glm::vec3& p : moved.positions) p = -p;
            return moved;
        }();
        const Bvh2<Aabb> boxes =
            build_top_down(make_primitive_boxes(before.view()), {SplitRule::midpoint, leaf_size}, serial);
        const Bvh2<V> tree = fit_volumes<V>(boxes, before.view());
        const Bvh2<V> wanted = refit_one_by_one(tree, after.view());
        for (const RefitKernel<V>& kernel : list_refit_kernels<V>()) {
            Bvh2<V> refitted = tree;
            kernel.refit(refitted, after.view());
            expect_same_bits(refitted, wanted, kernel.name);
        }
    }
}

// Runs of leaves with one, two or three triangles: some kernels have a separate path for each size.
TYPED_TEST(RefitKernelsTest, RunsOfLeavesOfOneSizeGiveTheSameBits) {
    using V = TypeParam;
    Random random(4);
    SerialExecutor serial;
    for (const std::array<int, 4>& sizes : {std::array{1, 2, 3, 1}, {3, 2, 1, 2}, {2, 1, 2, 3}}) {
        SampleMesh before;
        for (int i = 0; i < 4 * 700; ++i)
            for (int k = 0; k < sizes[static_cast<std::size_t>(i / 700)]; ++k) {
                const auto first = static_cast<std::uint32_t>(before.positions.size());
                before.triangles.push_back({first, first + 1, first + 2});
                for (int corner = 0; corner < 3; ++corner)
                    before.positions.push_back(
                        glm::vec3(glm::dvec3(8.0 * i, 0.0, 0.0) + oracle::draw_point(random, 0.5)));
            }
        SampleMesh after = before;
        for (glm::vec3& p : after.positions)
            p = {draw_coordinate(random), draw_coordinate(random), draw_coordinate(random)};
        const Bvh2<V> tree = fit_volumes<V>(
            build_top_down(make_primitive_boxes(before.view()), {SplitRule::midpoint, 3}, serial),
            before.view());
        const Bvh2<V> wanted = refit_one_by_one(tree, after.view());
        for (const RefitKernel<V>& kernel : list_refit_kernels<V>()) {
            Bvh2<V> refitted = tree;
            kernel.refit(refitted, after.view());
            expect_same_bits(refitted, wanted, kernel.name);
        }
    }
}

// Expects that the blocks cover the nodes from last to first, and that each node is visited exactly once. Does not
// check the prefetches, which affect only the time.
void expect_each_met_once(const Bvh2<Aabb>& tree, const MeshView& mesh) {
    const auto count = static_cast<std::uint32_t>(tree.nodes.size());
    std::vector<int> met(count, 0);
    std::uint32_t end = count;
    visit_refit_blocks(tree, mesh, [&](const RefitBlock& block, const RefitPrefetcher&) {
        EXPECT_EQ(block.end, end);
        end = block.begin;
        bool has_large_leaves = false;
        for (std::size_t k = 0; k < block.leaves().size(); ++k) {
            const auto& leaf = tree.nodes[block.leaves()[k]];
            EXPECT_TRUE(leaf.is_leaf());
            EXPECT_EQ(block.primitives()[k], leaf.first);
            has_large_leaves = has_large_leaves || leaf.count > 1;
            ++met[block.leaves()[k]];
        }
        EXPECT_EQ(block.has_large_leaves, has_large_leaves);
        for (const std::uint32_t node : block.inner()) {
            EXPECT_FALSE(tree.is_leaf(node));
            ++met[node];
        }
        EXPECT_TRUE(std::is_sorted(block.inner().begin(), block.inner().end()));
    });
    EXPECT_EQ(end, 0u);
    EXPECT_EQ(met, std::vector<int>(count, 1));
}

TEST(RefitStretchTest, BlocksVisitEveryNodeOnceFromLastToFirst) {
    Random random(3);
    SerialExecutor serial;
    for (const std::size_t triangles : {1u, 64u, 65u, 257u, 1000u})
        for (const std::uint32_t leaf_size : {1u, 2u, 16u}) {
            const SampleMesh mesh = draw_mesh(random, triangles);
            const Bvh2<Aabb> tree =
                build_top_down(make_primitive_boxes(mesh.view()), {SplitRule::midpoint, leaf_size}, serial);
            expect_each_met_once(tree, mesh.view());
        }
}

} // namespace
} // namespace boxwood
