// What: the items of a node divided at a place on one axis, and measured on the way: the inner loop of every rule of
//     division that has such a place.
// Frame: that of the items.
// Invariants: the items in the same order, and the same boxes, on every kind of vectors; zeros may differ in sign.
// Cost: an item 2 to 3 ns from the cache. Children that are measured here need no pass of their own.
// Oracle: divide_into_spare and measure_items (tests/collision/hierarchy/build_kernels_test.cpp).
#pragma once

#include "collision/hierarchy/build/build_items.hpp"

#include <span>
#include <string_view>

namespace boxwood {

// To the right goes what has (twice its middle - base) * scale at or above the border.
struct SplitPlane {
    int axis = 0;
    float base = 0.0f, scale = 1.0f, border = 0.0f;

    bool is_right(const BuildItem& item) const { return (item.twice_middle(axis) - base) * scale >= border; }
};

struct DivideKernel {
    std::string_view name;
    // Into the spare room. A part may be empty; of what its bounds are, nothing is known then.
    Split (*split)(const ItemRange& range, const SplitPlane& place) = nullptr;
};

// Those that this machine can run, the fastest first; the last one is plain C++.
std::span<const DivideKernel> list_divide_kernels();

// Of fewer items, those of the children are soon measured, too.
inline constexpr std::size_t kFewestMeasured = 48;

inline bool is_measured_in_lanes(const ItemRange& range) {
    return range.items.size() >= kFewestMeasured && range.out_bounds[0] != nullptr;
}

inline Split divide_at_place(const ItemRange& range, const SplitPlane& place) {
    if (!is_measured_in_lanes(range))
        return divide_into_spare(range, [&](const BuildItem& item) { return place.is_right(item); });
    static const DivideKernel& kernel = list_divide_kernels().front();
    return kernel.split(range, place);
}

} // namespace boxwood
