#include "collision/volumes/simd/triangle_planes.hpp"

#include "collision/core/simd/processor.hpp"

#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

// Returns corner k of each triangle of one mesh in consecutive pairs of leaves. The operator is force-inlined because
// compilers do not inline functions with many call sites.
struct Corners {
    const MeshView& mesh;
    const TrianglePairs2x2* leaves;
    std::array<std::uint32_t, 2> TrianglePairs2x2::*side;
    std::size_t k;
    [[gnu::always_inline]] const glm::vec3& operator[](std::size_t i) const {
        return mesh.positions[mesh.triangles[(leaves[i / 2].*side)[i % 2]][k]];
    }
};

// --- four lanes: the baseline ----------------------------------------------------------------------------------

namespace four {

using Lanes = Float4;
using Verdicts = std::uint32_t; // one bit per lane
constexpr std::size_t kAtOnce = 1;

inline Lanes broadcast(float x) {
    return splat4(x);
}
inline Verdicts is_greater(const Lanes& a, const Lanes& b) {
    return find_greater(a, b);
}
inline Verdicts all_lanes() {
    return 15u;
}
inline std::uint32_t bits_of(Verdicts verdicts) {
    return verdicts;
}

#include "collision/volumes/simd/triangle_planes.inl"

inline Points gather(const TriangleRelation& relation, const Corners& of_a, const Corners& of_b) {
    const auto a = [&](std::size_t i) { return TriangleRelation::place_a(load3(&of_a[i].x)); };
    const auto b = [&](std::size_t i) { return relation.place_b(load3(&of_b[i].x)); };
    std::array<Float4, 4> rows{a(0), b(0), a(1), b(1)};
    transpose4(rows);
    return {rows[0], rows[1], rows[2]};
}

template <int I, int J>
Points pick(const Points& p) {
    return {shuffle<I, J, I, J>(p.x), shuffle<I, J, I, J>(p.y), shuffle<I, J, I, J>(p.z)};
}
inline std::uint32_t find_sides(const Points& normal, const Lanes& reach, const Points& p, const Points& q,
                                const Points& r) {
    const auto firsts = [](const Points& corners) { return pick<1, 0>(corners); };
    const auto seconds = [](const Points& corners) { return pick<3, 2>(corners); };
    return find_sides_by(firsts, normal, reach, p, q, r) | find_sides_by(seconds, normal, reach, p, q, r)
                                                               << 4;
}

inline std::uint32_t find_separated(const TriangleRelation& relation, const MeshView& mesh_a,
                                    const MeshView& mesh_b, const TrianglePairs2x2& leaves) {
    return join_sides(find_sides_of(relation, mesh_a, mesh_b, &leaves));
}

} // namespace four

#if BOXWOOD_HAS_WIDE_VECTORS

// --- AVX2: the four lanes twice; each half tests its planes against one triangle of the other mesh ------------

#pragma GCC push_options
#pragma GCC target("avx2")

namespace eight {

#include "collision/core/simd/eight_floats.inl"

using Verdicts = Lanes;
constexpr std::size_t kAtOnce = 1;

inline Verdicts operator&(const Verdicts& a, const Verdicts& b) {
    return {_mm256_and_ps(a.v, b.v)};
}
inline Verdicts all_lanes() {
    return {_mm256_castsi256_ps(_mm256_set1_epi32(-1))};
}

#include "collision/volumes/simd/triangle_planes.inl"

// Loads x, y, z of two points, one in each half. Does not read beyond the end of a point.
inline __m256 load_points(const Corners& corners, std::size_t first) {
    const __m128i xyz = _mm_setr_epi32(-1, -1, -1, 0);
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_maskload_ps(&corners[first].x, xyz)),
                                _mm_maskload_ps(&corners[first + 1].x, xyz), 1);
}
inline __m256 broadcast_row(const Float4& four) {
    return _mm256_broadcast_ps(&four.lanes);
}
inline Points gather(const TriangleRelation& relation, const Corners& of_a, const Corners& of_b) {
    const __m256 p = load_points(of_a, 0), q = load_points(of_b, 0);
    const auto along = [&](std::size_t column, const __m256& x) {
        return _mm256_mul_ps(broadcast_row(relation.column(column)), x);
    };
    const __m256 a = _mm256_add_ps(p, p);
    const __m256 b = _mm256_add_ps(
        _mm256_add_ps(_mm256_add_ps(broadcast_row(relation.twice_t()), along(0, _mm256_permute_ps(q, 0x00))),
                      along(1, _mm256_permute_ps(q, 0x55))),
        along(2, _mm256_permute_ps(q, 0xAA)));
    // Interleaves a lane of A and one of B: x0 y0 x1 y1, z0 . z1 .
    const __m256d xy = _mm256_castps_pd(_mm256_unpacklo_ps(a, b)),
                  z = _mm256_castps_pd(_mm256_unpackhi_ps(a, b));
    return {{_mm256_castpd_ps(_mm256_permute4x64_pd(xy, 0x88))},
            {_mm256_castpd_ps(_mm256_permute4x64_pd(xy, 0xDD))},
            {_mm256_castpd_ps(_mm256_permute4x64_pd(z, 0x88))}};
}

inline Points pick_others(const Points& p) {
    const __m256i others = _mm256_setr_epi32(1, 0, 1, 0, 3, 2, 3, 2);
    return {{_mm256_permutevar_ps(p.x.v, others)},
            {_mm256_permutevar_ps(p.y.v, others)},
            {_mm256_permutevar_ps(p.z.v, others)}};
}
inline std::uint32_t find_sides(const Points& normal, const Lanes& reach, const Points& p, const Points& q,
                                const Points& r) {
    return find_sides_by(pick_others, normal, reach, p, q, r);
}

inline std::uint32_t find_separated(const TriangleRelation& relation, const MeshView& mesh_a,
                                    const MeshView& mesh_b, const TrianglePairs2x2& leaves) {
    return join_sides(find_sides_of(relation, mesh_a, mesh_b, &leaves));
}

} // namespace eight

#pragma GCC pop_options

// --- AVX-512: the eight lanes of two pairs of leaves ----------------------------------------------------------

#pragma GCC push_options
#pragma GCC target("avx2,avx512f,avx512dq,avx512vl")

namespace sixteen {

struct Lanes {
    __m512 v;
};
using Verdicts = std::uint32_t; // one bit per lane
constexpr std::size_t kAtOnce = 2;
constexpr __mmask16 kAll = 0xFFFF; // without masks, GCC 12's headers warn about their own variables

inline Lanes broadcast(float x) {
    return {_mm512_set1_ps(x)};
}
inline Lanes operator+(const Lanes& a, const Lanes& b) {
    return {_mm512_add_ps(a.v, b.v)};
}
inline Lanes operator-(const Lanes& a, const Lanes& b) {
    return {_mm512_sub_ps(a.v, b.v)};
}
inline Lanes operator*(const Lanes& a, const Lanes& b) {
    return {_mm512_mul_ps(a.v, b.v)};
}
inline Lanes abs(const Lanes& a) {
    return {_mm512_maskz_andnot_ps(kAll, _mm512_set1_ps(-0.0f), a.v)};
}
inline Verdicts is_greater(const Lanes& a, const Lanes& b) {
    return _mm512_cmp_ps_mask(a.v, b.v, _CMP_GT_OQ);
}
inline Verdicts all_lanes() {
    return 0xFFFFu;
}
inline std::uint32_t bits_of(Verdicts verdicts) {
    return verdicts;
}

#include "collision/volumes/simd/triangle_planes.inl"

inline __m512 load_points(const Corners& corners) {
    return _mm512_maskz_insertf32x8(kAll, _mm512_castps256_ps512(eight::load_points(corners, 0)),
                                    eight::load_points(corners, 2), 1);
}
inline __m512 broadcast_row(const Float4& four) {
    return _mm512_maskz_broadcast_f32x4(kAll, four.lanes);
}
inline Points gather(const TriangleRelation& relation, const Corners& of_a, const Corners& of_b) {
    const __m512 p = load_points(of_a), q = load_points(of_b);
    const auto along = [&](std::size_t column, const __m512& x) {
        return _mm512_mul_ps(broadcast_row(relation.column(column)), x);
    };
    const __m512 a = _mm512_add_ps(p, p);
    const __m512 b =
        _mm512_add_ps(_mm512_add_ps(_mm512_add_ps(broadcast_row(relation.twice_t()),
                                                  along(0, _mm512_maskz_permute_ps(kAll, q, 0x00))),
                                    along(1, _mm512_maskz_permute_ps(kAll, q, 0x55))),
                      along(2, _mm512_maskz_permute_ps(kAll, q, 0xAA)));
    const __m512d xy = _mm512_castps_pd(_mm512_maskz_unpacklo_ps(kAll, a, b)),
                  z = _mm512_castps_pd(_mm512_maskz_unpackhi_ps(kAll, a, b));
    return {{_mm512_castpd_ps(_mm512_maskz_permutex_pd(0xFF, xy, 0x88))},
            {_mm512_castpd_ps(_mm512_maskz_permutex_pd(0xFF, xy, 0xDD))},
            {_mm512_castpd_ps(_mm512_maskz_permutex_pd(0xFF, z, 0x88))}};
}

inline Points pick_others(const Points& p) {
    const __m512i others = _mm512_setr_epi32(1, 0, 1, 0, 3, 2, 3, 2, 1, 0, 1, 0, 3, 2, 3, 2);
    return {{_mm512_maskz_permutevar_ps(kAll, p.x.v, others)},
            {_mm512_maskz_permutevar_ps(kAll, p.y.v, others)},
            {_mm512_maskz_permutevar_ps(kAll, p.z.v, others)}};
}
inline std::uint32_t find_sides(const Points& normal, const Lanes& reach, const Points& p, const Points& q,
                                const Points& r) {
    return find_sides_by(pick_others, normal, reach, p, q, r);
}

inline std::uint32_t find_separated(const TriangleRelation& relation, const MeshView& mesh_a,
                                    const MeshView& mesh_b, const TrianglePairs2x2& leaves) {
    return eight::find_separated(relation, mesh_a, mesh_b, leaves);
}

} // namespace sixteen

#pragma GCC pop_options

#endif

std::vector<TrianglePlanesKernel> list_kernels() {
    std::vector<TrianglePlanesKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx512)
        kernels.push_back({"avx512", eight::find_separated, sixteen::find_all_separated});
    if (this_processor().has_avx2)
        kernels.push_back({"avx2", eight::find_separated, eight::find_all_separated});
#endif
    kernels.push_back({"plain", four::find_separated, four::find_all_separated});
    return kernels;
}

} // namespace

std::span<const TrianglePlanesKernel> list_triangle_planes_kernels() {
    static const std::vector<TrianglePlanesKernel> kernels = list_kernels();
    return kernels;
}

} // namespace boxwood
