// What: builds a hierarchy of boxes top-down by binned SAH. Primitives are assigned to bins of equal width by their
//     centers, and a node is split at the bin border with the smallest cost.
// Frame: the frame of the input boxes.
// Invariants: the invariants of Bvh2 and of build_top_down, including its depth bound.
// Degenerate input: accepts flat, identical and nested boxes. If no bin border separates the primitives of a node with
//     more than 12 primitives, for example because all centers coincide, their list is halved in its current order.
//     Requires at least one box and no NaN.
// Cost: a constant number of linear passes per node. This is O(n log n) for typical meshes, and never more than
//     O(kMaxBuiltDepth n). Takes 64 bytes of temporary memory per primitive. Measured in bench/build_hierarchy.cpp.
// Source: [Wald 2007] section 3 (bins); [Zachmann 2002] section 5 (sum of volumes).
// Departs from the source: nodes with few primitives try all splits along the axis with the largest spread of centers,
//     because bins would cost more time than they save. Nodes with many primitives bin only a sample of at least 512.
//     The sum of volumes weights each volume by its number of primitives. Without weights, each split would separate a
//     single large primitive.
// Oracle: validate.hpp; tests evaluate every border of every bin from scratch.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/hierarchy/build/build_items.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/simd/bin_kernels.hpp"

#include <cstdint>
#include <span>

namespace boxwood {

// The cost of a child per primitive.
enum class BinCost : std::uint8_t {
    area,   // probability that a random line through the parent hits the child: for ray casting
    volume, // probability that a box of similar size overlapping the parent overlaps the child: for collision
};

struct BinnedConfig {
    BinCost cost = BinCost::area;
    std::uint32_t leaf_size = 1; // maximum primitives per leaf, 1 to kMaxLeafSize
    std::uint32_t bins = 16;     // per axis, 2 to kMaxBins; nodes with few primitives use fewer
};

// Splits one node in the same way as build_binned().
Split split_by_bins(BinCost cost, std::uint32_t bins, const ItemRange& range);

Bvh2<Aabb> build_binned(std::span<const Aabb> primitive_boxes, const BinnedConfig& config,
                        Executor& executor);

} // namespace boxwood
