#include "collision/hierarchy/simd/refit_kernels.hpp"

#include "collision/core/simd/processor.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "collision/hierarchy/simd/refit_boxes.hpp"

#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

namespace plain {

template <Volume V>
void fit(Bvh2<V>& io_tree, const MeshView& mesh, const RefitBlock& of, RefitPrefetcher ahead) {
    const std::span<const std::uint32_t> leaves = of.leaves();
    const std::size_t paired = ahead.paired_leaf_count(leaves.size());
    for (std::size_t k = 0; k < leaves.size(); ++k) {
        if (k < paired) ahead.prefetch_with_leaf(k);
        detail::refit_leaf(io_tree, mesh, leaves[k]);
    }
    ahead.prefetch_remaining_leaves(paired);
}

template <Volume V>
void merge(Bvh2<V>& io_tree, const MeshView&, const RefitBlock& of, RefitPrefetcher ahead) {
    const std::span<const std::uint32_t> inner = of.inner();
    for (std::size_t k = inner.size(); k-- > 0;) {
        ahead.prefetch_with_inner<kLinesPerInner<V>>();
        detail::refit_inner(io_tree, inner[k]);
    }
    ahead.prefetch_remaining_nodes();
}

} // namespace plain

#if BOXWOOD_HAS_WIDE_VECTORS

#pragma GCC push_options
#pragma GCC target("avx2")

#include "collision/hierarchy/simd/refit_leaves.inl"

// A node is eight floats: the box, and two numbers that a refit does not change.
namespace boxes {

static_assert(sizeof(Bvh2<Aabb>::Node) == 32);

struct FitLeaf {
    void operator()(const glm::vec3& a, const glm::vec3& b, const glm::vec3& c, Bvh2<Aabb>::Node& out) const {
        const __m128 p = load_point(a), q = load_point(b), r = load_point(c);
        const __m128 low = _mm_min_ps(_mm_min_ps(p, q), r), high = _mm_max_ps(_mm_max_ps(p, q), r);
        float* const floats = &out.volume.lower.x;
        const __m128 first = _mm_insert_ps(low, high, 0x30); // lane 0 of high becomes lane 3
        const __m128 second = _mm_shuffle_ps(high, _mm_loadu_ps(floats + 4), _MM_SHUFFLE(3, 2, 2, 1));
        _mm256_storeu_ps(floats, _mm256_set_m128(second, first));
    }
};

inline void merge(Bvh2<Aabb>& io_tree, const MeshView&, const RefitBlock& of, RefitPrefetcher ahead) {
    auto* const nodes = io_tree.nodes.data();
    const std::span<const std::uint32_t> inner = of.inner();
    for (std::size_t k = inner.size(); k-- > 0;) {
        ahead.prefetch_with_inner<kLinesPerInner<Aabb>>();
        float* const floats = &nodes[inner[k]].volume.lower.x;
        const float* const children = &nodes[nodes[inner[k]].first].volume.lower.x;
        const __m256 a = _mm256_loadu_ps(children), b = _mm256_loadu_ps(children + 8);
        const __m256 merged = _mm256_blend_ps(_mm256_min_ps(a, b), _mm256_max_ps(a, b), 0b00111000);
        _mm256_storeu_ps(floats, _mm256_blend_ps(merged, _mm256_loadu_ps(floats), 0b11000000));
    }
    ahead.prefetch_remaining_nodes();
}

} // namespace boxes

namespace four {

constexpr std::size_t kWide = 4;
struct Projections {
    __m256d v;
};
inline Projections broadcast(const float* from) {
    return {_mm256_cvtps_pd(_mm_broadcast_ss(from))};
}
inline Projections load(const double* from) {
    return {_mm256_load_pd(from)};
}
inline Projections operator+(Projections a, Projections b) {
    return {_mm256_add_pd(a.v, b.v)};
}
inline Projections operator*(Projections a, Projections b) {
    return {_mm256_mul_pd(a.v, b.v)};
}
inline Projections min_of(Projections a, Projections b) {
    return {_mm256_min_pd(a.v, b.v)};
}
inline Projections max_of(Projections a, Projections b) {
    return {_mm256_max_pd(a.v, b.v)};
}
// Stores the first `wanted` of four floats.
inline void store_some(__m128 floats, float* to, std::size_t wanted) {
    if (wanted >= 4) return _mm_storeu_ps(to, floats);
    if (wanted & 2u) _mm_storel_pi(reinterpret_cast<__m64*>(to), floats);
    if (wanted & 1u) _mm_store_ss(to + (wanted & 2u), wanted & 2u ? _mm_movehl_ps(floats, floats) : floats);
}
// step_if() of aabb.hpp for four lanes; kSign is 1 to step up and -1 to step down.
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
inline void store_below(Projections a, float* to, std::size_t wanted) {
    const __m128 near = _mm256_cvtpd_ps(a.v);
    store_some(step_where<-1>(near, _mm256_cmp_pd(_mm256_cvtps_pd(near), a.v, _CMP_GT_OQ)), to, wanted);
}
inline void store_above(Projections a, float* to, std::size_t wanted) {
    const __m128 near = _mm256_cvtpd_ps(a.v);
    store_some(step_where<1>(near, _mm256_cmp_pd(_mm256_cvtps_pd(near), a.v, _CMP_LT_OQ)), to, wanted);
}

#include "collision/hierarchy/simd/refit_kdop.inl"

} // namespace four

#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx2,avx512f,avx512dq,avx512vl,popcnt")

namespace eight {

constexpr std::size_t kWide = 8;
struct Projections {
    __m512d v;
};
inline Projections broadcast(const float* from) {
    return {_mm512_maskz_cvtps_pd(0xFF, _mm256_broadcast_ss(from))};
}
inline Projections load(const double* from) {
    return {_mm512_load_pd(from)};
}
inline Projections operator+(Projections a, Projections b) {
    return {_mm512_add_pd(a.v, b.v)};
}
inline Projections operator*(Projections a, Projections b) {
    return {_mm512_mul_pd(a.v, b.v)};
}
inline Projections min_of(Projections a, Projections b) {
    return {_mm512_maskz_min_pd(0xFF, a.v, b.v)};
}
inline Projections max_of(Projections a, Projections b) {
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
constexpr auto kAllEight = static_cast<char>(0xFF); // the type that the macro requires in unoptimized builds
inline void store_below(Projections a, float* to, std::size_t wanted) {
    store_some(_mm512_maskz_cvt_roundpd_ps(kAllEight, a.v, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC), to,
               wanted);
}
inline void store_above(Projections a, float* to, std::size_t wanted) {
    store_some(_mm512_maskz_cvt_roundpd_ps(kAllEight, a.v, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC), to,
               wanted);
}

#include "collision/hierarchy/simd/refit_leaves.inl"

#include "collision/hierarchy/simd/refit_kdop.inl"

} // namespace eight

#pragma GCC pop_options

#endif

// A kernel for a block. It refits either all leaves, with one primitive each, or all inner nodes.
template <Volume V>
using BlockKernel = void (*)(Bvh2<V>& io_tree, const MeshView& mesh, const RefitBlock& of,
                             RefitPrefetcher ahead);

template <Volume V, BlockKernel<V> kFit, BlockKernel<V> kMerge>
void refit_by(Bvh2<V>& io_tree, const MeshView& mesh) {
    visit_refit_blocks(io_tree, mesh, [&](const RefitBlock& block, const RefitPrefetcher& ahead) {
        if (block.has_large_leaves)
            for (const std::uint32_t leaf : block.leaves()) detail::refit_leaf(io_tree, mesh, leaf);
        else
            kFit(io_tree, mesh, block, ahead);
        kMerge(io_tree, mesh, block, ahead);
    });
}

template <int K>
std::vector<RefitKernel<Kdop<K>>> list_kdop_kernels() {
    using V = Kdop<K>;
    std::vector<RefitKernel<V>> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx512)
        kernels.push_back({"avx512", refit_by<V, eight::fit<V, eight::FitLeaf<K>>, eight::merge<K>>});
    if (this_processor().has_avx2)
        kernels.push_back({"avx2", refit_by<V, fit<V, four::FitLeaf<K>>, four::merge<K>>});
#endif
    kernels.push_back({"plain", refit_by<V, plain::fit<V>, plain::merge<V>>});
    return kernels;
}

#if BOXWOOD_HAS_WIDE_VECTORS
constexpr auto kRefitBoxesNarrow = refit_by<Aabb, fit<Aabb, boxes::FitLeaf>, boxes::merge>;

void refit_boxes(Bvh2<Aabb>& io_tree, const MeshView& mesh) {
    const bool is_small = mesh.triangles.size() <= kMaxForWideRefit;
    (is_small ? refit_boxes_wide : kRefitBoxesNarrow)(io_tree, mesh);
}
#endif

std::vector<RefitKernel<Aabb>> list_box_kernels() {
    std::vector<RefitKernel<Aabb>> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx512) kernels.push_back({"avx512", refit_boxes});
    if (this_processor().has_avx2) kernels.push_back({"avx2", kRefitBoxesNarrow});
#endif
    kernels.push_back({"plain", refit_by<Aabb, plain::fit<Aabb>, plain::merge<Aabb>>});
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
