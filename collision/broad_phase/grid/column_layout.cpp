#include "collision/broad_phase/grid/column_layout.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace boxwood {

namespace {

constexpr std::size_t kSampleSize = 256;
// Edges of a cell as a multiple of a box size. For columns the box size is `box_size`; for bins, `small_box_size`.
// Wider columns cause more tests; narrower columns cause more cell references.
constexpr float kColumnEdge = 3.0f;
constexpr float kBinEdge = 1.0f;
constexpr std::uint32_t kMinBins = 8;
constexpr std::size_t kMaxBins = std::size_t{1} << 24;

float quantile(std::vector<float>& io_values, double fraction) {
    const auto index = static_cast<std::size_t>(fraction * static_cast<double>(io_values.size() - 1));
    const auto at = io_values.begin() + static_cast<std::ptrdiff_t>(index);
    std::nth_element(io_values.begin(), at, io_values.end());
    return *at;
}

// Statistics of a sample of the boxes on one axis, without outliers.
struct Extent {
    float box_size = 0.0f, small_box_size = 0.0f; // quantiles of the box sizes: 0.7 and 0.3
    float large_box_size = 0.0f;                  // quantile 0.98
    float begin = 0.0f;
    float spread = 0.0f; // length over which the boxes are distributed
};

Extent measure(std::span<const Aabb> sample, int axis, std::vector<float>& scratch) {
    Extent extent;
    scratch.clear();
    for (const Aabb& box : sample) scratch.push_back(std::min(box.upper[axis] - box.lower[axis], 1e30f));
    extent.box_size = quantile(scratch, 0.7);
    extent.small_box_size = quantile(scratch, 0.3);
    extent.large_box_size = quantile(scratch, 0.98);
    scratch.clear();
    for (const Aabb& box : sample) scratch.push_back(std::clamp(box.lower[axis], -1e30f, 1e30f));
    const float low = quantile(scratch, 0.05), high = quantile(scratch, 0.95);
    extent.spread = (high - low) * 1.1f;
    extent.begin = low - 0.06f * (high - low);
    return extent;
}

// If there are no large boxes, the columns cover only this fraction of the spread. Cells beyond the last column wrap
// around onto the same columns, so fewer columns are needed. Bins cover the complete spread, because a box whose
// range of bins wraps takes two steps to sweep.
constexpr float kColumnFraction = 0.7f;

// Rounds up to a power of two, but not above max_count. Returns 1 if the result is less than min_count.
std::uint32_t round_count(float ideal, std::uint32_t min_count, std::uint32_t max_count) {
    const float bounded = std::clamp(ideal, 1.0f, static_cast<float>(max_count));
    const std::uint32_t rounded = std::bit_ceil(static_cast<std::uint32_t>(std::ceil(bounded)));
    return rounded < min_count ? 1 : rounded;
}

} // namespace

ColumnLayout choose_column_layout(std::span<const BodyId> bodies, std::span<const Aabb> boxes,
                                  float cell_factor) {
    ColumnLayout layout;
    if (bodies.empty()) return layout;
    std::vector<Aabb> sample;
    // The stride is odd: if the bodies alternate between two kinds, the sample contains both.
    const std::size_t stride = (bodies.size() + kSampleSize - 1) / kSampleSize | 1;
    for (std::size_t i = stride / 2; i < bodies.size(); i += stride) sample.push_back(boxes[bodies[i]]);

    std::array<Extent, 3> extents;
    std::vector<float> scratch;
    // The box sizes have a lower bound, so that boxes of size 0 get cells of a positive width.
    const float per_axis = std::cbrt(static_cast<float>(bodies.size()));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Extent& extent = extents[axis];
        extent = measure(sample, static_cast<int>(axis), scratch);
        const float min_size = std::max(extent.spread / (64.0f * per_axis * per_axis), 1e-30f);
        extent.box_size = std::max(extent.box_size, min_size);
        extent.small_box_size = std::max(extent.small_box_size, min_size);
    }
    const auto has_smaller_relative_spread = [](const Extent& a, const Extent& b) {
        return a.spread / a.box_size < b.spread / b.box_size;
    };
    layout.sweep_axis = static_cast<int>(
        std::max_element(extents.begin(), extents.end(), has_smaller_relative_spread) - extents.begin());

    // Boxes too large for the columns query every column that they overlap. If there are such boxes, the columns
    // cover the complete spread without wrapping. If this gives more than max_bins bins, the cells are widened.
    bool has_large = false;
    for (const Extent& extent : extents)
        has_large |= extent.large_box_size > 2.0f * kColumnEdge * extent.box_size;
    const std::size_t bins_wanted = (has_large ? 4 : 2) * bodies.size();
    const std::uint32_t max_bins =
        std::bit_ceil(static_cast<std::uint32_t>(std::clamp<std::size_t>(bins_wanted, 16, kMaxBins)));
    for (int cell_axis = 0; cell_axis < 3; ++cell_axis) {
        const int axis = layout.axis_of(cell_axis);
        const Extent& extent = extents[static_cast<std::size_t>(axis)];
        const bool is_bin = cell_axis == 2;
        const float cell =
            is_bin ? extent.small_box_size * kBinEdge : extent.box_size * kColumnEdge * cell_factor;
        layout.origin[axis] = extent.begin;
        layout.inverse_cell[axis] = 1.0f / cell;
        layout.counts[static_cast<std::size_t>(cell_axis)] = round_count(
            extent.spread / cell * (is_bin || has_large ? 1.0f : kColumnFraction), is_bin ? 1 : 4, max_bins);
    }
    std::array<std::uint32_t, 3>& counts = layout.counts;
    counts[2] = std::max(counts[2], kMinBins);
    while (layout.bin_count() > max_bins) {
        std::uint32_t& most_cells = *std::max_element(counts.begin(), counts.end());
        const auto cell_axis = static_cast<int>(&most_cells - counts.data());
        if (cell_axis == 2 && most_cells <= kMinBins) break;
        if (has_large) layout.inverse_cell[layout.axis_of(cell_axis)] *= 0.5f;
        most_cells = cell_axis != 2 && most_cells == 4 ? 1 : most_cells / 2;
    }
    return layout;
}

} // namespace boxwood
