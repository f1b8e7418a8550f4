#include "collision/broad_phase/grid/column_layout.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace boxwood {

namespace {

constexpr std::size_t kSampleSize = 256;
// in typical box sizes: wider columns cause more tests, narrower ones more cell references
constexpr float kColumnEdge = 3.0f;
constexpr float kBinEdge = 1.0f;
constexpr std::uint32_t kMinBins = 8;
constexpr std::size_t kMaxBins = std::size_t{1} << 24;

float quantile(std::vector<float>& io_values, double part) {
    const auto place = static_cast<std::size_t>(part * static_cast<double>(io_values.size() - 1));
    const auto at = io_values.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(io_values.begin(), at, io_values.end());
    return *at;
}

// Statistics of a sample of the boxes on one axis, without outliers.
struct Extent {
    float size = 0.0f, small_size = 0.0f; // of a typical box, and of a small one
    float large_size = 0.0f;
    float begin = 0.0f;
    float spread = 0.0f; // length over which the boxes are distributed
};

Extent measure(std::span<const Aabb> sample, int axis, std::vector<float>& scratch) {
    Extent extent;
    scratch.clear();
    for (const Aabb& box : sample) scratch.push_back(std::min(box.upper[axis] - box.lower[axis], 1e30f));
    extent.size = quantile(scratch, 0.7);
    extent.small_size = quantile(scratch, 0.3);
    extent.large_size = quantile(scratch, 0.98);
    scratch.clear();
    for (const Aabb& box : sample) scratch.push_back(std::clamp(box.lower[axis], -1e30f, 1e30f));
    const float low = quantile(scratch, 0.05), high = quantile(scratch, 0.95);
    extent.spread = (high - low) * 1.1f;
    extent.begin = low - 0.06f * (high - low);
    return extent;
}

// Columns may wrap onto each other a little, so that fewer are needed. Bins should not: a box whose range of bins wraps
// is swept in two steps.
constexpr float kColumnsWanted = 0.7f;

std::uint32_t round_count(float ideal, std::uint32_t least, std::uint32_t most) {
    const float bounded = std::clamp(ideal, 1.0f, static_cast<float>(most));
    const std::uint32_t rounded = std::bit_ceil(static_cast<std::uint32_t>(std::ceil(bounded)));
    return rounded < least ? 1 : rounded;
}

} // namespace

ColumnLayout choose_column_layout(std::span<const BodyId> bodies, std::span<const Aabb> boxes,
                                  float cell_factor) {
    ColumnLayout layout;
    if (bodies.empty()) return layout;
    std::vector<Aabb> sample;
    // Odd, because kinds of bodies may alternate.
    const std::size_t stride = (bodies.size() + kSampleSize - 1) / kSampleSize | 1;
    for (std::size_t i = stride / 2; i < bodies.size(); i += stride) sample.push_back(boxes[bodies[i]]);

    std::array<Extent, 3> extents;
    std::vector<float> scratch;
    // A size of zero gives no cell width; the spacing of the boxes gives it instead.
    const float per_axis = std::cbrt(static_cast<float>(bodies.size()));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        Extent& extent = extents[axis];
        extent = measure(sample, static_cast<int>(axis), scratch);
        const float least = std::max(extent.spread / (64.0f * per_axis * per_axis), 1e-30f);
        extent.size = std::max(extent.size, least);
        extent.small_size = std::max(extent.small_size, least);
    }
    const auto is_thinner = [](const Extent& a, const Extent& b) {
        return a.spread / a.size < b.spread / b.size;
    };
    layout.sweep_axis =
        static_cast<int>(std::max_element(extents.begin(), extents.end(), is_thinner) - extents.begin());

    // Boxes too large for the columns query every column that they overlap. If there are such boxes, columns do not
    // wrap onto each other, and become wider rather than fewer.
    bool has_large = false;
    for (const Extent& extent : extents) has_large |= extent.large_size > 2.0f * kColumnEdge * extent.size;
    const std::size_t bins_wanted = (has_large ? 4 : 2) * bodies.size();
    const std::uint32_t budget =
        std::bit_ceil(static_cast<std::uint32_t>(std::clamp<std::size_t>(bins_wanted, 16, kMaxBins)));
    for (int lane = 0; lane < 3; ++lane) {
        const int axis = layout.axis_of(lane);
        const Extent& extent = extents[static_cast<std::size_t>(axis)];
        const bool is_bin = lane == 2;
        const float cell = is_bin ? extent.small_size * kBinEdge : extent.size * kColumnEdge * cell_factor;
        layout.origin[axis] = extent.begin;
        layout.inverse_cell[axis] = 1.0f / cell;
        layout.counts[static_cast<std::size_t>(lane)] = round_count(
            extent.spread / cell * (is_bin || has_large ? 1.0f : kColumnsWanted), is_bin ? 1 : 4, budget);
    }
    std::array<std::uint32_t, 3>& counts = layout.counts;
    counts[2] = std::max(counts[2], kMinBins);
    while (layout.bin_count() > budget) {
        std::uint32_t& widest = *std::max_element(counts.begin(), counts.end());
        const auto lane = static_cast<int>(&widest - counts.data());
        if (lane == 2 && widest <= kMinBins) break;
        if (has_large) layout.inverse_cell[layout.axis_of(lane)] *= 0.5f;
        widest = lane != 2 && widest == 4 ? 1 : widest / 2;
    }
    return layout;
}

} // namespace boxwood
