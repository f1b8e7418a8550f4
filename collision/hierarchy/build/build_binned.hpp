// What: builds a hierarchy of boxes from the root down, each node where a cost says that it is cheapest among
//     a few places: the primitives fall into bins of equal width, and only borders of bins are tried.
// Frame: that of the boxes given.
// Invariants: those of Bvh2; as build_top_down, depth bound included.
// Degenerate input: flat, identical and nested boxes; where all middles coincide, the list is halved as it
//     stands. Requires at least one box and no NaN.
// Cost: a constant number of linear passes per node: O(n log n) for the usual mesh, at most
//     O(kMaxBuiltDepth n). 64 bytes per primitive while it runs. bench/build_hierarchy.cpp.
// Source: [Wald 2007] section 3 (bins); [Zachmann 2002] section 5 (sum of volumes).
// Departs from the source: nodes of few primitives are swept exactly along the axis on which their middles
//     spread most, as bins cost more than they tell there. The sum of volumes weighs each by its primitives,
//     without which single large primitives are peeled off one by one.
// Oracle: validate.hpp; tests try every border of every bin anew.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/build/build_items.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/simd/bin_kernels.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

// What a child costs, times its primitives.
enum class BinCost : std::uint8_t {
    area,   // how likely a random line that meets the parent meets the child: for rays
    volume, // how likely a box of like size that meets the parent meets the child: for collision
};

struct BinnedConfig {
    BinCost cost = BinCost::area;
    std::uint32_t leaf_size = 1; // most primitives in a leaf, 1 to kMaxLeafSize
    std::uint32_t bins = 16;     // per axis, 2 to kMaxBins; nodes of few primitives take fewer
};

// How the builder divides one node.
Split divide_by_bins(BinCost cost, std::uint32_t bins, const ItemRange& range);

Bvh2<Aabb> build_binned(std::span<const Aabb> primitive_boxes, const BinnedConfig& config,
                        Executor& executor);

} // namespace boxwood
