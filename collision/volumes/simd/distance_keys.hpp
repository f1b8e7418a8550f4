// What: sorts the boxes of two wide nodes by their world distances. Queries for any contact open the nearest boxes
//     first.
// Frame: the world, relative to the midpoint of the origins of the two meshes.
// Units: squares of doubled lengths.
// Invariants: the distance of a box is the distance from its center to the nearest center in the other node, even if
//     the boxes overlap. The distance depends only on the two nodes and the poses. It is bitwise identical if the nodes
//     are swapped, and on every instruction set. It has no error bound because it only determines an order.
// Cost: 8 ns for two nodes plus 2 ns per requested box, with AVX2.
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

// A node: its boxes, the frame of its mesh, and the number of its boxes.
struct DistanceKeyNode {
    const WideBoxes* boxes = nullptr;
    const DistanceKeyFrame* place = nullptr;
    std::uint32_t count = 0;
};

// Keys of the lanes of two nodes, nearest last. The low four bits of a key are the lane, plus 8 for the second node.
using SortedDistanceKeys = std::array<std::uint64_t, 2 * WideBoxes::kLanes>;

struct DistanceKeyKernel {
    std::string_view name;
    // Sorts the lanes that `lanes` selects: bits 0 to 7 are lanes of the first node, bits 8 to 15 lanes of the second.
    // At equal distances, lanes of the first node come first in the list. Returns the number of keys.
    std::size_t (*sort)(const DistanceKeyNode& first, const DistanceKeyNode& second, std::uint32_t lanes,
                        SortedDistanceKeys& out) = nullptr;
};

// The kernels that this processor supports, fastest first; the last one needs only the baseline instruction set.
std::span<const DistanceKeyKernel> list_distance_key_kernels();

} // namespace boxwood
