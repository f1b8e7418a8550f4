// What: a vector of four floats: SSE2 on x86-64, plain arrays elsewhere. Both give the same bits.
// Invariants: each arithmetic function performs one IEEE operation per lane; operations are not fused.
#pragma once

#include <array>
#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#else
#include <cmath>
#endif

namespace boxwood {

#if defined(__SSE2__)

struct Float4 {
    __m128 lanes = _mm_setzero_ps();
};

inline Float4 make_float4(float x, float y, float z, float w = 0.0f) {
    return {_mm_setr_ps(x, y, z, w)};
}
inline Float4 load4(const float* from) {
    return {_mm_loadu_ps(from)};
}
// Loads three floats; the fourth lane is 0.
inline Float4 load3(const float* from) {
    const __m128i xy = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
    return {_mm_movelh_ps(_mm_castsi128_ps(xy), _mm_load_ss(from + 2))};
}
// Loads two floats; the other lanes are 0.
inline Float4 load2(const float* from) {
    return {_mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)))};
}
inline Float4 splat4(float x) {
    return {_mm_set1_ps(x)};
}
inline float first_lane(Float4 a) {
    return _mm_cvtss_f32(a.lanes);
}
inline Float4 operator+(Float4 a, Float4 b) {
    return {_mm_add_ps(a.lanes, b.lanes)};
}
inline Float4 operator-(Float4 a, Float4 b) {
    return {_mm_sub_ps(a.lanes, b.lanes)};
}
inline Float4 operator*(Float4 a, Float4 b) {
    return {_mm_mul_ps(a.lanes, b.lanes)};
}
inline Float4 abs(Float4 a) {
    return {_mm_andnot_ps(_mm_set1_ps(-0.0f), a.lanes)};
}
// In min() and max(), if two lanes are equal, or one of them is NaN, the result is the lane of b.
inline Float4 min(Float4 a, Float4 b) {
    return {_mm_min_ps(a.lanes, b.lanes)};
}
inline Float4 max(Float4 a, Float4 b) {
    return {_mm_max_ps(a.lanes, b.lanes)};
}
// Returns lanes I0, I1, I2 and I3 of a.
template <int I0, int I1, int I2, int I3>
Float4 shuffle(Float4 a) {
    return {_mm_shuffle_ps(a.lanes, a.lanes, _MM_SHUFFLE(I3, I2, I1, I0))};
}
// Returns lanes I0 and I1 of a, then lanes J0 and J1 of b.
template <int I0, int I1, int J0, int J1>
Float4 shuffle(Float4 a, Float4 b) {
    return {_mm_shuffle_ps(a.lanes, b.lanes, _MM_SHUFFLE(J1, J0, I1, I0))};
}
// The next four functions return, in this order: a0 b0 a1 b1; a2 b2 a3 b3; a0 a1 b0 b1; a2 a3 b2 b3.
inline Float4 interleave_low(Float4 a, Float4 b) {
    return {_mm_unpacklo_ps(a.lanes, b.lanes)};
}
inline Float4 interleave_high(Float4 a, Float4 b) {
    return {_mm_unpackhi_ps(a.lanes, b.lanes)};
}
inline Float4 join_low(Float4 a, Float4 b) {
    return {_mm_movelh_ps(a.lanes, b.lanes)};
}
inline Float4 join_high(Float4 a, Float4 b) {
    return {_mm_movehl_ps(b.lanes, a.lanes)};
}
// In each lane, the result is `kept` if a is greater than b, and 0 otherwise.
inline Float4 keep_where_greater(Float4 a, Float4 b, Float4 kept) {
    return {_mm_and_ps(_mm_cmpgt_ps(a.lanes, b.lanes), kept.lanes)};
}
// Bit i is set if lane i of a is greater than lane i of b.
inline unsigned find_greater(Float4 a, Float4 b) {
    return static_cast<unsigned>(_mm_movemask_ps(_mm_cmpgt_ps(a.lanes, b.lanes)));
}
// Stores six consecutive floats: lanes 0 to 2 of each vector. The two store instructions do not overlap, so a load of
// the result shortly afterwards does not stall.
inline void store_pair(Float4 first, Float4 second, float* to) {
    const __m128 middle = _mm_shuffle_ps(first.lanes, second.lanes, _MM_SHUFFLE(0, 0, 2, 2));
    _mm_storeu_ps(to, _mm_shuffle_ps(first.lanes, middle, _MM_SHUFFLE(2, 0, 1, 0)));
    const __m128 last = _mm_shuffle_ps(second.lanes, second.lanes, _MM_SHUFFLE(2, 1, 2, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to + 4), _mm_castps_si128(last));
}
inline void store4(Float4 a, float* to) {
    _mm_storeu_ps(to, a.lanes);
}
inline void store2(Float4 a, float* to) {
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_castps_si128(a.lanes));
}

#else

struct Float4 {
    std::array<float, 4> lanes{};
};

inline Float4 make_float4(float x, float y, float z, float w = 0.0f) {
    return {{x, y, z, w}};
}
inline Float4 load4(const float* from) {
    return {{from[0], from[1], from[2], from[3]}};
}
inline Float4 load3(const float* from) {
    return {{from[0], from[1], from[2], 0.0f}};
}
inline Float4 load2(const float* from) {
    return {{from[0], from[1], 0.0f, 0.0f}};
}
inline Float4 splat4(float x) {
    return {{x, x, x, x}};
}
inline float first_lane(Float4 a) {
    return a.lanes[0];
}
template <class Operation>
Float4 for_each_lane(const Float4& a, const Float4& b, Operation operation) {
    Float4 result;
    for (std::size_t i = 0; i < 4; ++i) result.lanes[i] = operation(a.lanes[i], b.lanes[i]);
    return result;
}
inline Float4 operator+(Float4 a, Float4 b) {
    return for_each_lane(a, b, [](float x, float y) { return x + y; });
}
inline Float4 operator-(Float4 a, Float4 b) {
    return for_each_lane(a, b, [](float x, float y) { return x - y; });
}
inline Float4 operator*(Float4 a, Float4 b) {
    return for_each_lane(a, b, [](float x, float y) { return x * y; });
}
inline Float4 abs(Float4 a) {
    return for_each_lane(a, a, [](float x, float) { return std::fabs(x); });
}
inline Float4 min(Float4 a, Float4 b) {
    return for_each_lane(a, b, [](float x, float y) { return x < y ? x : y; });
}
inline Float4 max(Float4 a, Float4 b) {
    return for_each_lane(a, b, [](float x, float y) { return x > y ? x : y; });
}
template <int I0, int I1, int I2, int I3>
Float4 shuffle(Float4 a) {
    return {{a.lanes[I0], a.lanes[I1], a.lanes[I2], a.lanes[I3]}};
}
template <int I0, int I1, int J0, int J1>
Float4 shuffle(Float4 a, Float4 b) {
    return {{a.lanes[I0], a.lanes[I1], b.lanes[J0], b.lanes[J1]}};
}
inline Float4 interleave_low(Float4 a, Float4 b) {
    return {{a.lanes[0], b.lanes[0], a.lanes[1], b.lanes[1]}};
}
inline Float4 interleave_high(Float4 a, Float4 b) {
    return {{a.lanes[2], b.lanes[2], a.lanes[3], b.lanes[3]}};
}
inline Float4 join_low(Float4 a, Float4 b) {
    return {{a.lanes[0], a.lanes[1], b.lanes[0], b.lanes[1]}};
}
inline Float4 join_high(Float4 a, Float4 b) {
    return {{a.lanes[2], a.lanes[3], b.lanes[2], b.lanes[3]}};
}
inline Float4 keep_where_greater(Float4 a, Float4 b, Float4 kept) {
    Float4 result;
    for (std::size_t i = 0; i < 4; ++i) result.lanes[i] = a.lanes[i] > b.lanes[i] ? kept.lanes[i] : 0.0f;
    return result;
}
inline unsigned find_greater(Float4 a, Float4 b) {
    unsigned bits = 0;
    for (std::size_t i = 0; i < 4; ++i) bits |= a.lanes[i] > b.lanes[i] ? 1u << i : 0u;
    return bits;
}
inline void store_pair(Float4 first, Float4 second, float* to) {
    for (std::size_t i = 0; i < 3; ++i) {
        to[i] = first.lanes[i];
        to[3 + i] = second.lanes[i];
    }
}
inline void store4(Float4 a, float* to) {
    for (std::size_t i = 0; i < 4; ++i) to[i] = a.lanes[i];
}
inline void store2(Float4 a, float* to) {
    for (std::size_t i = 0; i < 2; ++i) to[i] = a.lanes[i];
}

#endif

template <int I>
Float4 broadcast(Float4 a) {
    return shuffle<I, I, I, I>(a);
}

// Lane k of entry i becomes lane i of entry k.
template <class Rows>
void transpose4(Rows& io_rows) {
    const Float4 low01 = interleave_low(io_rows[0], io_rows[1]),
                 low23 = interleave_low(io_rows[2], io_rows[3]);
    const Float4 high01 = interleave_high(io_rows[0], io_rows[1]),
                 high23 = interleave_high(io_rows[2], io_rows[3]);
    io_rows[0] = join_low(low01, low23);
    io_rows[1] = join_high(low01, low23);
    io_rows[2] = join_low(high01, high23);
    io_rows[3] = join_high(high01, high23);
}

// Transposes the 3x3 matrix in lanes 0 to 2. Lane 3 of each result is 0.
inline std::array<Float4, 3> transpose(const std::array<Float4, 3>& columns) {
    std::array<Float4, 4> rows{columns[0], columns[1], columns[2], {}};
    transpose4(rows);
    return {rows[0], rows[1], rows[2]};
}

} // namespace boxwood
