#include "collision/volumes/wide_box_kernels.hpp"

#include <bit>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define BOXWOOD_HAS_AVX2_KERNEL 1
#include <immintrin.h>
#else
#define BOXWOOD_HAS_AVX2_KERNEL 0
#endif

namespace boxwood {
namespace {

// --- two times four lanes, as every machine has them --------------------------------------------------------

namespace four {

struct Lanes {
    Float4 low, high;
};
inline Lanes spread(float x) {
    return {splat4(x), splat4(x)};
}
inline Lanes operator+(const Lanes& a, const Lanes& b) {
    return {a.low + b.low, a.high + b.high};
}
inline Lanes operator-(const Lanes& a, const Lanes& b) {
    return {a.low - b.low, a.high - b.high};
}
inline Lanes operator*(const Lanes& a, const Lanes& b) {
    return {a.low * b.low, a.high * b.high};
}
inline Lanes abs(const Lanes& a) {
    return {boxwood::abs(a.low), boxwood::abs(a.high)};
}
inline Lanes load_bytes(const std::uint8_t* from) {
    const auto at = [from](int lane) { return static_cast<float>(from[lane]); };
    return {make_float4(at(0), at(1), at(2), at(3)), make_float4(at(4), at(5), at(6), at(7))};
}
// Verdicts are lanes of 1 and 0.
inline Lanes is_greater(const Lanes& a, const Lanes& b) {
    const Float4 one = splat4(1.0f);
    return {keep_where_greater(a.low, b.low, one), keep_where_greater(a.high, b.high, one)};
}
inline Lanes operator|(const Lanes& a, const Lanes& b) {
    return {max(a.low, b.low), max(a.high, b.high)};
}
inline std::uint32_t bits_of(const Lanes& verdicts) {
    return find_greater(verdicts.low, Float4{}) | find_greater(verdicts.high, Float4{}) << 4;
}
inline Lanes lanes_of(std::uint32_t bits) {
    const auto at = [bits](unsigned lane) { return static_cast<float>(bits >> lane & 1u); };
    return {make_float4(at(0), at(1), at(2), at(3)), make_float4(at(4), at(5), at(6), at(7))};
}
inline Lanes is_equal(const Lanes& a, const Lanes& b) {
    std::array<float, 8> x, y;
    store4(a.low, &x[0]);
    store4(a.high, &x[4]);
    store4(b.low, &y[0]);
    store4(b.high, &y[4]);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 8; ++i) bits |= x[i] == y[i] ? 1u << i : 0u;
    return lanes_of(bits);
}
inline void count(const Lanes& verdicts, std::uint32_t* io_counts) {
    const std::uint32_t bits = bits_of(verdicts);
    for (std::size_t i = 0; i < 8; ++i) io_counts[i] += bits >> i & 1u;
}

#include "collision/volumes/wide_box_kernel.inl"

} // namespace four

#if BOXWOOD_HAS_AVX2_KERNEL

#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")

namespace eight {

struct Lanes {
    __m256 v;
};
inline Lanes spread(const float& x) {
    return {_mm256_broadcast_ss(&x)};
}
inline Lanes operator+(const Lanes& a, const Lanes& b) {
    return {_mm256_add_ps(a.v, b.v)};
}
inline Lanes operator-(const Lanes& a, const Lanes& b) {
    return {_mm256_sub_ps(a.v, b.v)};
}
inline Lanes operator*(const Lanes& a, const Lanes& b) {
    return {_mm256_mul_ps(a.v, b.v)};
}
inline Lanes abs(const Lanes& a) {
    return {_mm256_andnot_ps(_mm256_set1_ps(-0.0f), a.v)};
}
inline Lanes load_bytes(const std::uint8_t* from) {
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
    return {_mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes))};
}
// Verdicts are lanes of ones and zeros.
inline Lanes is_greater(const Lanes& a, const Lanes& b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_GT_OQ)};
}
inline Lanes is_equal(const Lanes& a, const Lanes& b) {
    return {_mm256_cmp_ps(a.v, b.v, _CMP_EQ_OQ)};
}
inline Lanes operator|(const Lanes& a, const Lanes& b) {
    return {_mm256_or_ps(a.v, b.v)};
}
inline std::uint32_t bits_of(const Lanes& verdicts) {
    return static_cast<std::uint32_t>(_mm256_movemask_ps(verdicts.v));
}
inline Lanes lanes_of(std::uint32_t bits) {
    const __m256i masks = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i own = _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), masks);
    return {_mm256_castsi256_ps(_mm256_cmpeq_epi32(own, masks))};
}
inline void count(const Lanes& verdicts, std::uint32_t* io_counts) {
    auto* const counts = reinterpret_cast<__m256i*>(io_counts);
    _mm256_store_si256(counts, _mm256_sub_epi32(_mm256_load_si256(counts), _mm256_castps_si256(verdicts.v)));
}

#include "collision/volumes/wide_box_kernel.inl"

} // namespace eight

#pragma GCC pop_options

#endif

std::vector<WideBoxKernel> list_kernels() {
    std::vector<WideBoxKernel> kernels;
#if BOXWOOD_HAS_AVX2_KERNEL
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt"))
        kernels.push_back({"avx2", eight::test});
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
    const auto sum = [this](std::size_t axis) {
        std::uint64_t all = 0;
        for (const std::uint32_t lane : until[axis]) all += lane;
        return all;
    };
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
        const std::uint64_t now = sum(axis) - absent;
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
