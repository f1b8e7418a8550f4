// SIMD lanes of the kernels: eight floats in one vector. Included by code that is compiled for AVX2. Must not include a
// header, because the header would be compiled for this instruction set only.

struct Lanes {
    static constexpr std::size_t kRows = 1;
    class Broadcaster;
    __m256 v;
};
inline Lanes broadcast(const float& x) {
    return {_mm256_broadcast_ss(&x)};
}
inline Lanes broadcast_to(const float& x, Lanes) {
    return broadcast(x);
}
inline Lanes repeat(const Lanes& lanes, Lanes) {
    return lanes;
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
inline Lanes load_floats(const float* from) {
    return {_mm256_load_ps(from)};
}
inline void store_floats(const Lanes& a, float* to) {
    _mm256_store_ps(to, a.v);
}
inline Lanes max_of(const Lanes& a, const Lanes& b) {
    return {_mm256_max_ps(a.v, b.v)};
}
inline Lanes max_with_zero(const Lanes& a) {
    return {_mm256_max_ps(a.v, _mm256_setzero_ps())};
}
inline float min_lane(const Lanes& a) {
    const __m128 four = _mm_min_ps(_mm256_castps256_ps128(a.v), _mm256_extractf128_ps(a.v, 1));
    const __m128 two = _mm_min_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_min_ss(two, _mm_shuffle_ps(two, two, 1)));
}
// Comparison results are lanes of all ones or all zeros.
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
inline Lanes verdicts_of(std::uint32_t bits, Lanes) {
    const __m256i masks = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i own = _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), masks);
    return {_mm256_castsi256_ps(_mm256_cmpeq_epi32(own, masks))};
}
inline void count(const Lanes& verdicts, std::uint32_t* io_counts) {
    auto* const counts = reinterpret_cast<__m256i*>(io_counts);
    _mm256_store_si256(counts, _mm256_sub_epi32(_mm256_load_si256(counts), _mm256_castps_si256(verdicts.v)));
}
class Lanes::Broadcaster {
  public:
    template <class RowPlaces>
    explicit Broadcaster(RowPlaces rows)
        : row_(rows.first) {}
    Lanes operator()(const Lanes& term) const {
        return {_mm256_broadcast_ss(reinterpret_cast<const float*>(&term) + row_)};
    }

  private:
    std::size_t row_;
};
