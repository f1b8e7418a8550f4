// What: the list of all builders, with their names in options. One line here adds a builder.
// Invariants: a builder creates a hierarchy of AABBs from the boxes of the primitives. fit_volumes.hpp then fits other
//     volumes to the same topology.
#pragma once

#include "collision/hierarchy/box_tree/build_box_tree.hpp"
#include "collision/hierarchy/build/build_agglomerative.hpp"
#include "collision/hierarchy/build/build_binned.hpp"
#include "collision/hierarchy/build/build_insertion.hpp"
#include "collision/hierarchy/build/build_lbvh.hpp"
#include "collision/hierarchy/build/build_top_down.hpp"

#include <array>
#include <string_view>

namespace boxwood {

struct Builder {
    std::string_view name;
    std::string_view meaning; // for help and tooltips
    Bvh2<Aabb> (*build)(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size, Executor& executor);
    // Splits one node, for lazy hierarchies; null if the builder cannot split single nodes.
    SplitFunction split = nullptr;
};

template <SplitRule kRule>
Split split_by_fixed_rule(const ItemRange& range) {
    return split_by_rule(kRule, range);
}
template <SplitRule kRule>
Bvh2<Aabb> build_by_rule(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size, Executor& executor) {
    return build_top_down(primitive_boxes, {kRule, leaf_size}, executor);
}

template <BinCost kCost>
Split split_by_default_bins(const ItemRange& range) {
    return split_by_bins(kCost, BinnedConfig{}.bins, range);
}
template <BinCost kCost>
Bvh2<Aabb> build_by_bins(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size, Executor& executor) {
    return build_binned(primitive_boxes, {kCost, leaf_size}, executor);
}

inline Bvh2<Aabb> build_in_morton_order(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size,
                                        Executor& executor) {
    return build_lbvh(primitive_boxes, {leaf_size}, executor);
}

inline Bvh2<Aabb> build_by_merging(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size,
                                   Executor& executor) {
    return build_agglomerative(primitive_boxes, {leaf_size}, executor);
}

template <bool kIsShuffled>
Bvh2<Aabb> build_by_insertion(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size,
                              Executor& executor) {
    return build_insertion(primitive_boxes, {leaf_size, kIsShuffled}, executor);
}

template <BoxTreeRule kRule>
Bvh2<Aabb> build_restricted(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size, Executor&) {
    return make_topology(build_box_tree(primitive_boxes, {leaf_size, kRule}).tree, primitive_boxes);
}

inline constexpr std::array kAllBuilders{
    Builder{"midpoint", "split the box in the middle of its longest side", build_by_rule<SplitRule::midpoint>,
            split_by_fixed_rule<SplitRule::midpoint>},
    Builder{"object-median", "split into halves of equal count along the longest side",
            build_by_rule<SplitRule::object_median>, split_by_fixed_rule<SplitRule::object_median>},
    Builder{"mean", "split at the mean of the triangles' centers along the longest side",
            build_by_rule<SplitRule::mean>, split_by_fixed_rule<SplitRule::mean>},
    Builder{"least-overlap", "split where the children overlap least along the longest side",
            build_by_rule<SplitRule::least_overlap>, split_by_fixed_rule<SplitRule::least_overlap>},
    Builder{"principal-axis", "split at the mean, perpendicular to the direction of largest spread",
            build_by_rule<SplitRule::principal_axis>, split_by_fixed_rule<SplitRule::principal_axis>},
    Builder{"binned-sah", "minimize the sum of area times triangle count (SAH, 16 bins)",
            build_by_bins<BinCost::area>, split_by_default_bins<BinCost::area>},
    Builder{"binned-volume", "minimize the sum of volume times triangle count (16 bins)",
            build_by_bins<BinCost::volume>, split_by_default_bins<BinCost::volume>},
    Builder{"lbvh", "sort by Morton code, split at the highest differing bit: fastest to build",
            build_in_morton_order},
    Builder{"agglomerative", "repeatedly join the two clusters with the smallest common box",
            build_by_merging},
    Builder{"insertion", "insert one triangle after another where the volumes grow least",
            build_by_insertion<false>},
    Builder{"insertion-shuffled", "insert the triangles in a random order instead of the mesh's order",
            build_by_insertion<true>},
    Builder{"restricted",
            "minimize volume times triangle count; a child's box is its parent's with one side moved",
            build_restricted<BoxTreeRule::counted_volume>},
    Builder{"restricted-volume", "like restricted, but minimize plain volumes, as in the BoxTree paper",
            build_restricted<BoxTreeRule::volume>},
    Builder{"restricted-area", "like restricted, but minimize surface areas",
            build_restricted<BoxTreeRule::area>},
    Builder{"restricted-minkowski",
            "like restricted, but minimize Minkowski sums with a cube as large as the node",
            build_restricted<BoxTreeRule::minkowski>},
    Builder{"restricted-middle", "a lower and an upper child, split in the middle of the longest side",
            build_restricted<BoxTreeRule::midpoint>},
    Builder{"restricted-sweep",
            "a lower and an upper child that minimize length times triangle count, over all splits",
            build_restricted<BoxTreeRule::sweep>},
};

} // namespace boxwood
