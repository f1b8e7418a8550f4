// What: two doubles as a SIMD vector, and conversions to floats: SSE2 on x86-64, plain arrays elsewhere. Both give
//     bitwise identical results.
// Invariants: each call performs one IEEE operation per lane; no operations are fused.
// Oracle: tests/collision/volumes/kdop_test.cpp: the ends of fitted k-DOPs are the tightest floats.
#pragma once

#include "collision/volumes/aabb.hpp"

namespace boxwood {

#if defined(__SSE2__)

struct Double2 {
    __m128d lanes = _mm_setzero_pd();
};

inline Double2 load2(const double* from) {
    return {_mm_loadu_pd(from)};
}
inline Double2 splat2(double x) {
    return {_mm_set1_pd(x)};
}
inline Double2 operator+(Double2 a, Double2 b) {
    return {_mm_add_pd(a.lanes, b.lanes)};
}
inline Double2 operator*(Double2 a, Double2 b) {
    return {_mm_mul_pd(a.lanes, b.lanes)};
}
// min and max return b in lanes where a and b are equal or one of them is NaN.
inline Double2 min(Double2 a, Double2 b) {
    return {_mm_min_pd(a.lanes, b.lanes)};
}
inline Double2 max(Double2 a, Double2 b) {
    return {_mm_max_pd(a.lanes, b.lanes)};
}

namespace detail {

// step_if in four lanes: replaces `nearest` by the adjacent float in the wanted lanes. kSign: 1 up, -1 down.
template <int kSign>
Float4 step_where(__m128 nearest, __m128d wanted_a, __m128d wanted_b) {
    const __m128i wanted = _mm_castps_si128(
        _mm_shuffle_ps(_mm_castpd_ps(wanted_a), _mm_castpd_ps(wanted_b), _MM_SHUFFLE(2, 0, 2, 0)));
    const __m128i bits = _mm_castps_si128(nearest);
    const __m128i away_from_zero =
        _mm_and_si128(_mm_or_si128(_mm_srai_epi32(bits, 31), _mm_set1_epi32(1)), wanted);
    return {_mm_castsi128_ps(kSign > 0 ? _mm_add_epi32(bits, away_from_zero)
                                       : _mm_sub_epi32(bits, away_from_zero))};
}

} // namespace detail

// Returns the lanes of a, then the lanes of b.
inline Float4 round_down(Double2 a, Double2 b) {
    const __m128 near_a = _mm_cvtpd_ps(a.lanes), near_b = _mm_cvtpd_ps(b.lanes);
    return detail::step_where<-1>(_mm_movelh_ps(near_a, near_b), _mm_cmpgt_pd(_mm_cvtps_pd(near_a), a.lanes),
                                  _mm_cmpgt_pd(_mm_cvtps_pd(near_b), b.lanes));
}
inline Float4 round_up(Double2 a, Double2 b) {
    const __m128 near_a = _mm_cvtpd_ps(a.lanes), near_b = _mm_cvtpd_ps(b.lanes);
    return detail::step_where<1>(_mm_movelh_ps(near_a, near_b), _mm_cmplt_pd(_mm_cvtps_pd(near_a), a.lanes),
                                 _mm_cmplt_pd(_mm_cvtps_pd(near_b), b.lanes));
}

#else

struct Double2 {
    std::array<double, 2> lanes{};
};

inline Double2 load2(const double* from) {
    return {{from[0], from[1]}};
}
inline Double2 splat2(double x) {
    return {{x, x}};
}
inline Double2 operator+(Double2 a, Double2 b) {
    return {{a.lanes[0] + b.lanes[0], a.lanes[1] + b.lanes[1]}};
}
inline Double2 operator*(Double2 a, Double2 b) {
    return {{a.lanes[0] * b.lanes[0], a.lanes[1] * b.lanes[1]}};
}
inline Double2 min(Double2 a, Double2 b) {
    return {{a.lanes[0] < b.lanes[0] ? a.lanes[0] : b.lanes[0],
             a.lanes[1] < b.lanes[1] ? a.lanes[1] : b.lanes[1]}};
}
inline Double2 max(Double2 a, Double2 b) {
    return {{a.lanes[0] > b.lanes[0] ? a.lanes[0] : b.lanes[0],
             a.lanes[1] > b.lanes[1] ? a.lanes[1] : b.lanes[1]}};
}
inline Float4 round_down(Double2 a, Double2 b) {
    return make_float4(round_down(a.lanes[0]), round_down(a.lanes[1]), round_down(b.lanes[0]),
                       round_down(b.lanes[1]));
}
inline Float4 round_up(Double2 a, Double2 b) {
    return make_float4(round_up(a.lanes[0]), round_up(a.lanes[1]), round_up(b.lanes[0]),
                       round_up(b.lanes[1]));
}

#endif

} // namespace boxwood
