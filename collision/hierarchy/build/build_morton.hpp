// What: builds a hierarchy of boxes from the primitives' order along a space-filling curve: one sort, one pass
//     down for the nodes, one pass up for the boxes.
// Frame: that of the boxes given.
// Invariants: those of Bvh2. A node's box is the exact union of its primitives' boxes. The same bits on any
//     executor. Depth is at most kMortonBits + 32: equal codes are halved.
// Degenerate input: flat, identical and nested boxes. Requires at least one box and no NaN.
// Cost: O(n): the number of bits is fixed. 16 bytes per primitive while it runs. bench/build_hierarchy.cpp.
// Source: [Lauterbach 2009] section 4 (splits where the highest bit of the code changes).
// Departs from the source: on a processor; one grid of equal cells for all axes, so the first bits of the code
//     split the longest side.
// Oracle: validate.hpp; tests build the boxes anew from the primitives of each node.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/core/memory/large_pages.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

struct MortonConfig {
    std::uint32_t leaf_size = 1; // most primitives in a leaf, 1 to kMaxLeafSize
};

inline constexpr std::uint32_t kMortonBitsPerAxis = 11;
inline constexpr std::uint32_t kMortonBits = 3 * kMortonBitsPerAxis;

// A code and the primitive that has it: ordered by code, then by primitive.
struct MortonKey {
    std::uint64_t bits; // not initialized when allocated
    static constexpr std::uint32_t kIndexBits = 64 - kMortonBits;

    std::uint64_t code() const { return bits >> kIndexBits; }
    std::uint32_t primitive() const {
        return static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << kIndexBits) - 1));
    }
    friend auto operator<=>(const MortonKey&, const MortonKey&) = default;
};

// The keys of all boxes in ascending order. Requires fewer than 2^31 boxes.
LargeArray<MortonKey> sort_along_curve(std::span<const Aabb> boxes, Executor& executor);

Bvh2<Aabb> build_morton(std::span<const Aabb> primitive_boxes, const MortonConfig& config,
                        Executor& executor);

} // namespace boxwood
