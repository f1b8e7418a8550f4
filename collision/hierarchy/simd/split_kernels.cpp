#include "collision/hierarchy/simd/split_kernels.hpp"

#include "collision/core/simd/processor.hpp"

#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

Split split_plain(const ItemRange& range, const SplitPlane& plane) {
    return split_into_spare(range, [&](const BuildItem& item) { return plane.is_right(item); });
}

#if BOXWOOD_HAS_WIDE_VECTORS

#pragma GCC push_options
#pragma GCC target("avx2")

// Converts bounds that are stored as negated lower ends and upper ends, which grow by the maximum.
inline Aabb bounds_of(__m256 reversed) {
    const __m128 lower = _mm_xor_ps(_mm256_castps256_ps128(reversed), _mm_set1_ps(-0.0f));
    return make_aabb({{lower}, {_mm256_extractf128_ps(reversed, 1)}});
}

// Works like split_into_spare(): writes each item to both possible positions, and a later item overwrites the wrong
// copy.
Split split_avx2(const ItemRange& range, const SplitPlane& plane) {
    static_assert(sizeof(BuildItem) == 8 * sizeof(float));
    const BuildItem* const items = range.items.data();
    BuildItem* const spare = range.spare.data();
    const std::size_t count = range.items.size();
    const __m128i axis = _mm_set1_epi32(plane.axis);
    const __m128 base = _mm_set1_ps(plane.base), scale = _mm_set1_ps(plane.scale),
                 border = _mm_set1_ps(plane.border);
    const __m256 signs = _mm256_setr_ps(-0.0f, -0.0f, -0.0f, -0.0f, 0.0f, 0.0f, 0.0f, 0.0f);
    const __m256 minus_infinity = _mm256_set1_ps(-std::numeric_limits<float>::infinity());
    __m256 left_box = minus_infinity, left_middles = minus_infinity, right_box = minus_infinity,
           right_middles = minus_infinity;
    std::size_t front = 0, back = count - 1;
    for (std::size_t i = 0; i < count; ++i) {
        const __m256 item = _mm256_loadu_ps(&items[i].lower.x);
        // Replaces the primitive index, in lane 3, by 0, as BuildItem::lanes does.
        const __m128 middle = _mm_add_ps(_mm_blend_ps(_mm256_castps256_ps128(item), _mm_setzero_ps(), 8),
                                         _mm256_extractf128_ps(item, 1));
        const __m128 scaled = _mm_mul_ps(_mm_sub_ps(_mm_permutevar_ps(middle, axis), base), scale);
        const __m128 is_right = _mm_cmp_ps(scaled, border, _CMP_GE_OQ);
        const auto right = static_cast<std::size_t>(_mm_movemask_ps(is_right) & 1);
        _mm256_storeu_ps(&spare[front].lower.x, item);
        _mm256_storeu_ps(&spare[back].lower.x, item);
        front += 1 - right;
        back -= right;
        const __m256 is_right_wide = _mm256_set_m128(is_right, is_right);
        const __m256 box = _mm256_xor_ps(item, signs),
                     middles = _mm256_xor_ps(_mm256_set_m128(middle, middle), signs);
        left_box = _mm256_max_ps(_mm256_blendv_ps(box, minus_infinity, is_right_wide), left_box);
        right_box = _mm256_max_ps(_mm256_blendv_ps(minus_infinity, box, is_right_wide), right_box);
        left_middles = _mm256_max_ps(_mm256_blendv_ps(middles, minus_infinity, is_right_wide), left_middles);
        right_middles =
            _mm256_max_ps(_mm256_blendv_ps(minus_infinity, middles, is_right_wide), right_middles);
    }
    range.out_bounds[0]->box = bounds_of(left_box);
    range.out_bounds[0]->twice_centers = bounds_of(left_middles);
    range.out_bounds[1]->box = bounds_of(right_box);
    range.out_bounds[1]->twice_centers = bounds_of(right_middles);
    return {front, true, true};
}

#pragma GCC pop_options

#endif

std::vector<SplitKernel> list_kernels() {
    std::vector<SplitKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx2) kernels.push_back({"avx2", split_avx2});
#endif
    kernels.push_back({"plain", split_plain});
    return kernels;
}

} // namespace

std::span<const SplitKernel> list_split_kernels() {
    static const std::vector<SplitKernel> kernels = list_kernels();
    return kernels;
}

} // namespace boxwood
