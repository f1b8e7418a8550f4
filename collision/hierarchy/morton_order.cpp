#include "collision/hierarchy/build_morton.hpp"

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

constexpr std::uint32_t kCells = 1u << kMortonBitsPerAxis;

// The bits of a coordinate, two apart.
constexpr std::array<std::uint32_t, kCells> make_spread_bits() {
    std::array<std::uint32_t, kCells> spread{};
    for (std::uint32_t i = 0; i < kCells; ++i)
        for (std::uint32_t bit = 0; bit < kMortonBitsPerAxis; ++bit)
            if (i & (1u << bit)) spread[i] |= 1u << (3 * bit);
    return spread;
}
constexpr std::array<std::uint32_t, kCells> kSpreadBits = make_spread_bits();

using Histograms = std::array<std::array<std::uint32_t, kCells>, 3>; // of the three digits of a code

std::uint32_t digit_of(MortonKey key, std::uint32_t place) {
    return static_cast<std::uint32_t>(key.bits >> (MortonKey::kIndexBits + kMortonBitsPerAxis * place)) &
           (kCells - 1);
}

// Cells of one size over the boxes' middles. Sums of ends, twice the middles, spare the halving.
class Grid {
  public:
    explicit Grid(std::span<const Aabb> boxes) {
        BoxFitter fitter;
        for (const Aabb& box : boxes) {
            const BoxLanes lanes = load_lanes(box);
            const Float4 middle = lanes.lower + lanes.upper;
            fitter.add(BoxLanes{middle, middle});
        }
        const Aabb bounds = fitter.box();
        constexpr float kLeastSpread = 1e-30f;       // the reciprocal of a smaller one would overflow
        constexpr float kBelowOne = 1.0f - 0x1p-20f; // more than the rounding of the product
        const float spread = bounds.longest_side();
        origin_ = bounds.lower;
        if (spread > kLeastSpread) scale_ = static_cast<float>(kCells) * kBelowOne / spread;
    }
    std::uint64_t code_of(const Aabb& box) const {
        const std::uint64_t x = spread_bits(box, 0), y = spread_bits(box, 1), z = spread_bits(box, 2);
        return x << 2 | y << 1 | z;
    }

  private:
    std::uint32_t spread_bits(const Aabb& box, int axis) const {
        const float place = ((box.lower[axis] + box.upper[axis]) - origin_[axis]) * scale_;
        return kSpreadBits[place > 0.0f ? static_cast<std::size_t>(static_cast<std::int32_t>(place)) : 0u];
    }
    glm::vec3 origin_{0.0f};
    float scale_ = 0.0f;
};

void scatter(std::span<const MortonKey> from, std::uint32_t place,
             std::array<std::uint32_t, kCells>& io_counts, MortonKey* to) {
    std::uint32_t begin = 0;
    for (std::uint32_t& count : io_counts) {
        const std::uint32_t next = begin + count;
        count = begin;
        begin = next;
    }
    for (const MortonKey key : from) to[io_counts[digit_of(key, place)]++] = key;
}

} // namespace

LargeArray<MortonKey> sort_along_curve(std::span<const Aabb> boxes) {
    BOXWOOD_REQUIRE(boxes.size() < std::size_t{1} << MortonKey::kIndexBits);
    const Grid grid(boxes);
    LargeArray<MortonKey> keys(boxes.size());
    LargeArray<MortonKey> sorted(boxes.size());
    Histograms counts{};
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        const MortonKey key{grid.code_of(boxes[i]) << MortonKey::kIndexBits | i};
        keys[i] = key;
        for (std::uint32_t place = 0; place < 3; ++place) ++counts[place][digit_of(key, place)];
    }
    scatter(keys, 0, counts[0], sorted.data());
    scatter(sorted, 1, counts[1], keys.data());
    scatter(keys, 2, counts[2], sorted.data());
    return sorted;
}

} // namespace boxwood
