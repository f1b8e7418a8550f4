#include "collision/volumes/simd/distance_keys.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace boxwood {
namespace {

using oracle::draw;
using oracle::Random;

WideBoxes draw_boxes(Random& random, std::size_t count) {
    std::vector<Aabb> boxes(count);
    for (Aabb& box : boxes) {
        const glm::vec3 center = oracle::draw_point(random, 1.0);
        const glm::vec3 half(draw(random, 0.05, 0.6), draw(random, 0.05, 0.6), draw(random, 0.05, 0.6));
        box = {center - half, center + half};
    }
    return WideBoxes::make(boxes);
}

struct Side {
    Pose pose;
    std::size_t count = 0;
    WideBoxes boxes;

    glm::dvec3 center_w(std::size_t lane) const { return pose * glm::dvec3(boxes.box(lane).center()); }
    double distance(std::size_t lane, const Side& other) const {
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < other.count; ++k)
            least = std::min(least, glm::distance(center_w(lane), other.center_w(k)));
        return least;
    }
};
Side draw_side(Random& random) {
    Side side{oracle::draw_pose(random, 0.5), 1 + random() % 8, {}};
    side.boxes = draw_boxes(random, side.count);
    return side;
}

std::vector<std::uint64_t> sort(const DistanceKeyKernel& kernel, const Side& first, const Side& second,
                                std::uint32_t lanes, bool is_a_first) {
    const DistanceKeyFrames places(is_a_first ? first.pose : second.pose,
                                   is_a_first ? second.pose : first.pose);
    SortedDistanceKeys sorted;
    const std::size_t count = kernel.sort(
        {&first.boxes, is_a_first ? &places.a : &places.b, static_cast<std::uint32_t>(first.count)},
        {&second.boxes, is_a_first ? &places.b : &places.a, static_cast<std::uint32_t>(second.count)}, lanes,
        sorted);
    return {sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count)};
}

std::uint32_t draw_lanes(Random& random, const Side& first, const Side& second) {
    const std::uint32_t there = ((1u << first.count) - 1u) | ((1u << second.count) - 1u) << 8;
    return static_cast<std::uint32_t>(random()) & there;
}

// Each requested lane appears once, farthest first. The order is that of distances in double, up to rounding of float.
TEST(DistanceKeysTest, nearest_is_last) {
    Random random(1);
    const std::size_t rounds = test::choose_effort(1000, 40000);
    for (std::size_t i = 0; i < rounds && !HasFatalFailure(); ++i) {
        const Side first = draw_side(random), second = draw_side(random);
        const std::uint32_t lanes = draw_lanes(random, first, second);
        const auto sorted = sort(list_distance_key_kernels().back(), first, second, lanes, true);
        std::uint32_t found = 0;
        double before = std::numeric_limits<double>::infinity();
        for (const std::uint64_t key : sorted) {
            const std::size_t lane = key & 7u;
            const double distance =
                (key & 8u) != 0 ? second.distance(lane, first) : first.distance(lane, second);
            ASSERT_LE(distance, before + 1e-4);
            before = distance;
            found += 1u << (key & 15u);
        }
        ASSERT_EQ(found, lanes);
    }
}

// The keys are bitwise the same when A and B are swapped, and on every kernel. The order of two lanes does not depend
// on which other lanes are requested.
TEST(DistanceKeysTest, order_depends_only_on_the_two_nodes_and_poses) {
    Random random(2);
    const std::size_t rounds = test::choose_effort(1000, 40000);
    for (std::size_t i = 0; i < rounds && !HasFatalFailure(); ++i) {
        const Side first = draw_side(random);
        Side second = draw_side(random);
        if (i % 4 == 0) second.boxes = first.boxes, second.count = first.count; // creates ties
        const std::uint32_t lanes = draw_lanes(random, first, second);
        const auto expected = sort(list_distance_key_kernels().back(), first, second, lanes, true);
        const std::uint32_t fewer = lanes & static_cast<std::uint32_t>(random());
        std::vector<std::uint64_t> expected_fewer;
        std::copy_if(expected.begin(), expected.end(), std::back_inserter(expected_fewer),
                     [fewer](std::uint64_t key) { return (fewer >> (key & 15u) & 1u) != 0; });
        for (const DistanceKeyKernel& kernel : list_distance_key_kernels()) {
            ASSERT_EQ(sort(kernel, first, second, lanes, true), expected) << kernel.name;
            ASSERT_EQ(sort(kernel, first, second, lanes, false), expected) << kernel.name;
            ASSERT_EQ(sort(kernel, first, second, fewer, true), expected_fewer) << kernel.name;
        }
    }
}

} // namespace
} // namespace boxwood
