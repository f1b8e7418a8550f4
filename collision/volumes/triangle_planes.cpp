#include "collision/volumes/triangle_planes.hpp"

#include "collision/core/processor.hpp"

#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

// --- four lanes, as every machine has them ------------------------------------------------------------------

namespace four {

using Lanes = Float4;
using Verdicts = std::uint32_t; // a bit for each lane

inline Lanes spread(float x) {
    return splat4(x);
}
inline Lanes most(const Lanes& a, const Lanes& b) {
    return max(a, b);
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

struct Points;
inline Points gather(const TriangleRelation& relation, const glm::vec3& a0, const glm::vec3& a1,
                     const glm::vec3& b0, const glm::vec3& b1);
inline std::uint32_t find_sides(const Points& normal, const Lanes& reach, const Points& p, const Points& q,
                                const Points& r);

#include "collision/volumes/triangle_planes.inl"

inline Points gather(const TriangleRelation& relation, const glm::vec3& a0, const glm::vec3& a1,
                     const glm::vec3& b0, const glm::vec3& b1) {
    std::array<Float4, 4> rows{TriangleRelation::place_a(load3(&a0.x)), relation.place_b(load3(&b0.x)),
                               TriangleRelation::place_a(load3(&a1.x)), relation.place_b(load3(&b1.x))};
    transpose4(rows);
    return {rows[0], rows[1], rows[2]};
}

template <int I, int J>
Points pick(const Points& p) {
    return {shuffle<I, J, I, J>(p.x), shuffle<I, J, I, J>(p.y), shuffle<I, J, I, J>(p.z)};
}
template <int I, int J>
std::uint32_t find_sides_of(const Points& normal, const Lanes& reach, const Points& p, const Points& q,
                            const Points& r) {
    Sides sides(normal, p, reach);
    sides.add(pick<I, J>(p));
    sides.add(pick<I, J>(q));
    sides.add(pick<I, J>(r));
    return sides.bits();
}
inline std::uint32_t find_sides(const Points& normal, const Lanes& reach, const Points& p, const Points& q,
                                const Points& r) {
    return find_sides_of<1, 0>(normal, reach, p, q, r) | find_sides_of<3, 2>(normal, reach, p, q, r) << 4;
}

} // namespace four

#if BOXWOOD_HAS_WIDE_VECTORS

// --- AVX2: the four lanes twice, the planes of both halves against one other triangle each ------------------

#pragma GCC push_options
#pragma GCC target("avx2")

namespace eight {

#include "collision/volumes/eight_floats.inl"

using Verdicts = Lanes;

inline Lanes most(const Lanes& a, const Lanes& b) {
    return {_mm256_max_ps(a.v, b.v)};
}
inline Verdicts operator&(const Verdicts& a, const Verdicts& b) {
    return {_mm256_and_ps(a.v, b.v)};
}
inline Verdicts all_lanes() {
    return {_mm256_castsi256_ps(_mm256_set1_epi32(-1))};
}

struct Points;
inline Points gather(const TriangleRelation& relation, const glm::vec3& a0, const glm::vec3& a1,
                     const glm::vec3& b0, const glm::vec3& b1);
inline std::uint32_t find_sides(const Points& normal, const Lanes& reach, const Points& p, const Points& q,
                                const Points& r);

#include "collision/volumes/triangle_planes.inl"

// x, y, z of two points, one in each half; what lies behind a point is not read.
inline __m256 load_points(const glm::vec3& low, const glm::vec3& high) {
    const __m128i xyz = _mm_setr_epi32(-1, -1, -1, 0);
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_maskload_ps(&low.x, xyz)),
                                _mm_maskload_ps(&high.x, xyz), 1);
}
inline __m256 spread_row(const Float4& four) {
    return _mm256_broadcast_ps(&four.lanes);
}
inline Points gather(const TriangleRelation& relation, const glm::vec3& a0, const glm::vec3& a1,
                     const glm::vec3& b0, const glm::vec3& b1) {
    const __m256 of_a = load_points(a0, a1), of_b = load_points(b0, b1);
    const auto along = [&](std::size_t column, const __m256& x) {
        return _mm256_mul_ps(spread_row(relation.column(column)), x);
    };
    const __m256 a = _mm256_add_ps(of_a, of_a);
    const __m256 b = _mm256_add_ps(
        _mm256_add_ps(_mm256_add_ps(spread_row(relation.twice_t()), along(0, _mm256_permute_ps(of_b, 0x00))),
                      along(1, _mm256_permute_ps(of_b, 0x55))),
        along(2, _mm256_permute_ps(of_b, 0xAA)));
    // Pairs of a lane of A and one of B: x0 y0 x1 y1, z0 . z1 .
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
    Sides sides(normal, p, reach);
    sides.add(pick_others(p));
    sides.add(pick_others(q));
    sides.add(pick_others(r));
    return sides.bits();
}

} // namespace eight

#pragma GCC pop_options

#endif

std::vector<TrianglePlanesKernel> list_kernels() {
    std::vector<TrianglePlanesKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx2) kernels.push_back({"avx2", eight::find_apart});
#endif
    kernels.push_back({"plain", four::find_apart});
    return kernels;
}

} // namespace

std::span<const TrianglePlanesKernel> list_triangle_planes_kernels() {
    static const std::vector<TrianglePlanesKernel> kernels = list_kernels();
    return kernels;
}

} // namespace boxwood
