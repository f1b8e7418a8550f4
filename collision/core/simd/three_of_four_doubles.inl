// One double per axis in four lanes, with the operations of three_doubles.inl; the fourth lane is unspecified.
// Included after core/simd/four_doubles.inl by code that is compiled for AVX2. Must not include a header, because the
// header would be compiled for this instruction set only.

// Call this at the end of a kernel. In some functions, GCC 12 omits vzeroupper, and later operations on four floats
// then take four times as long.
inline void clear_upper_halves() {
    _mm256_zeroupper();
}
inline Reals make_axes(double x, double y, double z) {
    return {_mm256_setr_pd(x, y, z, 0.0)};
}
inline Reals load_axes(const glm::dvec3& v) {
    return {_mm256_maskload_pd(&v.x, _mm256_setr_epi64x(-1, -1, -1, 0))};
}
inline Reals load_axes(const glm::vec3& v) {
    return {_mm256_cvtps_pd(_mm_setr_ps(v.x, v.y, v.z, 0.0f))};
}
inline void store_axes(Reals a, glm::dvec3& out) {
    _mm_storeu_pd(&out.x, _mm256_castpd256_pd128(a.v));
    _mm_store_sd(&out.z, _mm256_extractf128_pd(a.v, 1));
}
inline Float4 floats_of(Reals a) {
    const __m128 floats = _mm256_cvtpd_ps(a.v);
    return {_mm_insert_ps(floats, floats, 8)}; // sets the fourth lane to 0
}
inline bool is_on_all_axes(Mask mask) {
    return (bits_of(mask) & 7u) == 7u;
}
template <int kAxis>
inline Reals broadcast_axis(Reals a) {
    return {_mm256_permute4x64_pd(a.v, kAxis * 0x55)};
}
inline double first_of(Reals a) {
    return _mm256_cvtsd_f64(a.v);
}
inline Reals rotate_axes(Reals a) {
    return {_mm256_permute4x64_pd(a.v, 1 | 2 << 2 | 0 << 4 | 3 << 6)};
}
inline void transpose(Reals& io_a, Reals& io_b, Reals& io_c) {
    const __m256d xz = _mm256_unpacklo_pd(io_a.v, io_b.v),
                  y = _mm256_unpackhi_pd(io_a.v, io_b.v);                // ax bx az bz, ay by
    const __m256d c_high = _mm256_permute_pd(io_c.v, 5);                 // cy cx
    const __m256d of_z = _mm256_permute2f128_pd(xz, io_c.v, 1 | 3 << 4); // az bz cz cw
    io_a.v = _mm256_permute2f128_pd(xz, io_c.v, 0 | 2 << 4);             // ax bx cx cy
    io_b.v = _mm256_permute2f128_pd(y, c_high, 0 | 2 << 4);              // ay by cy cx
    io_c.v = of_z;
}
