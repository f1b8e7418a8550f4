// What: the inner loops of build_binned. They sort the boxes of items into bins along three axes at once, and sort a
//     few items along one axis.
// Frame: the frame of the items.
// Invariants: the boxes and counts are the same on every instruction set, except for the signs of zeros.
// Cost: 3 to 4 ns per binned item; 40 ns to sort 16 items.
// Oracle: bins that are filled one item at a time (tests/collision/hierarchy/build_kernels_test.cpp).
#pragma once

#include "collision/hierarchy/build/build_items.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace boxwood {

inline constexpr std::uint32_t kMaxBins = 32;
inline constexpr std::size_t kMaxOrdered = 16;

// A box that grows by a single operation, the maximum. All members of the empty box are -infinity.
struct alignas(32) BinBox {
    Float4 negated_lower, upper;

    static BinBox empty() {
        const Float4 least = splat4(-std::numeric_limits<float>::infinity());
        return {least, least};
    }
    static BinBox around(const BoxLanes& box) { return {Float4{} - box.lower, box.upper}; }
    void add(const BinBox& other) {
        negated_lower = max(negated_lower, other.negated_lower);
        upper = max(upper, other.upper);
    }
    Float4 sides() const { return upper + negated_lower; }
};

struct Bins {
    std::array<std::array<BinBox, kMaxBins>, 3> boxes; // per axis
    std::array<std::array<std::uint32_t, kMaxBins>, 3> counts;

    void clear(std::uint32_t bins) {
        for (auto& of_axis : boxes) std::fill_n(of_axis.begin(), bins, BinBox::empty());
        for (auto& of_axis : counts) std::fill_n(of_axis.begin(), bins, 0u);
    }
};

struct BinKernel {
    std::string_view name;
    // Clears the first `bins` bins of each axis. Then adds every step-th item to one bin per axis. The number of the
    // bin is (twice the item's center - base) * scale, rounded down. Negative values select the first bin.
    void (*fill)(std::span<const BuildItem> items, std::size_t step, const std::array<float, 4>& base,
                 const std::array<float, 4>& scale, std::uint32_t bins, Bins& out) = nullptr;
    // Writes the indices of the items in ascending order of their centers on the axis. The sort is stable. Requires at
    // most kMaxOrdered items.
    void (*order)(std::span<const BuildItem> items, int axis, std::uint8_t* out_order) = nullptr;
};

// The kernels that this machine supports, fastest first; the last one is plain C++.
std::span<const BinKernel> list_bin_kernels();

} // namespace boxwood
