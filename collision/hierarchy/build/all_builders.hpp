// What: the list of all builders, with the names used in options. To add a builder, add one line.
// Invariants: a builder makes the hierarchy of AABBs from the boxes of the primitives; other volumes are fitted into
//     the same topology (fit_volumes.hpp).
#pragma once

#include "collision/hierarchy/box_tree/build_box_tree.hpp"
#include "collision/hierarchy/build/build_binned.hpp"
#include "collision/hierarchy/build/build_bottom_up.hpp"
#include "collision/hierarchy/build/build_insertion.hpp"
#include "collision/hierarchy/build/build_morton.hpp"
#include "collision/hierarchy/build/build_top_down.hpp"

#include <array>
#include <string_view>

namespace boxwood {

struct Builder {
    std::string_view name;
    std::string_view meaning; // for help and tooltips
    Bvh2<Aabb> (*build)(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size, Executor& executor);
    SplitFunction split =
        nullptr; // splits one node, for lazy hierarchies; null if the builder is not top-down
};

template <SplitRule kRule>
Split split_by_one_rule(const ItemRange& range) {
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

inline Bvh2<Aabb> build_along_curve(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size,
                                    Executor& executor) {
    return build_morton(primitive_boxes, {leaf_size}, executor);
}

inline Bvh2<Aabb> build_from_leaves(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size,
                                    Executor& executor) {
    return build_bottom_up(primitive_boxes, {leaf_size}, executor);
}

template <bool kIsShuffled>
Bvh2<Aabb> build_one_by_one(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size,
                            Executor& executor) {
    return build_insertion(primitive_boxes, {leaf_size, kIsShuffled}, executor);
}

template <BoxTreeRule kRule>
Bvh2<Aabb> build_restricted(std::span<const Aabb> primitive_boxes, std::uint32_t leaf_size, Executor&) {
    return make_topology(build_box_tree(primitive_boxes, {leaf_size, kRule}).tree, primitive_boxes);
}

inline constexpr std::array kAllBuilders{
    Builder{"midpoint", "split the box in the middle of its longest side", build_by_rule<SplitRule::middle>,
            split_by_one_rule<SplitRule::middle>},
    Builder{"object-median", "halve the triangles along the longest side", build_by_rule<SplitRule::median>,
            split_by_one_rule<SplitRule::median>},
    Builder{"mean", "split at the mean of the triangles' middles", build_by_rule<SplitRule::mean>,
            split_by_one_rule<SplitRule::mean>},
    Builder{"least-overlap", "split the longest side where the children share least of it",
            build_by_rule<SplitRule::least_overlap>, split_by_one_rule<SplitRule::least_overlap>},
    Builder{"principal-axis", "split at the mean, across the direction of the widest spread",
            build_by_rule<SplitRule::principal_axis>, split_by_one_rule<SplitRule::principal_axis>},
    Builder{"binned-sah", "split where area times triangles of both children is least (SAH, 16 bins)",
            build_by_bins<BinCost::area>, split_by_default_bins<BinCost::area>},
    Builder{"binned-volume", "split where volume times triangles of both children is least (16 bins)",
            build_by_bins<BinCost::volume>, split_by_default_bins<BinCost::volume>},
    Builder{"lbvh", "sort along a space-filling curve, split where its bits change: fastest to build",
            build_along_curve},
    Builder{"agglomerative", "join the two clusters whose common box is smallest, again and again",
            build_from_leaves},
    Builder{"insertion", "insert the triangles one by one where the volumes grow least",
            build_one_by_one<false>},
    Builder{"insertion-shuffled", "the same in a random order, which spares the tree the mesh's own",
            build_one_by_one<true>},
    Builder{"restricted", "split where both children, each its parent with one side moved, are least",
            build_restricted<BoxTreeRule::counted_volume>},
    Builder{"restricted-volume", "the same by plain volumes, as in the BoxTree paper",
            build_restricted<BoxTreeRule::volume>},
    Builder{"restricted-area", "the same by areas", build_restricted<BoxTreeRule::area>},
    Builder{"restricted-minkowski", "the same by Minkowski sums with a cube as large as the node",
            build_restricted<BoxTreeRule::minkowski>},
    Builder{"restricted-middle", "a lower and an upper child, split in the middle of the longest side",
            build_restricted<BoxTreeRule::middle>},
    Builder{"restricted-sweep", "a lower and an upper child of least counted length, over all splits",
            build_restricted<BoxTreeRule::sweep>},
};

} // namespace boxwood
