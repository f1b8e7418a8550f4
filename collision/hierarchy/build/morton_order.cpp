#include "collision/hierarchy/build/build_lbvh.hpp"

#include <array>
#include <utility>
#include <vector>

namespace boxwood {
namespace {

constexpr std::uint32_t kCells = 1u << kMortonBitsPerAxis;

// Spreads the bits of every cell coordinate to every third bit.
constexpr std::array<std::uint32_t, kCells> make_spread_bits() {
    std::array<std::uint32_t, kCells> spread{};
    for (std::uint32_t i = 0; i < kCells; ++i)
        for (std::uint32_t bit = 0; bit < kMortonBitsPerAxis; ++bit)
            if (i & (1u << bit)) spread[i] |= 1u << (3 * bit);
    return spread;
}
constexpr std::array<std::uint32_t, kCells> kSpreadBits = make_spread_bits();

using Counts = std::array<std::uint32_t, kCells>; // keys per value of one digit

constexpr std::size_t kChunk = 1 << 13; // in keys

std::uint32_t digit_of(MortonKey key, std::uint32_t digit_index) {
    return static_cast<std::uint32_t>(key.bits >>
                                      (MortonKey::kIndexBits + kMortonBitsPerAxis * digit_index)) &
           (kCells - 1);
}

// A grid of equal cubic cells over the centers of the boxes. Uses lower + upper, twice the center, to avoid the
// multiplication by 1/2.
class Grid {
  public:
    Grid(std::span<const Aabb> boxes, Executor& executor) {
        std::vector<Aabb> parts((boxes.size() + kChunk - 1) / kChunk);
        executor.parallel_for(boxes.size(), kChunk, [&](std::size_t begin, std::size_t end) {
            BoxFitter fitter;
            for (const Aabb& box : boxes.subspan(begin, end - begin)) {
                const BoxLanes lanes = load_lanes(box);
                const Float4 middle = lanes.lower + lanes.upper;
                fitter.add(BoxLanes{middle, middle});
            }
            parts[begin / kChunk] = fitter.box();
        });
        Aabb bounds;
        for (const Aabb& part : parts) bounds = merge(bounds, part);
        constexpr float kMinSide = 1e-30f;             // smaller ones have reciprocals that overflow
        constexpr float kBelowCells = 1.0f - 0x1p-20f; // a margin larger than the rounding of the product
        const float spread = bounds.longest_side();
        origin_ = bounds.lower;
        if (spread > kMinSide) scale_ = static_cast<float>(kCells) * kBelowCells / spread;
    }
    std::uint64_t code_of(const Aabb& box) const {
        const std::uint64_t x = spread_bits(box, 0), y = spread_bits(box, 1), z = spread_bits(box, 2);
        return x << 2 | y << 1 | z;
    }

  private:
    std::uint32_t spread_bits(const Aabb& box, int axis) const {
        const float cell = ((box.lower[axis] + box.upper[axis]) - origin_[axis]) * scale_;
        return kSpreadBits[cell > 0.0f ? static_cast<std::size_t>(static_cast<std::int32_t>(cell)) : 0u];
    }
    glm::vec3 origin_{0.0f};
    float scale_ = 0.0f;
};

// One pass of a radix sort. Each chunk of keys has a separate output range for each digit, in chunk order. The pass is
// therefore stable for any order of execution.
class RadixPass {
  public:
    RadixPass(std::size_t keys, Executor& executor)
        : counts_((keys + kChunk - 1) / kChunk)
        , executor_(executor) {}

    void sort(std::span<const MortonKey> from, std::uint32_t digit_index, MortonKey* to) {
        executor_.parallel_for(from.size(), kChunk, [&](std::size_t begin, std::size_t end) {
            Counts& counts = counts_[begin / kChunk];
            counts.fill(0);
            for (const MortonKey key : from.subspan(begin, end - begin)) ++counts[digit_of(key, digit_index)];
        });
        std::uint32_t next = 0;
        for (std::uint32_t digit = 0; digit < kCells; ++digit)
            for (Counts& counts : counts_) next += std::exchange(counts[digit], next);
        executor_.parallel_for(from.size(), kChunk, [&](std::size_t begin, std::size_t end) {
            Counts& next_positions = counts_[begin / kChunk];
            for (const MortonKey key : from.subspan(begin, end - begin))
                to[next_positions[digit_of(key, digit_index)]++] = key;
        });
    }

  private:
    std::vector<Counts> counts_; // per chunk
    Executor& executor_;
};

} // namespace

LargeArray<MortonKey> sort_along_curve(std::span<const Aabb> boxes, Executor& executor) {
    BOXWOOD_REQUIRE(boxes.size() < std::size_t{1} << MortonKey::kIndexBits);
    const Grid grid(boxes, executor);
    LargeArray<MortonKey> keys(boxes.size());
    LargeArray<MortonKey> sorted(boxes.size());
    executor.parallel_for(boxes.size(), kChunk, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            keys[i] = {grid.code_of(boxes[i]) << MortonKey::kIndexBits | i};
    });
    RadixPass pass(boxes.size(), executor);
    pass.sort(keys, 0, sorted.data());
    pass.sort(sorted, 1, keys.data());
    pass.sort(keys, 2, sorted.data());
    return sorted;
}

} // namespace boxwood
