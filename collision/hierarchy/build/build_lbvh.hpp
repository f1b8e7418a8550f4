// What: builds a hierarchy of boxes from the primitives in Morton order (LBVH). This takes one sort, one top-down pass
//     for the nodes, and one bottom-up pass for the boxes.
// Frame: the frame of the input boxes.
// Invariants: the invariants of Bvh2. A node's box is the exact union of its primitives' boxes. The result has the same
//     bits on any executor. Depth is at most kMortonBits + 32 because ranges of identical codes are halved.
// Degenerate input: accepts flat, identical and nested boxes. Requires at least one box and no NaN.
// Cost: O(n) because the number of bits is fixed. Takes 16 bytes of temporary memory per primitive. Measured in
//     bench/build_hierarchy.cpp.
// Source: [Lauterbach 2009] section 4 (splits at the highest differing bit of the code).
// Departs from the source: runs on the CPU. The cells of the grid are cubes; the first bits of the code therefore split
//     the longest side.
// Oracle: validate.hpp; tests compute the boxes from the primitives of each node from scratch.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/core/memory/large_pages.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

struct LbvhConfig {
    std::uint32_t leaf_size = 1; // maximum primitives per leaf, 1 to kMaxLeafSize
};

inline constexpr std::uint32_t kMortonBitsPerAxis = 11;
inline constexpr std::uint32_t kMortonBits = 3 * kMortonBitsPerAxis;

// A Morton code and its primitive. Keys are ordered by code, then by primitive.
struct MortonKey {
    std::uint64_t bits; // not initialized when allocated
    static constexpr std::uint32_t kIndexBits = 64 - kMortonBits;

    std::uint64_t code() const { return bits >> kIndexBits; }
    std::uint32_t primitive() const {
        return static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << kIndexBits) - 1));
    }
    friend auto operator<=>(const MortonKey&, const MortonKey&) = default;
};

// Returns the keys of all boxes in ascending order. Requires fewer than 2^31 boxes.
LargeArray<MortonKey> sort_along_curve(std::span<const Aabb> boxes, Executor& executor);

Bvh2<Aabb> build_lbvh(std::span<const Aabb> primitive_boxes, const LbvhConfig& config, Executor& executor);

} // namespace boxwood
