#include "collision/geometry/simd/triangle_lanes.hpp"

#include "collision/core/numbers/nearest_float.hpp"
#include "collision/core/simd/processor.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

// The constants of orient3d_error_bound (predicates.hpp). Its proof is valid for each lane.
constexpr double kError = 47 * 0x1p-53;
constexpr double kMinExtent = 0x1p-300, kMaxExtent = 0x1p300;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// --- scalar -----------------------------------------------------------------------------------------------------

namespace one {

#include "collision/core/simd/one_double.inl"

inline void load(const MeshView& mesh, const std::uint32_t* triangles, TriangleLanes::Side& out) {
    for (std::size_t lane = 0; lane < TriangleLanes::kLanes; ++lane) {
        const TriangleIndices& t = mesh.triangles[triangles[lane]];
        for (std::size_t vertex = 0; vertex < 3; ++vertex) {
            const glm::vec3& p = mesh.positions[t[vertex]];
            out[vertex][0][lane] = p.x;
            out[vertex][1][lane] = p.y;
            out[vertex][2][lane] = p.z;
        }
    }
}

#include "collision/geometry/simd/triangle_kernel.inl"

} // namespace one

#if BOXWOOD_HAS_WIDE_VECTORS

// --- AVX2: four doubles -----------------------------------------------------------------------------------------

#pragma GCC push_options
#pragma GCC target("avx2")

namespace gathered {

// Loads x, y, z of two points, one in each half, without reading beyond the points.
inline __m256 load_points(const glm::vec3& low, const glm::vec3& high) {
    const __m128i xyz = _mm_setr_epi32(-1, -1, -1, 0);
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_maskload_ps(&low.x, xyz)),
                                _mm_maskload_ps(&high.x, xyz), 1);
}

// Lanes k and k + 4 are loaded together, and four such pairs are transposed as a 4 x 4 matrix in each half.
inline void load(const MeshView& mesh, const std::uint32_t* triangles, TriangleLanes::Side& out) {
    for (std::size_t vertex = 0; vertex < 3; ++vertex) {
        const auto point = [&](std::size_t lane) -> const glm::vec3& {
            return mesh.positions[mesh.triangles[triangles[lane]][vertex]];
        };
        const __m256 p = load_points(point(0), point(4)), q = load_points(point(1), point(5)),
                     r = load_points(point(2), point(6)), s = load_points(point(3), point(7));
        const __m256 xy_pq = _mm256_unpacklo_ps(p, q), xy_rs = _mm256_unpacklo_ps(r, s);
        const __m256 z_pq = _mm256_unpackhi_ps(p, q), z_rs = _mm256_unpackhi_ps(r, s);
        _mm256_store_ps(out[vertex][0].data(), _mm256_shuffle_ps(xy_pq, xy_rs, 0x44));
        _mm256_store_ps(out[vertex][1].data(), _mm256_shuffle_ps(xy_pq, xy_rs, 0xEE));
        _mm256_store_ps(out[vertex][2].data(), _mm256_shuffle_ps(z_pq, z_rs, 0x44));
    }
}

} // namespace gathered

namespace four {

#include "collision/core/simd/four_doubles.inl"

#include "collision/geometry/simd/triangle_kernel.inl"

} // namespace four

#pragma GCC pop_options

// --- AVX-512: eight doubles -------------------------------------------------------------------------------------

#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl")

namespace eight {

#include "collision/core/simd/eight_doubles.inl"

#include "collision/geometry/simd/triangle_kernel.inl"

} // namespace eight

#pragma GCC pop_options

#endif

std::vector<TriangleKernel> list_kernels() {
    std::vector<TriangleKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx512) kernels.push_back({"avx512", gathered::load, eight::decide});
    if (this_processor().has_avx2) kernels.push_back({"avx2", gathered::load, four::decide});
#endif
    kernels.push_back({"plain", one::load, one::decide});
    return kernels;
}

} // namespace

std::span<const TriangleKernel> list_triangle_kernels() {
    static const std::vector<TriangleKernel> kernels = list_kernels();
    return kernels;
}

} // namespace boxwood
