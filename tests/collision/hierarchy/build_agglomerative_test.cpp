#include "collision/hierarchy/build/build_agglomerative.hpp"

#include "collision/hierarchy/build/box_size.hpp"
#include "collision/hierarchy/build/flatten.hpp"
#include "tests/collision/hierarchy/builder_checks.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

using oracle::Random;
using test::choose_effort;

double total_volume(const Bvh2<Aabb>& tree) {
    double total = 0.0;
    for (const auto& node : tree.nodes) total += size_of(node.volume).volume;
    return total;
}

Bvh2<Aabb> build(std::span<const Aabb> boxes, const AgglomerativeConfig& config) {
    SerialExecutor serial;
    return build_agglomerative(boxes, config, serial);
}

// The total volume of a hierarchy for which every step tries all pairs of clusters and joins the best pair.
double total_volume_by_all_pairs(std::vector<Aabb> clusters) {
    double total = 0.0;
    for (const Aabb& box : clusters) total += size_of(box).volume;
    while (clusters.size() > 1) {
        std::size_t best_i = 0, best_j = 1;
        for (std::size_t i = 0; i < clusters.size(); ++i)
            for (std::size_t j = i + 1; j < clusters.size(); ++j)
                if (size_of_both(clusters[i], clusters[j]) <
                    size_of_both(clusters[best_i], clusters[best_j])) {
                    best_i = i;
                    best_j = j;
                }
        clusters[best_i] = merge(clusters[best_i], clusters[best_j]);
        total += size_of(clusters[best_i]).volume;
        clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(best_j));
    }
    return total;
}

TEST(BuildAgglomerativeTest, exact_mode_has_the_total_volume_of_a_search_over_all_pairs) {
    Random random(1);
    for (std::size_t round = 0; round < choose_effort(40, 2000); ++round) {
        const std::vector<Aabb> boxes = oracle::draw_boxes(random, 2 + static_cast<int>(random() % 50), 0.2);
        const double expected = total_volume_by_all_pairs(boxes);
        ASSERT_NEAR(total_volume(build(boxes, {.exact_up_to = 100})), expected, 1e-6 * expected);
    }
}

TEST(BuildAgglomerativeTest, the_window_adds_at_most_15_percent_of_volume_on_average) {
    Random random(2);
    double exact = 0.0, window = 0.0, worst = 0.0;
    for (std::size_t round = 0; round < choose_effort(24, 200); ++round) {
        const std::vector<Aabb> boxes =
            oracle::draw_boxes(random, 250 + 50 * static_cast<int>(round % 6), round % 2 == 0 ? 0.02 : 0.1);
        const double e = total_volume(build(boxes, {.exact_up_to = 100000})),
                     w = total_volume(build(boxes, {.exact_up_to = 1}));
        exact += e;
        window += w;
        worst = std::max(worst, w / e);
    }
    RecordProperty("mean_ratio", std::to_string(window / exact));
    RecordProperty("worst_ratio", std::to_string(worst));
    EXPECT_LE(window, 1.15 * exact);
    EXPECT_LE(worst, 1.3);
}

// A chain of maximum depth is laid out without recursion, as a shallow hierarchy.
TEST(LayOutTest, AChainOfMaximumDepthBecomesAShallowHierarchy) {
    Random random(3);
    const auto count = static_cast<std::uint32_t>(choose_effort(20000, 1000000));
    const std::vector<Aabb> boxes = oracle::draw_boxes(random, static_cast<int>(count), 0.01);
    std::vector<LinkedNode> chain{{0, 1}};
    for (std::uint32_t i = 2; i < count; ++i) chain.push_back({i, count + i - 2});
    for (const std::uint32_t leaf_size : {1u, 3u})
        oracle::expect_sound(lay_out_tree(boxes, chain, 2 * count - 2, leaf_size), boxes, leaf_size);
}

} // namespace
} // namespace boxwood
