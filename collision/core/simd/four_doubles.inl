// SIMD lanes of the kernels: four doubles, with the operations of one_double.inl. Included by code that is compiled for
// AVX2. Must not include a header, because the header would be compiled for this instruction set only.

constexpr std::size_t kWidth = 4;
struct Reals {
    __m256d v;
};
struct Mask {
    __m256d v; // lanes of all ones or all zeros
};
inline Reals broadcast(const double& x) {
    return {_mm256_broadcast_sd(&x)};
}
inline Reals load(const float* from) {
    return {_mm256_cvtps_pd(_mm_load_ps(from))};
}
inline Reals operator+(Reals a, Reals b) {
    return {_mm256_add_pd(a.v, b.v)};
}
inline Reals operator-(Reals a, Reals b) {
    return {_mm256_sub_pd(a.v, b.v)};
}
inline Reals operator*(Reals a, Reals b) {
    return {_mm256_mul_pd(a.v, b.v)};
}
inline Reals min_of(Reals a, Reals b) {
    return {_mm256_min_pd(a.v, b.v)};
}
inline Reals max_of(Reals a, Reals b) {
    return {_mm256_max_pd(a.v, b.v)};
}
inline Mask is_greater(Reals a, Reals b) {
    return {_mm256_cmp_pd(a.v, b.v, _CMP_GT_OQ)};
}
inline Mask at_least(Reals a, Reals b) {
    return {_mm256_cmp_pd(a.v, b.v, _CMP_GE_OQ)};
}
inline Reals choose(Mask mask, Reals yes, Reals no) {
    return {_mm256_blendv_pd(no.v, yes.v, mask.v)};
}
inline Mask operator&(Mask a, Mask b) {
    return {_mm256_and_pd(a.v, b.v)};
}
inline Mask operator|(Mask a, Mask b) {
    return {_mm256_or_pd(a.v, b.v)};
}
inline Mask and_not(Mask a, Mask b) {
    return {_mm256_andnot_pd(b.v, a.v)};
}
inline Mask same(Mask a, Mask b) {
    return {_mm256_castsi256_pd(_mm256_cmpeq_epi64(_mm256_castpd_si256(a.v), _mm256_castpd_si256(b.v)))};
}
inline std::uint32_t bits_of(Mask mask) {
    return static_cast<std::uint32_t>(_mm256_movemask_pd(mask.v));
}
inline double max_lane(Reals a) {
    const __m128d two = _mm_max_pd(_mm256_castpd256_pd128(a.v), _mm256_extractf128_pd(a.v, 1));
    return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
}
inline Reals operator/(Reals a, Reals b) {
    return {_mm256_div_pd(a.v, b.v)};
}
inline Reals root(Reals a) {
    return {_mm256_sqrt_pd(a.v)};
}
inline Reals magnitude(Reals a) {
    return {_mm256_andnot_pd(_mm256_set1_pd(-0.0), a.v)};
}
inline Reals nearest(Reals a) {
    return {_mm256_cvtps_pd(_mm256_cvtpd_ps(a.v))};
}
inline Reals nearest_above(Reals a) {
    const __m128 near = _mm256_cvtpd_ps(a.v);
    const __m256i is_below = _mm256_castpd_si256(_mm256_cmp_pd(_mm256_cvtps_pd(near), a.v, _CMP_LT_OQ));
    const __m128i halves = _mm256_castsi256_si128(
        _mm256_permutevar8x32_epi32(is_below, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6)));
    return {_mm256_cvtps_pd(_mm_castsi128_ps(_mm_sub_epi32(_mm_castps_si128(near), halves)))};
}
inline void store(Reals a, float* to) {
    _mm_store_ps(to, _mm256_cvtpd_ps(a.v));
}
