#include "collision/hierarchy/build/build_binned.hpp"

#include "collision/hierarchy/build/build_top_down.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "tests/collision/hierarchy/builder_checks.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace boxwood {
namespace {

using oracle::Random;
using test::choose_effort;

Bvh2<Aabb> build(std::span<const Aabb> boxes, const BinnedConfig& config) {
    SerialExecutor serial;
    return build_binned(boxes, config, serial);
}

double cost_of(const Aabb& box, std::size_t count, BinCost cost, double thickness) {
    const glm::dvec3 s = glm::dvec3(box.upper) - glm::dvec3(box.lower);
    return static_cast<double>(count) * (cost == BinCost::area
                                             ? s.x * s.y + s.y * s.z + s.z * s.x
                                             : (s.x + thickness) * (s.y + thickness) * (s.z + thickness));
}

// The minimum cost over all borders of bins of equal width. The boxes of both sides are computed from scratch for each
// border.
double find_least_cost(const std::vector<Aabb>& boxes, std::uint32_t bins, BinCost cost, double thickness) {
    double least = std::numeric_limits<double>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        const auto middle = [axis](const Aabb& box) {
            return static_cast<double>(box.lower[axis] + box.upper[axis]);
        };
        const auto [low, high] = std::minmax_element(
            boxes.begin(), boxes.end(), [&](const Aabb& x, const Aabb& y) { return middle(x) < middle(y); });
        for (std::uint32_t border = 1; border < bins; ++border) {
            const double at = middle(*low) + (middle(*high) - middle(*low)) * border / bins;
            Aabb left, right;
            std::size_t count_left = 0;
            for (const Aabb& box : boxes) {
                if (middle(box) < at) {
                    left = merge(left, box);
                    ++count_left;
                } else {
                    right = merge(right, box);
                }
            }
            if (count_left == 0 || count_left == boxes.size()) continue;
            least = std::min(least, cost_of(left, count_left, cost, thickness) +
                                        cost_of(right, boxes.size() - count_left, cost, thickness));
        }
    }
    return least;
}

// A center closer to a border than this fraction of the spread can count on either side, because the builder computes
// bins in float. Its scale is reduced by a factor of 1 - 2^-20, so that no center is beyond the last bin.
constexpr double kBorderRounding = 2e-6;

bool is_a_middle_at_a_border(const std::vector<Aabb>& boxes, std::uint32_t bins) {
    for (int axis = 0; axis < 3; ++axis) {
        Aabb middles;
        for (const Aabb& box : boxes)
            middles = merge(middles, {box.lower + box.upper, box.lower + box.upper});
        const double low = static_cast<double>(middles.lower[axis]),
                     width = (static_cast<double>(middles.upper[axis]) - low) / bins;
        for (const Aabb& box : boxes) {
            const double place = (static_cast<double>(box.lower[axis] + box.upper[axis]) - low) / width;
            const double border = std::round(place);
            if (border > 0.0 && border < bins && std::abs(place - border) < kBorderRounding * bins)
                return true;
        }
    }
    return false;
}

std::size_t count_below(const Bvh2<Aabb>& tree, std::uint32_t node) {
    if (tree.is_leaf(node)) return tree.nodes[node].count;
    return count_below(tree, tree.child(node, 0)) + count_below(tree, tree.child(node, 1));
}

TEST(BuildBinnedTest, takes_the_cheapest_border) {
    Random random(1);
    const std::size_t rounds = choose_effort(200, 20000);
    std::size_t undecided = 0;
    for (const BinCost cost : {BinCost::area, BinCost::volume})
        for (std::size_t round = 0; round < rounds; ++round) {
            // more boxes than the builder sweeps, and fewer than it samples
            const int count = 64 + static_cast<int>(random() % 300);
            const std::vector<Aabb> boxes = oracle::draw_boxes(random, count, 0.2);
            if (is_a_middle_at_a_border(boxes, 8)) {
                ++undecided;
                continue;
            }
            const Bvh2<Aabb> tree = build(boxes, {cost, 1, 8});
            const double thickness = 1e-3 * static_cast<double>(tree.nodes[0].volume.longest_side());
            const double chosen = cost_of(tree.nodes[1].volume, count_below(tree, 1), cost, thickness) +
                                  cost_of(tree.nodes[2].volume, count_below(tree, 2), cost, thickness);
            const double least = find_least_cost(boxes, 8, cost, thickness);
            ASSERT_NEAR(chosen, least, 1e-5 * least);
        }
    EXPECT_LT(undecided, rounds / 10);
}

// With few primitives, the builder tries all splits along the axis of largest spread.
TEST(BuildBinnedTest, sweeps_small_nodes_exactly) {
    Random random(2);
    for (std::size_t round = 0; round < choose_effort(500, 50000); ++round) {
        const int count = 3 + static_cast<int>(random() % 8);
        std::vector<Aabb> boxes = oracle::draw_boxes(random, count, 0.2);
        for (Aabb& box : boxes) {
            const float shift = 10.0f * static_cast<float>(oracle::draw(random, -1.0, 1.0));
            box.lower.y += shift;
            box.upper.y += shift;
        }
        const Bvh2<Aabb> tree = build(boxes, {BinCost::area, 1, 16});
        std::sort(boxes.begin(), boxes.end(),
                  [](const Aabb& x, const Aabb& y) { return x.lower.y + x.upper.y < y.lower.y + y.upper.y; });
        double least = std::numeric_limits<double>::infinity(), spread_x = 0.0, spread_y = 0.0;
        for (std::size_t left = 1; left < boxes.size(); ++left) {
            Aabb a, b;
            for (std::size_t i = 0; i < boxes.size(); ++i)
                (i < left ? a : b) = merge(i < left ? a : b, boxes[i]);
            least = std::min(least, cost_of(a, left, BinCost::area, 0.0) +
                                        cost_of(b, boxes.size() - left, BinCost::area, 0.0));
        }
        const auto spread = [&](int axis) {
            Aabb middles;
            for (const Aabb& box : boxes) middles = merge(middles, {box.center(), box.center()});
            return static_cast<double>(middles.extent()[axis]);
        };
        spread_y = spread(1);
        spread_x = std::max(spread(0), spread(2));
        if (spread_y < 1.01 * spread_x) continue;
        const double chosen = cost_of(tree.nodes[1].volume, count_below(tree, 1), BinCost::area, 0.0) +
                              cost_of(tree.nodes[2].volume, count_below(tree, 2), BinCost::area, 0.0);
        ASSERT_NEAR(chosen, least, 1e-5 * least);
    }
}

TEST(BuildBinnedTest, CostsLessThanTheSpatialMedianOnATorus) {
    const oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.4, 90, 30);
    const auto boxes = make_primitive_boxes(mesh.view());
    SerialExecutor serial;
    const HierarchyQuality middle = measure_quality(build_top_down(boxes, {}, serial)),
                           area = measure_quality(build(boxes, {BinCost::area, 1, 16})),
                           volume = measure_quality(build(boxes, {BinCost::volume, 1, 16}));
    EXPECT_LT(area.surface_area_cost, 0.98 * middle.surface_area_cost);
    EXPECT_LT(volume.volume_sum, 0.98 * middle.volume_sum);
}

} // namespace
} // namespace boxwood
