#include "collision/hierarchy/build/build_binned.hpp"

#include "collision/hierarchy/build/build_items.hpp"
#include "collision/hierarchy/simd/bin_kernels.hpp"
#include "collision/hierarchy/simd/split_kernels.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace boxwood {
namespace {

// For a node with at most this many primitives, all splits on one axis are tried; for a larger node, the bin borders on
// all three axes.
constexpr std::size_t kMaxSwept = 12;
static_assert(kMaxSwept <= kMaxOrdered);
// Nodes with many primitives bin only every second, third, ... primitive, but at least this many. The other primitives
// hardly affect the best border, but would slow the upper levels, which take half of the build time.
constexpr std::size_t kMinSample = 512;
// There is one bin per this many primitives, up to the configured number of bins.
constexpr std::size_t kItemsPerBin = 8;
constexpr std::uint32_t kMinBins = 4;
// Spreads of centers below this value count as zero because their reciprocals would overflow.
constexpr float kMinSpread = 1e-30f;
// Sides are enlarged by this fraction of the node's longest side. Flat boxes then have volumes to compare.
constexpr float kThickness = 1e-3f;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

template <BinCost kCost>
class BoxCost {
  public:
    explicit BoxCost(float thickness)
        : thickness_(make_float4(thickness, thickness, thickness)) {}

    float operator()(const BinBox& box, std::uint32_t count) const {
        const Float4 sides = box.sides();
        std::array<float, 4> s;
        if constexpr (kCost == BinCost::area) {
            store4(sides * shuffle<1, 2, 0, 3>(sides), s.data());
            return static_cast<float>(count) * (s[0] + s[1] + s[2]);
        } else {
            store4(sides + thickness_, s.data());
            return static_cast<float>(count) * (s[0] * s[1] * s[2]);
        }
    }

  private:
    Float4 thickness_;
};

// Maps an item to its bin on an axis. The spread times `scale` is below the number of bins.
struct BinMap {
    float base = 0.0f, scale = 0.0f;

    BinMap(float lowest, float highest, std::uint32_t bins) {
        constexpr float kBelowOne = 1.0f - 0x1p-20f; // a margin larger than the rounding of the product
        const float spread = highest - lowest;
        base = lowest;
        if (spread > kMinSpread) scale = static_cast<float>(bins) * kBelowOne / spread;
    }
};

struct Border {
    float cost = kInfinity;
    int axis = 0;
    std::uint32_t bin = 0; // the first bin on the right
};

template <BinCost kCost>
class SplitByBins {
  public:
    explicit SplitByBins(std::uint32_t bins)
        : max_bins_(bins) {}

    Split operator()(const ItemRange& range) const {
        if (range.depth >= kMaxRuleDepth) return split_at_median(range, find_longest_axis(range.bounds.box));
        return range.items.size() <= kMaxSwept ? sweep(range) : split(range);
    }

  private:
    static const BinKernel& kernel() {
        static const BinKernel& fastest = list_bin_kernels().front();
        return fastest;
    }

    Split split(const ItemRange& range) const {
        const auto wanted_bins = static_cast<std::uint32_t>(range.items.size() / kItemsPerBin);
        const std::uint32_t bins = std::clamp(wanted_bins, std::min(kMinBins, max_bins_), max_bins_);
        const glm::vec3 &lowest = range.bounds.twice_centers.lower,
                        &highest = range.bounds.twice_centers.upper;
        const std::array<BinMap, 3> maps{BinMap(lowest.x, highest.x, bins), BinMap(lowest.y, highest.y, bins),
                                         BinMap(lowest.z, highest.z, bins)};
        const Border best = find_best(range, maps, bins);
        if (best.cost == kInfinity) return {range.items.size() / 2, false};
        const BinMap map = maps[static_cast<std::size_t>(best.axis)];
        return split_at_plane(range, {best.axis, map.base, map.scale, static_cast<float>(best.bin)});
    }

    Border find_best(const ItemRange& range, const std::array<BinMap, 3>& maps, std::uint32_t bins) const {
        Bins filled;
        const std::size_t step = std::max(std::size_t{1}, range.items.size() / kMinSample);
        kernel().fill(range.items, step, {maps[0].base, maps[1].base, maps[2].base, 0.0f},
                      {maps[0].scale, maps[1].scale, maps[2].scale, 0.0f}, bins,
                      filled); // agrees bit for bit with split_at_plane()
        const BoxCost<kCost> cost(kThickness * range.bounds.box.longest_side());
        Border best;
        for (int axis = 0; axis < 3; ++axis) try_borders(filled, bins, cost, axis, best);
        return best;
    }

    static void try_borders(const Bins& filled, std::uint32_t bins, const BoxCost<kCost>& cost, int axis,
                            Border& io_best) {
        const std::array<BinBox, kMaxBins>& boxes = filled.boxes[static_cast<std::size_t>(axis)];
        const std::array<std::uint32_t, kMaxBins>& counts = filled.counts[static_cast<std::size_t>(axis)];
        std::array<float, kMaxBins> cost_right;
        BinBox right = BinBox::empty(), left = right;
        std::uint32_t count_right = 0, count_left = 0;
        for (std::size_t i = bins; i-- > 1;) {
            right.add(boxes[i]);
            count_right += counts[i];
            cost_right[i] = count_right > 0 ? cost(right, count_right) : kInfinity;
        }
        for (std::uint32_t i = 1; i < bins; ++i) {
            left.add(boxes[i - 1]);
            count_left += counts[i - 1];
            if (count_left == 0) continue;
            const float sum = cost(left, count_left) + cost_right[i];
            if (sum < io_best.cost) io_best = {sum, axis, i};
        }
    }

    static Split sweep(const ItemRange& range) {
        const std::span<BuildItem> items = range.items;
        const int axis = find_longest_axis(range.bounds.twice_centers);
        std::array<std::uint8_t, kMaxSwept> order; // by center; the sort is stable
        kernel().order(items, axis, order.data());
        const BoxCost<kCost> cost(kThickness * range.bounds.box.longest_side());
        std::array<float, kMaxSwept> cost_right;
        BinBox right = BinBox::empty(), left = right;
        for (std::size_t i = items.size(); i-- > 1;) {
            right.add(BinBox::around(items[order[i]].lanes()));
            cost_right[i] = cost(right, static_cast<std::uint32_t>(items.size() - i));
        }
        std::size_t best = items.size() / 2;
        float least_cost = kInfinity;
        for (std::size_t i = 1; i < items.size(); ++i) {
            left.add(BinBox::around(items[order[i - 1]].lanes()));
            const float sum = cost(left, static_cast<std::uint32_t>(i)) + cost_right[i];
            if (sum >= least_cost) continue;
            least_cost = sum;
            best = i;
        }
        for (std::size_t i = 0; i < items.size(); ++i) range.spare[i] = items[order[i]];
        return {best, true};
    }

    std::uint32_t max_bins_ = 0;
};

template <BinCost kCost>
Bvh2<Aabb> build(std::span<const Aabb> boxes, const BinnedConfig& config, Executor& executor) {
    return TopDownBuilder(boxes, config.leaf_size, SplitByBins<kCost>(config.bins), executor).build();
}

} // namespace

Split split_by_bins(BinCost cost, std::uint32_t bins, const ItemRange& range) {
    return cost == BinCost::area ? SplitByBins<BinCost::area>(bins)(range)
                                 : SplitByBins<BinCost::volume>(bins)(range);
}

Bvh2<Aabb> build_binned(std::span<const Aabb> primitive_boxes, const BinnedConfig& config,
                        Executor& executor) {
    require_build_input(primitive_boxes, config.leaf_size);
    BOXWOOD_REQUIRE(config.bins >= 2 && config.bins <= kMaxBins);
    return config.cost == BinCost::area ? build<BinCost::area>(primitive_boxes, config, executor)
                                        : build<BinCost::volume>(primitive_boxes, config, executor);
}

} // namespace boxwood
