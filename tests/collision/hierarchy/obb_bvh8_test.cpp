#include "collision/hierarchy/bvh8/obb_bvh8.hpp"

#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/quality.hpp"
#include "collision/hierarchy/refit/fit_volumes.hpp"

#include "tests/oracles/backwards_executor.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace boxwood {
namespace {

using oracle::SampleMesh;

ObbBvh8 build(const SampleMesh& mesh, const Builder& builder, std::uint32_t leaf_size) {
    SerialExecutor serial;
    return ObbBvh8(
        fit_volumes<Obb>(builder.build(make_primitive_boxes(mesh.view()), leaf_size, serial), mesh.view()));
}

TEST(ObbBvh8, IsSoundForEveryBuilderAndLeafSize) {
    const SampleMesh torus = oracle::make_torus(1.0, 0.3, 17, 9);
    for (const Builder& builder : kAllBuilders)
        for (const std::uint32_t leaf_size : {1u, 2u, 5u}) {
            const ObbBvh8 tree = build(torus, builder, leaf_size);
            const auto defect = find_defect(tree, torus.view());
            ASSERT_FALSE(defect) << builder.name << ": " << defect->message;
            std::size_t leaves = 0, lanes = 0;
            for (const WideObbNode& node : tree.wide) {
                leaves += static_cast<std::size_t>(std::popcount(node.leaves));
                lanes += node.lane_count;
            }
            EXPECT_EQ(2 * leaves - 1, tree.binary.nodes.size());
            EXPECT_GT(lanes, 5 * tree.wide.size()) << builder.name << ", leaves of " << leaf_size;
        }
}

TEST(ObbBvh8, MemoryIncludesTheBinaryAndTheWideNodes) {
    const SampleMesh torus = oracle::make_torus(1.0, 0.3, 17, 9);
    const ObbBvh8 tree = build(torus, kAllBuilders[0], 2);
    const double triangles = static_cast<double>(torus.triangles.size());
    EXPECT_EQ(measure_quality(tree).bytes_per_primitive * triangles,
              static_cast<double>(tree.size_in_bytes()));
    EXPECT_GT(tree.size_in_bytes(), tree.binary.size_in_bytes() + 544 * tree.wide.size() - 1);
    EXPECT_EQ(measure_quality(tree).volume_sum, measure_quality(tree.binary).volume_sum);
}

TEST(ObbBvh8, OneTriangleGivesOneLane) {
    SampleMesh one;
    one.positions = {{0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};
    one.triangles = {{0, 1, 2}};
    const ObbBvh8 tree = build(one, kAllBuilders[0], 1);
    ASSERT_EQ(tree.wide.size(), 1u);
    EXPECT_EQ(tree.wide[0].lane_count, 1);
    EXPECT_TRUE(tree.wide[0].is_leaf(0));
    EXPECT_FALSE(find_defect(tree, one.view()));
}

TEST(ObbBvh8, SerialAndParallelRefitsGiveTheSameBoxes) {
    const SampleMesh torus = oracle::make_torus(1.0, 0.3, 40, 30);
    SampleMesh bent = torus;
    for (glm::vec3& p : bent.positions) p.z += 0.4f * p.x * p.x + 3.0f;
    ObbBvh8 tree = build(torus, kAllBuilders[0], 2), in_parallel = tree;
    EXPECT_TRUE(find_defect(tree, bent.view()));
    refit(tree, bent.view());
    EXPECT_FALSE(find_defect(tree, bent.view()));
    oracle::BackwardsExecutor executor;
    refit(in_parallel, bent.view(), executor);
    for (std::size_t i = 0; i < tree.wide.size(); ++i) {
        ASSERT_EQ(tree.wide[i].boxes.center, in_parallel.wide[i].boxes.center);
        ASSERT_EQ(tree.wide[i].boxes.half, in_parallel.wide[i].boxes.half);
        ASSERT_EQ(tree.wide[i].boxes.axis, in_parallel.wide[i].boxes.axis);
    }
}

TEST(ObbBvh8, DefectsOfTheWideNodesAreReported) {
    const SampleMesh torus = oracle::make_torus(1.0, 0.3, 17, 9);
    const ObbBvh8 sound = build(torus, kAllBuilders[0], 1);
    struct Case {
        const char* says;
        std::function<void(ObbBvh8&)> inject;
    };
    const std::vector<Case> cases{
        {"no wide nodes", [](ObbBvh8& tree) { tree.wide.clear(); }},
        {"fewer wide nodes", [](ObbBvh8& tree) { tree.wide.pop_back(); }},
        {"more wide nodes", [](ObbBvh8& tree) { tree.wide.push_back(tree.wide.back()); }},
        {"with 0 lanes", [](ObbBvh8& tree) { tree.wide[3].lane_count = 0; }},
        {"more than 8", [](ObbBvh8& tree) { tree.wide[3].lane_count = 9; }},
        {"whose node does not exist", [](ObbBvh8& tree) { tree.wide[2].nodes[1] = 1u << 30; }},
        {"do not cover", [](ObbBvh8& tree) { tree.wide[1].nodes[1] = tree.wide[1].nodes[0]; }},
        {"do not follow the preceding children", [](ObbBvh8& tree) { ++tree.wide[1].first_child; }},
        {"leaf bit does not match", [](ObbBvh8& tree) { tree.wide[1].leaves ^= 1; }},
        {"box differs from the box", [](ObbBvh8& tree) { tree.wide[1].boxes.half[2][1] *= 0.5f; }},
        {"box differs from the box", [](ObbBvh8& tree) { tree.wide[4].boxes.axis[2][1][0] += 1e-3f; }},
    };
    for (const Case& one : cases) {
        ObbBvh8 broken = sound;
        one.inject(broken);
        const auto defect = find_defect(broken, torus.view());
        ASSERT_TRUE(defect) << one.says;
        EXPECT_NE(defect->message.find(one.says), std::string::npos)
            << defect->message << " for " << one.says;
    }
}

} // namespace
} // namespace boxwood
