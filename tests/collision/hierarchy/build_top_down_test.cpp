#include "collision/hierarchy/build_top_down.hpp"

#include "collision/hierarchy/all_builders.hpp"
#include "collision/hierarchy/quality.hpp"
#include "collision/hierarchy/refit.hpp"
#include "collision/hierarchy/validate.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <thread>

namespace boxwood {
namespace {

using oracle::draw;
using oracle::Random;
using oracle::SampleMesh;

// Runs chunks on two threads, last to first, so that an order that matters shows.
class BackwardsExecutor final : public Executor {
  public:
    void parallel_for(std::size_t count, std::size_t chunk, const Body& body) override {
        const std::size_t chunks = (count + chunk - 1) / chunk;
        const auto run = [&](std::size_t parity) {
            for (std::size_t k = chunks; k-- > 0;)
                if (k % 2 == parity) body(k * chunk, std::min((k + 1) * chunk, count));
        };
        std::thread other([&] { run(1); });
        run(0);
        other.join();
    }
};

Bvh<Aabb> build(std::span<const Aabb> boxes, const TopDownConfig& config = {}) {
    SerialExecutor serial;
    return build_top_down(boxes, config, serial);
}

// Boxes as a mesh, one triangle per box with the box's corners in it, so that the validator can be asked.
SampleMesh mesh_of(std::span<const Aabb> boxes) {
    SampleMesh mesh;
    for (const Aabb& box : boxes) {
        const auto first = static_cast<std::uint32_t>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(), {box.lower, box.upper, box.upper});
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    return mesh;
}

void expect_sound(const Bvh<Aabb>& tree, std::span<const Aabb> boxes, std::uint32_t leaf_size) {
    const SampleMesh mesh = mesh_of(boxes);
    const auto defect = find_defect(tree, mesh.view());
    ASSERT_FALSE(defect.has_value()) << defect->message;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const auto& node = tree.nodes[i];
        Aabb expected;
        if (node.is_leaf()) {
            ASSERT_LE(node.count, leaf_size);
            for (std::uint32_t p : tree.primitives_of(static_cast<std::uint32_t>(i)))
                expected = merge(expected, boxes[p]);
        } else {
            expected = merge(tree.nodes[node.first].volume, tree.nodes[node.first + 1].volume);
        }
        ASSERT_EQ(node.volume, expected) << "node " << i;
    }
    if (leaf_size == 1) {
        ASSERT_EQ(tree.nodes.size(), 2 * boxes.size() - 1);
    }
    ASSERT_LE(measure_quality(tree).max_depth, kMaxTopDownDepth);
}

std::vector<Aabb> draw_boxes(Random& random, int count, double size) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < count; ++i) {
        const glm::dvec3 center = oracle::draw_point(random, 1.0),
                         half = glm::abs(oracle::draw_point(random, size));
        boxes.push_back({glm::vec3(center - half), glm::vec3(center + half)});
    }
    return boxes;
}

Aabb box_at(float x, float y = 0.0f, float z = 0.0f) {
    return {{x, y, z}, {x, y, z}};
}

const std::array kConfigs{TopDownConfig{SplitRule::middle, 1}, TopDownConfig{SplitRule::median, 1},
                          TopDownConfig{SplitRule::mean, 1},   TopDownConfig{SplitRule::middle, 4},
                          TopDownConfig{SplitRule::median, 3}, TopDownConfig{SplitRule::mean, 16}};

TEST(BuildTopDownTest, T2_2_small_sets) {
    Random random(1);
    for (const TopDownConfig& config : kConfigs)
        for (int count = 1; count <= 40 && !HasFatalFailure(); ++count) {
            const std::vector<Aabb> boxes = draw_boxes(random, count, 0.3);
            expect_sound(build(boxes, config), boxes, config.leaf_size);
        }
}

TEST(BuildTopDownTest, T2_2_identical_flat_and_linear_sets) {
    for (const TopDownConfig& config : kConfigs) {
        const std::vector<Aabb> identical(1000, Aabb{{1, 2, 3}, {4, 5, 6}});
        expect_sound(build(identical, config), identical, config.leaf_size);
        EXPECT_LE(measure_quality(build(identical, config)).max_depth, 10u); // halved each time

        std::vector<Aabb> nested; // all middles equal
        for (int i = 0; i < 1000; ++i)
            nested.push_back({glm::vec3(-1.0f - float(i)), glm::vec3(1.0f + float(i))});
        expect_sound(build(nested, config), nested, config.leaf_size);
        EXPECT_LE(measure_quality(build(nested, config)).max_depth, 10u);

        std::vector<Aabb> plane, line;
        for (int i = 0; i < 1000; ++i) {
            plane.push_back(box_at(float(i % 31), 2.0f, float(i / 31)));
            line.push_back(box_at(5.0f, float(i * 7 % 1000)));
        }
        expect_sound(build(plane, config), plane, config.leaf_size);
        expect_sound(build(line, config), line, config.leaf_size);
    }
}

// Middles at 2^-i: each split in the middle of the box peels off one.
TEST(BuildTopDownTest, T2_2_halving_middles_are_the_worst_case_of_the_paper) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < 60; ++i) boxes.push_back(box_at(std::ldexp(1.0f, -i)));
    const Bvh<Aabb> tree = build(boxes);
    expect_sound(tree, boxes, 1);
    EXPECT_EQ(measure_quality(tree).max_depth, 59u);
    EXPECT_EQ(measure_quality(build(boxes, {SplitRule::median, 1})).max_depth, 6u);
}

// Intervals [1/2, 4n - i] and one [0, 3n]: the middle of the box peels off the longest, one at a time, to the
// end.
TEST(BuildTopDownTest, T2_2_nested_intervals_cannot_make_it_deep_or_slow) {
    std::vector<Aabb> boxes;
    const int count = 200000;
    for (int i = 0; i < count; ++i) {
        Aabb box = box_at(0.0f);
        box.lower.x = i == count - 1 ? 0.0f : 0.5f;
        box.upper.x = static_cast<float>(4 * count - i);
        boxes.push_back(box);
    }
    const Bvh<Aabb> tree = build(boxes);
    expect_sound(tree, boxes, 1);
    EXPECT_GT(measure_quality(tree).max_depth, kMaxRuleDepth); // the case is as bad as it is meant to be
}

TEST(BuildTopDownTest, MedianIsBalancedAndTheRulesDiffer) {
    Random random(2);
    const std::vector<Aabb> boxes = draw_boxes(random, 1024, 0.01);
    const HierarchyQuality median = measure_quality(build(boxes, {SplitRule::median, 1}));
    EXPECT_EQ(median.max_depth, 10u);
    EXPECT_EQ(median.leaf_depth_variance, 0.0);
    EXPECT_GT(measure_quality(build(boxes, {SplitRule::middle, 1})).leaf_depth_variance, 0.0);

    // One outlier: the middle of the box isolates it at once, the median does not, the mean lies between.
    std::vector<Aabb> line;
    for (int i = 0; i < 9; ++i) line.push_back(box_at(float(i)));
    line.push_back(box_at(100.0f));
    const auto size_of_left = [&](SplitRule rule) {
        const Bvh<Aabb> tree = build(line, {rule, 1});
        std::size_t size = 0;
        for (const Aabb& box : line) size += tree.nodes[tree.nodes[0].first].volume.contains(box);
        return size;
    };
    EXPECT_EQ(size_of_left(SplitRule::middle), 9u);
    EXPECT_EQ(size_of_left(SplitRule::median), 5u);
    EXPECT_EQ(size_of_left(SplitRule::mean), 9u);
    line.push_back(box_at(-90.0f));
    EXPECT_EQ(size_of_left(SplitRule::middle), 7u); // -90, 0 to 4, and 5, which is exactly in the middle
}

// A primitive goes by the middle of its extent, not by where it starts; exactly in the middle, it goes left.
TEST(BuildTopDownTest, T2_2_sides_are_decided_by_the_middle_of_the_extent) {
    const std::vector<Aabb> boxes{{{0, 0, 0}, {1, 0, 0}}, {{4, 0, 0}, {6, 0, 0}}, {{3, 0, 0}, {10, 0, 0}}};
    const Bvh<Aabb> tree = build(boxes);
    const auto& left = tree.nodes[tree.nodes[0].first].volume;
    EXPECT_EQ(left, (Aabb{{0, 0, 0}, {6, 0, 0}}));
}

TEST(BuildTopDownTest, T2_2_a_large_soup) {
    Random random(3);
    const std::vector<Aabb> boxes = draw_boxes(random, oracle::usual_or_thorough(100000, 1000000), 0.002);
    for (const TopDownConfig& config : kConfigs) expect_sound(build(boxes, config), boxes, config.leaf_size);
}

TEST(BuildTopDownTest, TheSameBitsOnAnyExecutor) {
    Random random(4);
    const std::vector<Aabb> boxes = draw_boxes(random, 60000, 0.01);
    for (const TopDownConfig& config : kConfigs) {
        BackwardsExecutor backwards;
        const Bvh<Aabb> serial = build(boxes, config), parallel = build_top_down(boxes, config, backwards);
        ASSERT_EQ(serial.primitives, parallel.primitives);
        ASSERT_EQ(serial.nodes.size(), parallel.nodes.size());
        ASSERT_EQ(std::memcmp(serial.nodes.data(), parallel.nodes.data(),
                              serial.nodes.size() * sizeof(serial.nodes[0])),
                  0);
    }
}

TEST(BuildTopDownTest, EveryBuilderIsSoundAndNamed) {
    Random random(5);
    const std::vector<Aabb> boxes = draw_boxes(random, 5000, 0.02);
    SerialExecutor serial;
    for (const Builder& builder : kAllBuilders) {
        SCOPED_TRACE(builder.name);
        EXPECT_FALSE(builder.meaning.empty());
        expect_sound(builder.build(boxes, 1, serial), boxes, 1);
    }
}

} // namespace
} // namespace boxwood
