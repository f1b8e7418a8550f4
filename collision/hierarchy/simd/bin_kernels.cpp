#include "collision/hierarchy/simd/bin_kernels.hpp"

#include "collision/core/simd/processor.hpp"

#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

void fill_plain(std::span<const BuildItem> items, std::size_t step, const std::array<float, 4>& base,
                const std::array<float, 4>& scale, std::uint32_t bins, Bins& out) {
    out.clear(bins);
    const Float4 bases = load4(base.data()), scales = load4(scale.data());
    for (std::size_t i = 0; i < items.size(); i += step) {
        const BoxLanes lanes = items[i].lanes();
        const BinBox box = BinBox::around(lanes);
        std::array<float, 4> places;
        store4(max((lanes.lower + lanes.upper - bases) * scales, Float4{}), places.data());
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto bin = static_cast<std::size_t>(static_cast<std::int32_t>(places[axis]));
            out.boxes[axis][bin].add(box);
            ++out.counts[axis][bin];
        }
    }
}

void order_plain(std::span<const BuildItem> items, int axis, std::uint8_t* out_order) {
    std::array<float, kMaxOrdered> middles;
    for (std::uint8_t i = 0; i < items.size(); ++i) {
        const float middle = items[i].twice_center(axis);
        std::size_t at = i;
        for (; at > 0 && middles[at - 1] > middle; --at) {
            middles[at] = middles[at - 1];
            out_order[at] = out_order[at - 1];
        }
        middles[at] = middle;
        out_order[at] = i;
    }
}

#if BOXWOOD_HAS_WIDE_VECTORS

#pragma GCC push_options
#pragma GCC target("avx2")

void fill_avx2(std::span<const BuildItem> items, std::size_t step, const std::array<float, 4>& base,
               const std::array<float, 4>& scale, std::uint32_t bins, Bins& out) {
    static_assert(sizeof(BuildItem) == 32 && sizeof(BinBox) == 32);
    const __m128 bases = _mm_loadu_ps(base.data()), scales = _mm_loadu_ps(scale.data()),
                 zero = _mm_setzero_ps();
    const __m256 signs = _mm256_setr_ps(-0.0f, -0.0f, -0.0f, -0.0f, 0.0f, 0.0f, 0.0f, 0.0f);
    float* const boxes = reinterpret_cast<float*>(&out.boxes);
    std::uint32_t* const counts = &out.counts[0][0];
    const auto add = [=](std::uint32_t bin, __m256 box) __attribute__((always_inline)) {
        float* const place = boxes + 8 * std::size_t{bin};
        _mm256_store_ps(place, _mm256_max_ps(_mm256_load_ps(place), box));
        ++counts[bin];
    };
    const std::size_t count = items.size();
    const __m256 minus_infinity = _mm256_set1_ps(-std::numeric_limits<float>::infinity());
    for (std::uint32_t first : {0u, kMaxBins, 2 * kMaxBins})
        for (std::uint32_t bin = first; bin < first + bins; ++bin) {
            _mm256_store_ps(boxes + 8 * std::size_t{bin}, minus_infinity);
            counts[bin] = 0;
        }
    for (std::size_t i = 0; i < count; i += step) {
        const __m256 item = _mm256_loadu_ps(&items.data()[i].lower.x);
        // Replaces the primitive index, in lane 3, by 0, as BuildItem::lanes does.
        const __m128 twice_center =
            _mm_add_ps(_mm_blend_ps(_mm256_castps256_ps128(item), zero, 8), _mm256_extractf128_ps(item, 1));
        const __m128i places =
            _mm_cvttps_epi32(_mm_max_ps(_mm_mul_ps(_mm_sub_ps(twice_center, bases), scales), zero));
        const __m256 box = _mm256_xor_ps(item, signs);
        const auto xy = static_cast<std::uint64_t>(_mm_cvtsi128_si64(places));
        add(static_cast<std::uint32_t>(xy), box);
        add(static_cast<std::uint32_t>(xy >> 32) + kMaxBins, box);
        add(static_cast<std::uint32_t>(_mm_extract_epi32(places, 2)) + 2 * kMaxBins, box);
    }
}

// The position of an item is the number of items that precede it in the order. Counting them needs no branch that
// depends on data.
void order_avx2(std::span<const BuildItem> items, int axis, std::uint8_t* out_order) {
    alignas(32) std::array<float, kMaxOrdered> middles;
    alignas(32) std::array<std::int32_t, kMaxOrdered> places;
    const std::size_t count = items.size();
    for (std::size_t i = 0; i < count; ++i) middles[i] = items.data()[i].twice_center(axis);
    for (std::size_t first = 0; first < count; first += 8) {
        const __m256 group = _mm256_load_ps(&middles[first]);
        const __m256i numbers = _mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7),
                                                 _mm256_set1_epi32(static_cast<int>(first)));
        __m256i before = _mm256_setzero_si256(); // negated counts
        for (std::size_t i = 0; i < count; ++i) {
            const __m256 one = _mm256_broadcast_ss(&middles[i]);
            const __m256 is_later =
                _mm256_castsi256_ps(_mm256_cmpgt_epi32(numbers, _mm256_set1_epi32(static_cast<int>(i))));
            const __m256 is_before =
                _mm256_or_ps(_mm256_cmp_ps(one, group, _CMP_LT_OQ),
                             _mm256_and_ps(_mm256_cmp_ps(one, group, _CMP_EQ_OQ), is_later));
            before = _mm256_add_epi32(before, _mm256_castps_si256(is_before));
        }
        _mm256_store_si256(reinterpret_cast<__m256i*>(&places[first]), before);
    }
    for (std::size_t i = 0; i < count; ++i) out_order[-places[i]] = static_cast<std::uint8_t>(i);
}

#pragma GCC pop_options

#endif

std::vector<BinKernel> list_kernels() {
    std::vector<BinKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx2) kernels.push_back({"avx2", fill_avx2, order_avx2});
#endif
    kernels.push_back({"plain", fill_plain, order_plain});
    return kernels;
}

} // namespace

std::span<const BinKernel> list_bin_kernels() {
    static const std::vector<BinKernel> kernels = list_kernels();
    return kernels;
}

} // namespace boxwood
