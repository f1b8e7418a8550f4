#include "collision/hierarchy/build_binned.hpp"

#include "collision/hierarchy/build_items.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace boxwood {
namespace {

// Up to this many primitives all places on one axis are tried; above, the borders of bins on all three.
constexpr std::size_t kMostSwept = 12;
// Of more primitives, every second, third, ... is put into a bin, so that at least this many are. Where the
// best border is hardly depends on the rest, while the time of the upper levels does: half the build.
constexpr std::size_t kSample = 512;
// A bin for so many primitives, up to the number asked for.
constexpr std::size_t kItemsPerBin = 8;
constexpr std::uint32_t kFewestBins = 4;
// Spreads of middles below this are none: the reciprocal of a smaller one would overflow.
constexpr float kLeastSpread = 1e-30f;
// Sides grow by this part of the node's longest, so that flat nodes have volumes to compare.
constexpr float kThickness = 1e-3f;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Bin {
    BoxLanes box{make_float4(kInfinity, kInfinity, kInfinity),
                 make_float4(-kInfinity, -kInfinity, -kInfinity)};
    std::uint32_t count = 0;

    void add(const BoxLanes& other) {
        box.lower = min(box.lower, other.lower);
        box.upper = max(box.upper, other.upper);
    }
    void add(const Bin& other) {
        add(other.box);
        count += other.count;
    }
};

template <BinCost kCost>
class BoxCost {
  public:
    explicit BoxCost(float thickness)
        : thickness_(make_float4(thickness, thickness, thickness)) {}

    float operator()(const Bin& of) const {
        const Float4 sides = of.box.upper - of.box.lower;
        std::array<float, 4> s;
        if constexpr (kCost == BinCost::area) {
            store4(sides * shuffle<1, 2, 0, 3>(sides), s.data());
            return static_cast<float>(of.count) * (s[0] + s[1] + s[2]);
        } else {
            store4(sides + thickness_, s.data());
            return static_cast<float>(of.count) * (s[0] * s[1] * s[2]);
        }
    }

  private:
    Float4 thickness_;
};

// Which bin of an axis an item is in. The spread times scale stays below the number of bins.
struct BinMap {
    float base = 0.0f, scale = 0.0f;

    BinMap(float lowest, float highest, std::uint32_t bins) {
        constexpr float kBelowOne = 1.0f - 0x1p-20f; // more than the rounding of the product
        const float spread = highest - lowest;
        base = lowest;
        if (spread > kLeastSpread) scale = static_cast<float>(bins) * kBelowOne / spread;
    }
    std::uint32_t operator()(float twice_middle) const {
        const float place = (twice_middle - base) * scale;
        return place > 0.0f ? static_cast<std::uint32_t>(static_cast<std::int32_t>(place)) : 0u; // NaN: 0
    }
};

struct Border {
    float cost = kInfinity;
    int axis = 0;
    std::uint32_t bin = 0; // the first on the right
};

template <BinCost kCost>
class DivideByBins {
  public:
    explicit DivideByBins(std::uint32_t bins)
        : most_bins_(bins) {}

    Division operator()(const ItemRange& range) const {
        if (range.depth >= kMaxRuleDepth) return divide_at_median(range, find_longest_axis(range.box));
        return range.items.size() <= kMostSwept ? sweep(range) : divide(range);
    }

  private:
    Division divide(const ItemRange& range) const {
        const auto wanted = static_cast<std::uint32_t>(range.items.size() / kItemsPerBin);
        const std::uint32_t bins = std::clamp(wanted, std::min(kFewestBins, most_bins_), most_bins_);
        const glm::vec3 &lowest = range.twice_middles.lower, &highest = range.twice_middles.upper;
        const std::array<BinMap, 3> maps{BinMap(lowest.x, highest.x, bins), BinMap(lowest.y, highest.y, bins),
                                         BinMap(lowest.z, highest.z, bins)};
        const Border best = find_best(range, maps, bins);
        if (best.cost == kInfinity) return {range.items.size() / 2, false};
        const BinMap map = maps[static_cast<std::size_t>(best.axis)];
        return divide_into_spare(
            range, [&](const BuildItem& item) { return map(item.twice_middle(best.axis)) >= best.bin; });
    }

    Border find_best(const ItemRange& range, const std::array<BinMap, 3>& maps, std::uint32_t bins) const {
        std::array<std::array<Bin, kMaxBins>, 3> filled;
        for (auto& of_axis : filled) std::fill_n(of_axis.begin(), bins, Bin{});
        const Float4 base = make_float4(maps[0].base, maps[1].base, maps[2].base),
                     scale = make_float4(maps[0].scale, maps[1].scale, maps[2].scale);
        const std::size_t step = std::max(std::size_t{1}, range.items.size() / kSample);
        for (std::size_t i = 0; i < range.items.size(); i += step) {
            const BoxLanes box = range.items[i].lanes();
            std::array<float, 4> places; // as BinMap finds them, bit for bit
            store4(max((box.lower + box.upper - base) * scale, Float4{}), places.data());
            for (std::size_t axis = 0; axis < 3; ++axis) {
                Bin& bin = filled[axis][static_cast<std::size_t>(static_cast<std::int32_t>(places[axis]))];
                bin.add(box);
                ++bin.count;
            }
        }
        const BoxCost<kCost> cost(kThickness * range.box.longest_side());
        Border best;
        for (int axis = 0; axis < 3; ++axis)
            try_borders(std::span(filled[static_cast<std::size_t>(axis)]).first(bins), cost, axis, best);
        return best;
    }

    static void try_borders(std::span<const Bin> bins, const BoxCost<kCost>& cost, int axis,
                            Border& io_best) {
        std::array<float, kMaxBins> cost_right;
        Bin right, left;
        for (std::size_t i = bins.size(); i-- > 1;) {
            right.add(bins[i]);
            cost_right[i] = right.count > 0 ? cost(right) : kInfinity;
        }
        for (std::uint32_t i = 1; i < bins.size(); ++i) {
            left.add(bins[i - 1]);
            if (left.count == 0) continue;
            const float sum = cost(left) + cost_right[i];
            if (sum < io_best.cost) io_best = {sum, axis, i};
        }
    }

    static Division sweep(const ItemRange& range) {
        const std::span<BuildItem> items = range.items;
        const int axis = find_longest_axis(range.twice_middles);
        std::array<std::uint8_t, kMostSwept> order; // by middle, stable
        std::array<float, kMostSwept> middles;
        for (std::uint8_t i = 0; i < items.size(); ++i) {
            const float middle = items[i].twice_middle(axis);
            std::size_t at = i;
            for (; at > 0 && middles[at - 1] > middle; --at) {
                middles[at] = middles[at - 1];
                order[at] = order[at - 1];
            }
            middles[at] = middle;
            order[at] = i;
        }
        const BoxCost<kCost> cost(kThickness * range.box.longest_side());
        std::array<float, kMostSwept> cost_right;
        Bin right, left;
        for (std::size_t i = items.size(); i-- > 1;) {
            right.add(items[order[i]].lanes());
            ++right.count;
            cost_right[i] = cost(right);
        }
        std::size_t best = items.size() / 2;
        float least = kInfinity;
        for (std::size_t i = 1; i < items.size(); ++i) {
            left.add(items[order[i - 1]].lanes());
            ++left.count;
            const float sum = cost(left) + cost_right[i];
            if (sum >= least) continue;
            least = sum;
            best = i;
        }
        for (std::size_t i = 0; i < items.size(); ++i) range.spare[i] = items[order[i]];
        return {best, true};
    }

    std::uint32_t most_bins_ = 0;
};

template <BinCost kCost>
Bvh<Aabb> build(std::span<const Aabb> boxes, const BinnedConfig& config, Executor& executor) {
    return TopDownFrame(boxes, config.leaf_size, DivideByBins<kCost>(config.bins), executor).build();
}

} // namespace

Division divide_by_bins(BinCost cost, std::uint32_t bins, const ItemRange& range) {
    return cost == BinCost::area ? DivideByBins<BinCost::area>(bins)(range)
                                 : DivideByBins<BinCost::volume>(bins)(range);
}

Bvh<Aabb> build_binned(std::span<const Aabb> primitive_boxes, const BinnedConfig& config,
                       Executor& executor) {
    BOXWOOD_ASSERT(!primitive_boxes.empty());
    BOXWOOD_ASSERT(config.leaf_size >= 1 && config.leaf_size <= kMaxLeafSize);
    BOXWOOD_ASSERT(config.bins >= 2 && config.bins <= kMaxBins);
    return config.cost == BinCost::area ? build<BinCost::area>(primitive_boxes, config, executor)
                                        : build<BinCost::volume>(primitive_boxes, config, executor);
}

} // namespace boxwood
