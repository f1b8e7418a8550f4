// What: partitions the items of a node by a plane on one axis. The vector kernels measure both parts in the same pass.
//     This is the inner loop of the splits of build_binned and build_top_down at a plane perpendicular to an axis.
// Frame: the frame of the items.
// Invariants: the order of the items and the boxes are the same on every instruction set, except for the signs of
//     zeros.
// Cost: 2 to 3 ns per item if the data is cached. Children that are measured here need no separate pass over their
//     items.
// Oracle: split_into_spare and measure_items (tests/collision/hierarchy/build_kernels_test.cpp).
#pragma once

#include "collision/hierarchy/build/build_items.hpp"

#include <span>
#include <string_view>

namespace boxwood {

// Items with (twice the center - base) * scale >= border go right.
struct SplitPlane {
    int axis = 0;
    float base = 0.0f, scale = 1.0f, border = 0.0f;

    bool is_right(const BuildItem& item) const { return (item.twice_center(axis) - base) * scale >= border; }
};

struct SplitKernel {
    std::string_view name;
    // Partitions into `spare`. If Split::is_measured, the bounds of both parts are in out_bounds. A part can be empty.
    // Its bounds are then unspecified.
    Split (*split)(const ItemRange& range, const SplitPlane& plane) = nullptr;
};

// The kernels that this machine supports, fastest first; the last one is plain C++.
std::span<const SplitKernel> list_split_kernels();

// With fewer items, a separate pass that measures the children is equally cheap.
inline constexpr std::size_t kMinMeasuredItems = 48;

// Whether split_at_plane() calls a kernel. The vector kernels also measure the children.
inline bool is_measured_in_lanes(const ItemRange& range) {
    return range.items.size() >= kMinMeasuredItems && range.out_bounds[0] != nullptr;
}

inline Split split_at_plane(const ItemRange& range, const SplitPlane& plane) {
    if (!is_measured_in_lanes(range))
        return split_into_spare(range, [&](const BuildItem& item) { return plane.is_right(item); });
    static const SplitKernel& kernel = list_split_kernels().front();
    return kernel.split(range, plane);
}

} // namespace boxwood
