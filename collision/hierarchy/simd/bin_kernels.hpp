// What: the inner loops of build_binned: the boxes of items gathered in bins along three axes at once, and few items put in
//     order along one.
// Frame: that of the items.
// Invariants: the same boxes and numbers on every kind of vectors; zeros may differ in sign.
// Cost: an item 3 to 4 ns in bins; 16 in order 40 ns.
// Oracle: BinKernel "plain" against bins filled one by one (tests/collision/hierarchy/build_kernels_test.cpp).
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

// A box that grows by one kind of step, the maximum; of nothing: all -infinity.
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
    std::array<std::array<BinBox, kMaxBins>, 3> boxes; // of each axis
    std::array<std::array<std::uint32_t, kMaxBins>, 3> counts;

    void clear(std::uint32_t bins) {
        for (auto& of_axis : boxes) std::fill_n(of_axis.begin(), bins, BinBox::empty());
        for (auto& of_axis : counts) std::fill_n(of_axis.begin(), bins, 0u);
    }
};

struct BinKernel {
    std::string_view name;
    // Puts every step-th item where (twice its middle - base) * scale says, axis by axis; below 0: into the first bin.
    void (*fill)(std::span<const BuildItem> items, std::size_t step, const std::array<float, 4>& base,
                 const std::array<float, 4>& scale, std::uint32_t bins, Bins& out) = nullptr;
    // Which item is the first, second, ... along the axis; equal ones as they stand. At most kMaxOrdered.
    void (*order)(std::span<const BuildItem> items, int axis, std::uint8_t* out_order) = nullptr;
};

// Those that this machine can run, the fastest first; the last one is plain C++.
std::span<const BinKernel> list_bin_kernels();

} // namespace boxwood
