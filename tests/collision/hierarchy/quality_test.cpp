#include "collision/hierarchy/quality.hpp"

#include "collision/hierarchy/build/build_top_down.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace boxwood::quality_test {
namespace {

Bvh2<Aabb> build(std::span<const Aabb> boxes, std::uint32_t leaf_size = 1) {
    SerialExecutor serial;
    return build_top_down(boxes, {SplitRule::midpoint, leaf_size}, serial);
}

// Two boxes of 2 x 2 x 2 whose intersection is 1 x 2 x 2. The expected values are computed by hand.
TEST(QualityTest, MetricsOfTwoOverlappingBoxesAreThoseComputedByHand) {
    const std::vector<Aabb> boxes{{{0, 0, 0}, {2, 2, 2}}, {{1, 0, 0}, {3, 2, 2}}};
    const HierarchyQuality quality = measure_quality(build(boxes));
    EXPECT_EQ(quality.nodes, 3u);
    EXPECT_EQ(quality.leaves, 2u);
    EXPECT_EQ(quality.max_depth, 1u);
    EXPECT_DOUBLE_EQ(quality.sibling_overlap, 4.0 / 12.0);
    EXPECT_DOUBLE_EQ(quality.volume_sum, (12.0 + 8.0 + 8.0) / 12.0);
    EXPECT_DOUBLE_EQ(quality.surface_area_cost, (16.0 + 12.0 + 12.0) / 16.0);
    EXPECT_DOUBLE_EQ(quality.bytes_per_primitive, 3 * 32 / 2.0);
    EXPECT_EQ(quality.leaves_at_depth, (std::vector<std::size_t>{0, 2}));
    EXPECT_EQ(quality.leaves_of_size, (std::vector<std::size_t>{0, 2}));
}

TEST(QualityTest, DepthVolumeAndCostOfASinglePointAreZero) {
    const std::vector<Aabb> point{{{1, 1, 1}, {1, 1, 1}}};
    const HierarchyQuality one = measure_quality(build(point));
    EXPECT_EQ(one.leaves, 1u);
    EXPECT_EQ(one.mean_leaf_depth, 0.0);
    EXPECT_EQ(one.volume_sum, 0.0);
    EXPECT_EQ(one.surface_area_cost, 0.0);
}

TEST(QualityTest, HistogramsAddUp) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.4, 40, 20);
    for (const std::uint32_t leaf_size : {1u, 4u}) {
        const HierarchyQuality quality = measure_quality(build(make_primitive_boxes(mesh.view()), leaf_size));
        const auto& at_depth = quality.leaves_at_depth;
        EXPECT_EQ(std::accumulate(at_depth.begin(), at_depth.end(), std::size_t{0}), quality.leaves);
        EXPECT_EQ(at_depth.size(), quality.max_depth + 1);
        std::size_t primitives = 0;
        for (std::size_t k = 0; k < quality.leaves_of_size.size(); ++k)
            primitives += k * quality.leaves_of_size[k];
        EXPECT_EQ(primitives, mesh.triangles.size());
        EXPECT_EQ(quality.nodes, 2 * quality.leaves - 1);
        EXPECT_GT(quality.leaf_depth_variance, 0.0);
    }
}

// After the positions of the vertices are shuffled, a refit gives a bad hierarchy. Area, volume and overlap must show
// this.
TEST(QualityTest, MetricsGrowIfTheHierarchyIsBad) {
    oracle::Random random(1);
    oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.4, 40, 20);
    Bvh2<Aabb> tree = build(make_primitive_boxes(mesh.view()));
    const HierarchyQuality good = measure_quality(tree);
    std::shuffle(mesh.positions.begin(), mesh.positions.end(), random);
    refit(tree, mesh.view());
    const HierarchyQuality bad = measure_quality(tree);
    EXPECT_GT(bad.surface_area_cost, 5.0 * good.surface_area_cost);
    EXPECT_GT(bad.volume_sum, 5.0 * good.volume_sum);
    EXPECT_GT(bad.sibling_overlap, 5.0 * good.sibling_overlap);
}

} // namespace
} // namespace boxwood::quality_test
