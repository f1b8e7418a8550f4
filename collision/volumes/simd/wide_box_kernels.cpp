#include "collision/volumes/simd/wide_box_kernels.hpp"

#include "collision/core/simd/processor.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

std::size_t axes_of(OverlapTest test) {
    switch (test) {
    case OverlapTest::aabb_of_obb:
        return 3;
    case OverlapTest::sat_lite:
        return 6;
    case OverlapTest::sat:
        break;
    }
    return SeparatingAxisHits::kAxes;
}

// --- two times four lanes: the baseline -----------------------------------------------------------------------

namespace four {

#include "collision/core/simd/two_float4.inl"

using Rows = Lanes;

#include "collision/volumes/simd/wide_box_kernel.inl"

} // namespace four

#if BOXWOOD_HAS_WIDE_VECTORS

// --- AVX2: eight lanes --------------------------------------------------------------------------------------

#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")

namespace eight {

#include "collision/core/simd/eight_floats.inl"

using Rows = Lanes;

#include "collision/volumes/simd/wide_box_kernel.inl"

} // namespace eight

#pragma GCC pop_options

// --- AVX-512: two rows of eight lanes -----------------------------------------------------------------------

#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt,avx512f,avx512dq,avx512vl")

namespace sixteen {

#include "collision/core/simd/eight_floats.inl"

struct Rows {
    static constexpr std::size_t kRows = 2;
    class Broadcaster;
    __m512 v;
};
inline Rows broadcast_to(const float& x, Rows) {
    return {_mm512_set1_ps(x)};
}
inline Rows repeat(const Lanes& lanes, Rows) {
    return {_mm512_maskz_broadcast_f32x8(0xFFFF, lanes.v)};
}
inline Rows operator+(const Rows& a, const Rows& b) {
    return {_mm512_add_ps(a.v, b.v)};
}
inline Rows operator-(const Rows& a, const Rows& b) {
    return {_mm512_sub_ps(a.v, b.v)};
}
inline Rows operator*(const Rows& a, const Rows& b) {
    return {_mm512_mul_ps(a.v, b.v)};
}
inline Rows abs(const Rows& a) {
    return {_mm512_maskz_andnot_ps(0xFFFF, _mm512_set1_ps(-0.0f), a.v)};
}
struct RowVerdicts {
    __mmask16 bits;
};
inline RowVerdicts is_greater(const Rows& a, const Rows& b) {
    return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_GT_OQ)};
}
inline RowVerdicts is_equal(const Rows& a, const Rows& b) {
    return {_mm512_cmp_ps_mask(a.v, b.v, _CMP_EQ_OQ)};
}
inline RowVerdicts operator|(RowVerdicts a, RowVerdicts b) {
    return {_kor_mask16(a.bits, b.bits)};
}
inline RowVerdicts verdicts_of(std::uint32_t bits, Rows) {
    return {static_cast<__mmask16>(bits)};
}
inline std::uint32_t bits_of(RowVerdicts verdicts) {
    return verdicts.bits;
}
inline void count(RowVerdicts verdicts, std::uint32_t* io_counts) {
    const __m512i counts = _mm512_load_si512(io_counts);
    _mm512_store_si512(io_counts, _mm512_mask_add_epi32(counts, verdicts.bits, counts, _mm512_set1_epi32(1)));
}
// Broadcasts lane `first` to the lower row and lane `second` to the upper one.
class Rows::Broadcaster {
  public:
    template <class RowPlaces>
    explicit Broadcaster(RowPlaces rows)
        : places_(_mm512_mask_set1_epi32(_mm512_set1_epi32(static_cast<int>(rows.first)), 0xFF00,
                                         static_cast<int>(rows.second))) {}
    Rows operator()(const Lanes& term) const {
        return {_mm512_maskz_permutexvar_ps(0xFFFF, places_, _mm512_castps256_ps512(term.v))};
    }

  private:
    __m512i places_;
};

#include "collision/volumes/simd/wide_box_kernel.inl"

} // namespace sixteen

#pragma GCC pop_options

#endif

std::vector<WideBoxKernel> list_kernels() {
    std::vector<WideBoxKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx512) kernels.push_back({"avx512", sixteen::test, sixteen::test});
    if (this_processor().has_avx2) kernels.push_back({"avx2", eight::test, eight::test});
#endif
    kernels.push_back({"plain", four::test, four::test});
    return kernels;
}

void store_rows(const std::array<Float4, 3>& rows, WideBoxRelation::Matrix& out) {
    for (std::size_t i = 0; i < 3; ++i) store4(rows[i], out[i].data());
}

std::uint64_t sum_of(const SeparatingAxisHits::Lanes& lanes) {
    std::uint64_t sum = 0;
    for (const std::uint32_t lane : lanes) sum += lane;
    return sum;
}

#if defined(__SSE2__)

__m128i add_up(const SeparatingAxisHits::Lanes& lanes) {
    const auto four = [&](std::size_t first) {
        return _mm_load_si128(reinterpret_cast<const __m128i*>(&lanes[first]));
    };
    return _mm_add_epi32(_mm_add_epi32(four(0), four(4)), _mm_add_epi32(four(8), four(12)));
}
// Sums the lanes of four axes at once because summing all 15 axes one by one takes as long as the tests of five nodes.
void store_sums(const SeparatingAxisHits::Lanes* axes, std::uint32_t* out) {
    const auto add_halves = [](__m128i x, __m128i y) { // x0 + x2, y0 + y2, x1 + x3, y1 + y3
        return _mm_add_epi32(_mm_unpacklo_epi32(x, y), _mm_unpackhi_epi32(x, y));
    };
    const __m128i first = add_halves(add_up(axes[0]), add_up(axes[1])),
                  second = add_halves(add_up(axes[2]), add_up(axes[3]));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm_add_epi32(_mm_unpacklo_epi64(first, second), _mm_unpackhi_epi64(first, second)));
}

#else

void store_sums(const SeparatingAxisHits::Lanes* axes, std::uint32_t* out) {
    for (std::size_t i = 0; i < 4; ++i) out[i] = static_cast<std::uint32_t>(sum_of(axes[i]));
}

#endif

} // namespace

WideBoxRelation make_wide_relation(const BoxRelation& relation, float volume_a, float volume_b) {
    WideBoxRelation wide;
    store4(relation.twice_t, wide.twice_t.data());
    store4(relation.error_bound_a, wide.error_bound_a.data());
    store_rows(relation.m_row, wide.m);
    store_rows(relation.abs_m_row, wide.abs_m);
    store_rows(relation.cofactor_next, wide.cofactor_next);
    store_rows(relation.cofactor_previous, wide.cofactor_previous);
    store_rows(transpose(relation.n_column), wide.n);
    store_rows(transpose(relation.abs_n_column), wide.abs_n);
    wide.test = relation.test;
    wide.volume_a = volume_a;
    wide.volume_b = volume_b;
    return wide;
}

void SeparatingAxisHits::add_to(std::span<std::uint64_t> io_hits) const {
    std::uint64_t before = 0;
    const auto add = [&](std::size_t axis, std::uint64_t now) {
        io_hits[axis] += now - before;
        before = now;
    };
    if ((tests + absent) >> 32 == 0) { // then all sums fit in 32 bits
        std::array<std::uint32_t, kAxes> sums;
        constexpr std::size_t kLast = kAxes - 4; // the last group of four overlaps the one before
        for (std::size_t axis = 0; axis < std::min(axes, kLast); axis += 4)
            store_sums(&until[axis], &sums[axis]);
        if (axes > kLast) store_sums(&until[kLast], &sums[kLast]);
        for (std::size_t axis = 0; axis < axes; ++axis) add(axis, sums[axis] - absent);
    } else {
        for (std::size_t axis = 0; axis < axes; ++axis) add(axis, sum_of(until[axis]) - absent);
    }
    io_hits.back() += tests - before;
}

std::span<const WideBoxKernel> list_wide_box_kernels() {
    static const std::vector<WideBoxKernel> kernels = list_kernels();
    return kernels;
}

} // namespace boxwood
