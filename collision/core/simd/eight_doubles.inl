// SIMD lanes of the kernels: eight doubles, with the operations of one_double.inl. Included by code that is compiled
// for AVX-512. Must not include a header, because the header would be compiled for this instruction set only.

constexpr std::size_t kWidth = 8;
struct Reals {
    __m512d v;
};
struct Mask {
    std::uint8_t bits;
};
inline Mask make_mask(unsigned bits) {
    return {static_cast<std::uint8_t>(bits)};
}
inline Reals broadcast(double x) {
    return {_mm512_set1_pd(x)};
}
inline Reals load(const float* from) {
    return {_mm512_maskz_cvtps_pd(0xFF, _mm256_load_ps(from))};
}
inline Reals operator+(Reals a, Reals b) {
    return {_mm512_add_pd(a.v, b.v)};
}
inline Reals operator-(Reals a, Reals b) {
    return {_mm512_sub_pd(a.v, b.v)};
}
inline Reals operator*(Reals a, Reals b) {
    return {_mm512_mul_pd(a.v, b.v)};
}
inline Reals min_of(Reals a, Reals b) {
    return {_mm512_maskz_min_pd(0xFF, a.v, b.v)};
}
inline Reals max_of(Reals a, Reals b) {
    return {_mm512_maskz_max_pd(0xFF, a.v, b.v)};
}
inline Mask is_greater(Reals a, Reals b) {
    return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_GT_OQ)};
}
inline Mask at_least(Reals a, Reals b) {
    return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_GE_OQ)};
}
inline Reals choose(Mask mask, Reals yes, Reals no) {
    return {_mm512_mask_blend_pd(mask.bits, no.v, yes.v)};
}
inline Mask operator&(Mask a, Mask b) {
    return make_mask(unsigned{a.bits} & b.bits);
}
inline Mask operator|(Mask a, Mask b) {
    return make_mask(unsigned{a.bits} | b.bits);
}
inline Mask and_not(Mask a, Mask b) {
    return make_mask(a.bits & ~unsigned{b.bits});
}
inline Mask same(Mask a, Mask b) {
    return make_mask(~(unsigned{a.bits} ^ b.bits) & 255u);
}
inline std::uint32_t bits_of(Mask mask) {
    return mask.bits;
}
inline double max_lane(Reals a) {
    const __m256d four = _mm256_max_pd(_mm512_maskz_extractf64x4_pd(0xF, a.v, 0), _mm512_maskz_extractf64x4_pd(0xF, a.v, 1));
    const __m128d two = _mm_max_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
    return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
}
inline Reals operator/(Reals a, Reals b) {
    return {_mm512_div_pd(a.v, b.v)};
}
inline Reals root(Reals a) {
    return {_mm512_maskz_sqrt_pd(0xFF, a.v)};
}
inline Reals magnitude(Reals a) {
    return {_mm512_maskz_andnot_pd(0xFF, _mm512_set1_pd(-0.0), a.v)};
}
inline Reals nearest(Reals a) {
    return {_mm512_maskz_cvtps_pd(0xFF, _mm512_maskz_cvtpd_ps(0xFF, a.v))};
}
inline Reals nearest_above(Reals a) {
    const __m256 near = _mm512_maskz_cvtpd_ps(0xFF, a.v);
    const __mmask8 is_below = _mm512_cmp_pd_mask(_mm512_maskz_cvtps_pd(0xFF, near), a.v, _CMP_LT_OQ);
    const __m256i bits = _mm256_castps_si256(near);
    return {_mm512_maskz_cvtps_pd(
        0xFF, _mm256_castsi256_ps(_mm256_mask_add_epi32(bits, is_below, bits, _mm256_set1_epi32(1))))};
}
inline void store(Reals a, float* to) {
    _mm256_store_ps(to, _mm512_maskz_cvtpd_ps(0xFF, a.v));
}
