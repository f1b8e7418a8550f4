#include "collision/hierarchy/refit_kernels.hpp"

#include "collision/core/processor.hpp"
#include "collision/hierarchy/refit.hpp"

#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

namespace plain {

template <Volume V>
void fit(Bvh<V>& io_tree, const MeshView& mesh, const RefitStretch& of, RefitAhead ahead) {
    const std::span<const std::uint32_t> leaves = of.leaves();
    const std::size_t beside = ahead.leaves_beside(leaves.size());
    for (std::size_t k = 0; k < leaves.size(); ++k) {
        if (k < beside) ahead.beside_leaf(k);
        detail::refit_leaf(io_tree, mesh, leaves[k]);
    }
    ahead.after_leaves(beside);
}

template <Volume V>
void merge(Bvh<V>& io_tree, const RefitStretch& of, RefitAhead ahead) {
    const std::span<const std::uint32_t> inner = of.inner();
    for (std::size_t k = inner.size(); k-- > 0;) {
        ahead.beside_inner<kLinesPerInner<V>>();
        detail::refit_inner(io_tree, inner[k]);
    }
    ahead.after_inner();
}

} // namespace plain

#if BOXWOOD_HAS_WIDE_VECTORS

#pragma GCC push_options
#pragma GCC target("avx2")

#include "collision/hierarchy/refit_leaves.inl"

// A node is eight floats: the box, and two numbers that stay.
namespace boxes {

static_assert(sizeof(Bvh<Aabb>::Node) == 32);

struct FitLeaf {
    void operator()(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, Bvh<Aabb>::Node& out) const {
        const __m128 p = load_point(a), q = load_point(b), r = load_point(c);
        const __m128 low = _mm_min_ps(_mm_min_ps(p, q), r), high = _mm_max_ps(_mm_max_ps(p, q), r);
        float* const floats = &out.volume.lower.x;
        const __m128 first = _mm_insert_ps(low, high, 0x30); // lane 0 of high becomes lane 3
        const __m128 second = _mm_shuffle_ps(high, _mm_loadu_ps(floats + 4), _MM_SHUFFLE(3, 2, 2, 1));
        _mm256_storeu_ps(floats, _mm256_set_m128(second, first));
    }
};

inline void merge(Bvh<Aabb>& io_tree, const RefitStretch& of, RefitAhead ahead) {
    auto* const nodes = io_tree.nodes.data();
    const std::span<const std::uint32_t> inner = of.inner();
    for (std::size_t k = inner.size(); k-- > 0;) {
        ahead.beside_inner<kLinesPerInner<Aabb>>();
        float* const floats = &nodes[inner[k]].volume.lower.x;
        const float* const children = &nodes[nodes[inner[k]].first].volume.lower.x;
        const __m256 a = _mm256_loadu_ps(children), b = _mm256_loadu_ps(children + 8);
        const __m256 merged = _mm256_blend_ps(_mm256_min_ps(a, b), _mm256_max_ps(a, b), 0b00111000);
        _mm256_storeu_ps(floats, _mm256_blend_ps(merged, _mm256_loadu_ps(floats), 0b11000000));
    }
    ahead.after_inner();
}

} // namespace boxes

namespace four {

constexpr std::size_t kWide = 4;
struct Places {
    __m256d v;
};
inline Places spread(const float* from) {
    return {_mm256_cvtps_pd(_mm_broadcast_ss(from))};
}
inline Places load(const double* from) {
    return {_mm256_load_pd(from)};
}
inline Places operator+(Places a, Places b) {
    return {_mm256_add_pd(a.v, b.v)};
}
inline Places operator*(Places a, Places b) {
    return {_mm256_mul_pd(a.v, b.v)};
}
inline Places least(Places a, Places b) {
    return {_mm256_min_pd(a.v, b.v)};
}
inline Places most(Places a, Places b) {
    return {_mm256_max_pd(a.v, b.v)};
}
// The first of four floats, as many as wanted.
inline void store_some(__m128 floats, float* to, std::size_t wanted) {
    if (wanted >= 4) return _mm_storeu_ps(to, floats);
    if (wanted & 2u) _mm_storel_pi(reinterpret_cast<__m64*>(to), floats);
    if (wanted & 1u) _mm_store_ss(to + (wanted & 2u), wanted & 2u ? _mm_movehl_ps(floats, floats) : floats);
}
// step_if of aabb.hpp, in lanes; kSign: 1 up, -1 down.
template <int kSign>
__m128 step_where(__m128 nearest, __m256d wanted) {
    const __m256 both = _mm256_castpd_ps(wanted);
    const __m128i lanes = _mm_castps_si128(_mm_shuffle_ps(
        _mm256_castps256_ps128(both), _mm256_extractf128_ps(both, 1), _MM_SHUFFLE(2, 0, 2, 0)));
    const __m128i bits = _mm_castps_si128(nearest);
    const __m128i away_from_zero =
        _mm_and_si128(_mm_or_si128(_mm_srai_epi32(bits, 31), _mm_set1_epi32(1)), lanes);
    return _mm_castsi128_ps(kSign > 0 ? _mm_add_epi32(bits, away_from_zero)
                                      : _mm_sub_epi32(bits, away_from_zero));
}
inline void store_below(Places a, float* to, std::size_t wanted) {
    const __m128 near = _mm256_cvtpd_ps(a.v);
    store_some(step_where<-1>(near, _mm256_cmp_pd(_mm256_cvtps_pd(near), a.v, _CMP_GT_OQ)), to, wanted);
}
inline void store_above(Places a, float* to, std::size_t wanted) {
    const __m128 near = _mm256_cvtpd_ps(a.v);
    store_some(step_where<1>(near, _mm256_cmp_pd(_mm256_cvtps_pd(near), a.v, _CMP_LT_OQ)), to, wanted);
}

#include "collision/hierarchy/refit_kdop.inl"

} // namespace four

#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx2,avx512f,avx512dq,avx512vl,popcnt")

namespace eight {

constexpr std::size_t kWide = 8;
struct Places {
    __m512d v;
};
inline Places spread(const float* from) {
    return {_mm512_maskz_cvtps_pd(0xFF, _mm256_broadcast_ss(from))};
}
inline Places load(const double* from) {
    return {_mm512_load_pd(from)};
}
inline Places operator+(Places a, Places b) {
    return {_mm512_add_pd(a.v, b.v)};
}
inline Places operator*(Places a, Places b) {
    return {_mm512_mul_pd(a.v, b.v)};
}
inline Places least(Places a, Places b) {
    return {_mm512_maskz_min_pd(0xFF, a.v, b.v)};
}
inline Places most(Places a, Places b) {
    return {_mm512_maskz_max_pd(0xFF, a.v, b.v)};
}
inline void store_some(__m256 floats, float* to, std::size_t wanted) {
    if (wanted >= 8) return _mm256_storeu_ps(to, floats);
    if (wanted >= 4) _mm_storeu_ps(to, _mm256_castps256_ps128(floats));
    const std::size_t done = wanted & 4u;
    const __m128 rest = done ? _mm256_extractf128_ps(floats, 1) : _mm256_castps256_ps128(floats);
    if (wanted & 2u) _mm_storel_pi(reinterpret_cast<__m64*>(to + done), rest);
    if (wanted & 1u) _mm_store_ss(to + (wanted & 6u), wanted & 2u ? _mm_movehl_ps(rest, rest) : rest);
}
inline void store_below(Places a, float* to, std::size_t wanted) {
    store_some(_mm512_maskz_cvt_roundpd_ps(0xFF, a.v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC), to, wanted);
}
inline void store_above(Places a, float* to, std::size_t wanted) {
    store_some(_mm512_maskz_cvt_roundpd_ps(0xFF, a.v, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC), to, wanted);
}

#include "collision/hierarchy/refit_leaves.inl"

#include "collision/hierarchy/refit_kdop.inl"

} // namespace eight

namespace boxes {

// Lanes `low` of both, then lanes `high`: what four, eight or sixteen nodes in a row have of `first`, then of `count`.
inline __m512i take_lanes(const std::array<int, 16>& lanes, __m512i a, __m512i b) {
    return _mm512_permutex2var_epi32(a, _mm512_loadu_si512(lanes.data()), b);
}

inline void set_out_sixteen(const Bvh<Aabb>::Node* nodes, std::uint32_t begin, __m512i& io_counts,
                            RefitStretch& io_stretch) {
    constexpr std::array<int, 16> kOfNodes{6, 14, 22, 30, 7, 15, 23, 31, 6, 14, 22, 30, 7, 15, 23, 31};
    constexpr std::array<int, 16> kOfFours{0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23};
    constexpr std::array<int, 16> kFirsts{0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23};
    constexpr std::array<int, 16> kCounts{8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31};
    const auto four = [&](std::size_t i) {
        return take_lanes(kOfNodes, _mm512_loadu_si512(nodes + 4 * i), _mm512_loadu_si512(nodes + 4 * i + 2));
    };
    const __m512i low = take_lanes(kOfFours, four(0), four(1)), high = take_lanes(kOfFours, four(2), four(3));
    const __m512i firsts = take_lanes(kFirsts, low, high), counts = take_lanes(kCounts, low, high);
    io_counts = _mm512_or_si512(io_counts, counts);
    const __mmask16 is_leaf = _mm512_test_epi32_mask(counts, counts);
    const __m512i numbers =
        _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(begin)),
                         _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    const std::size_t leaves = io_stretch.leaf_count, inner = io_stretch.inner_count;
    _mm512_storeu_si512(&io_stretch.leaf_nodes[leaves], _mm512_maskz_compress_epi32(is_leaf, numbers));
    _mm512_storeu_si512(&io_stretch.firsts[leaves], _mm512_maskz_compress_epi32(is_leaf, firsts));
    _mm512_storeu_si512(&io_stretch.inner_nodes[inner],
                        _mm512_maskz_compress_epi32(static_cast<__mmask16>(~is_leaf), numbers));
    const auto found = static_cast<std::size_t>(__builtin_popcount(is_leaf));
    io_stretch.leaf_count = leaves + found;
    io_stretch.inner_count = inner + 16 - found;
}

inline void set_out(const Bvh<Aabb>& tree, std::uint32_t begin, std::uint32_t end, RefitStretch& out) {
    start_stretch(begin, end, out);
    __m512i counts = _mm512_setzero_si512();
    for (; begin + 16 <= end; begin += 16) set_out_sixteen(tree.nodes.data() + begin, begin, counts, out);
    out.has_large_leaves = _mm512_cmpgt_epu32_mask(counts, _mm512_set1_epi32(1)) != 0;
    add_to_stretch(tree, begin, end, out);
}

} // namespace boxes

#pragma GCC pop_options

#endif

template <int K>
std::vector<RefitKernel<Kdop<K>>> list_kdop_kernels() {
    std::vector<RefitKernel<Kdop<K>>> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx512)
        kernels.push_back({"avx512", eight::fit<Kdop<K>, eight::FitLeaf<K>>, eight::merge<K>});
    if (this_processor().has_avx2)
        kernels.push_back({"avx2", fit<Kdop<K>, four::FitLeaf<K>>, four::merge<K>});
#endif
    kernels.push_back({"plain", plain::fit<Kdop<K>>, plain::merge<Kdop<K>>});
    return kernels;
}

std::vector<RefitKernel<Aabb>> list_box_kernels() {
    std::vector<RefitKernel<Aabb>> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx512)
        kernels.push_back({"avx512", fit<Aabb, boxes::FitLeaf>, boxes::merge, boxes::set_out});
    if (this_processor().has_avx2) kernels.push_back({"avx2", fit<Aabb, boxes::FitLeaf>, boxes::merge});
#endif
    kernels.push_back({"plain", plain::fit<Aabb>, plain::merge<Aabb>});
    return kernels;
}

} // namespace

template <>
std::span<const RefitKernel<Aabb>> list_refit_kernels<Aabb>() {
    static const auto kernels = list_box_kernels();
    return kernels;
}
template <>
std::span<const RefitKernel<Kdop14>> list_refit_kernels<Kdop14>() {
    static const auto kernels = list_kdop_kernels<14>();
    return kernels;
}
template <>
std::span<const RefitKernel<Kdop18>> list_refit_kernels<Kdop18>() {
    static const auto kernels = list_kdop_kernels<18>();
    return kernels;
}
template <>
std::span<const RefitKernel<Kdop24>> list_refit_kernels<Kdop24>() {
    static const auto kernels = list_kdop_kernels<24>();
    return kernels;
}
template <>
std::span<const RefitKernel<Kdop26>> list_refit_kernels<Kdop26>() {
    static const auto kernels = list_kdop_kernels<26>();
    return kernels;
}

} // namespace boxwood
