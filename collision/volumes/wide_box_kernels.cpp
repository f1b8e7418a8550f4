#include "collision/volumes/wide_box_kernels.hpp"

#include "collision/core/processor.hpp"

#include <bit>
#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

// --- two times four lanes, as every machine has them --------------------------------------------------------

namespace four {

#include "collision/volumes/two_float4.inl"

using Rows = Lanes;

#include "collision/volumes/wide_box_kernel.inl"

} // namespace four

#if BOXWOOD_HAS_WIDE_VECTORS

// --- AVX2: eight lanes --------------------------------------------------------------------------------------

#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")

namespace eight {

#include "collision/volumes/eight_floats.inl"

using Rows = Lanes;

#include "collision/volumes/wide_box_kernel.inl"

} // namespace eight

#pragma GCC pop_options

// --- AVX-512: two rows of eight lanes -----------------------------------------------------------------------

#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt,avx512f,avx512dq,avx512vl")

namespace sixteen {

#include "collision/volumes/eight_floats.inl"

struct Rows {
    static constexpr std::size_t kRows = 2;
    class Spreader;
    __m512 v;
};
inline Rows spread_to(const float& x, Rows) {
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
// Lane `first` to the lower row, `second` to the upper one.
class Rows::Spreader {
  public:
    template <class RowPlaces>
    explicit Spreader(RowPlaces rows)
        : places_(_mm512_mask_set1_epi32(_mm512_set1_epi32(static_cast<int>(rows.first)), 0xFF00,
                                         static_cast<int>(rows.second))) {}
    Rows operator()(const Lanes& term) const {
        return {_mm512_maskz_permutexvar_ps(0xFFFF, places_, _mm512_castps256_ps512(term.v))};
    }

  private:
    __m512i places_;
};

#include "collision/volumes/wide_box_kernel.inl"

} // namespace sixteen

#pragma GCC pop_options

#endif

std::vector<WideBoxKernel> list_kernels() {
    std::vector<WideBoxKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx512) kernels.push_back({"avx512", sixteen::test});
    if (this_processor().has_avx2) kernels.push_back({"avx2", eight::test});
#endif
    kernels.push_back({"plain", four::test});
    return kernels;
}

std::array<float, 3> floats_of(Float4 lanes) {
    std::array<float, 4> floats;
    store4(lanes, floats.data());
    return {floats[0], floats[1], floats[2]};
}
WideBoxRelation::Matrix rows_of(const std::array<Float4, 3>& rows) {
    return {floats_of(rows[0]), floats_of(rows[1]), floats_of(rows[2])};
}

template <class Sum>
Sum sum_of(const std::array<std::uint32_t, WideExits::kLanes>& lanes) {
    Sum sum = 0;
    for (const std::uint32_t lane : lanes) sum += lane;
    return sum;
}

} // namespace

WideBoxRelation make_wide_relation(const BoxRelation& relation, float volume_a, float volume_b) {
    WideBoxRelation wide;
    wide.twice_t = floats_of(relation.twice_t);
    wide.slack_a = floats_of(relation.slack_a);
    wide.m = rows_of(relation.m_row);
    wide.abs_m = rows_of(relation.abs_m_row);
    wide.cofactor_next = rows_of(relation.cofactor_next);
    wide.cofactor_previous = rows_of(relation.cofactor_previous);
    const WideBoxRelation::Matrix n_columns = rows_of(relation.n_column),
                                  abs_n_columns = rows_of(relation.abs_n_column);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            wide.n[j][i] = n_columns[i][j];
            wide.abs_n[j][i] = abs_n_columns[i][j];
        }
    wide.test = relation.test;
    wide.volume_a = volume_a;
    wide.volume_b = volume_b;
    return wide;
}

void WideExits::add_to(std::span<std::uint64_t> io_exits) const {
    std::uint64_t before = 0;
    const bool is_short = (tests + absent) >> 32 == 0; // and so are all sums
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
        const std::uint64_t now =
            (is_short ? sum_of<std::uint32_t>(until[axis]) : sum_of<std::uint64_t>(until[axis])) - absent;
        io_exits[axis] += now - before;
        before = now;
    }
    io_exits.back() += tests - before;
}

std::span<const WideBoxKernel> list_wide_box_kernels() {
    static const std::vector<WideBoxKernel> kernels = list_kernels();
    return kernels;
}

} // namespace boxwood
