// What: how near to each other boxes of two wide nodes lie in the world: what queries for any contact open first is what is
//     nearest to something.
// Frame: the world, counted from the middle between the origins of the two meshes.
// Units: squares of doubled lengths.
// Invariants: a box's distance is that of its center from the nearest center of the other node's, whether they overlap or
//     not; so it depends on the two nodes and the poses alone. The same bits when the two change places, and on every kind
//     of vectors. Nothing but an order depends on it, so nothing is bounded.
// Cost: 8 ns for two nodes, and 2 ns for each box that is asked for, with AVX2.
// Oracle: tests/collision/volumes/distance_keys_test.cpp.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/volumes/box/wide_boxes.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace boxwood {

struct DistanceKeyFrame {
    std::array<std::array<float, 3>, 3> linear{}; // [row][column]
    std::array<float, 3> offset{};
};
struct DistanceKeyFrames {
    DistanceKeyFrames() = default;
    DistanceKeyFrames(const Pose& world_from_a, const Pose& world_from_b);

    DistanceKeyFrame a, b;
};

// A node: where its mesh is, and how many boxes it has.
struct DistanceKeyNode {
    const WideBoxes* boxes = nullptr;
    const DistanceKeyFrame* place = nullptr;
    std::uint32_t count = 0;
};

// Lanes of two nodes, the nearest last: in the lower four bits the lane, and 8 where it is of the second node.
using SortedDistanceKeys = std::array<std::uint64_t, 2 * WideBoxes::kLanes>;

struct DistanceKeyKernel {
    std::string_view name;
    // Those lanes whose bits are set, 0 to 7 of the first and 8 to 15 of the second; of equally near ones the first comes
    // first. Returns how many they are.
    std::size_t (*sort)(const DistanceKeyNode& first, const DistanceKeyNode& second, std::uint32_t lanes,
                        SortedDistanceKeys& out) = nullptr;
};

// Those that this machine can run, the fastest first; the last one needs no more than any machine of its kind has.
std::span<const DistanceKeyKernel> list_distance_key_kernels();

} // namespace boxwood
