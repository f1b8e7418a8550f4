#include "collision/geometry/triangle_lanes.hpp"

#include <limits>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define BOXWOOD_HAS_WIDE_DOUBLES 1
#include <immintrin.h>
#else
#define BOXWOOD_HAS_WIDE_DOUBLES 0
#endif

namespace boxwood {
namespace {

// Those of orient3d_error_bound (predicates.hpp), whose proof holds lane by lane.
constexpr double kError = 47 * 0x1p-53;
constexpr double kMinExtent = 0x1p-300, kMaxExtent = 0x1p300;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// --- one by one -----------------------------------------------------------------------------------------------

namespace one {

constexpr std::size_t kWidth = 1;
using Reals = double;
struct Choice {
    bool is;
};
inline Choice operator&(Choice a, Choice b) {
    return {a.is && b.is};
}
inline Choice operator|(Choice a, Choice b) {
    return {a.is || b.is};
}
inline Reals spread(double x) {
    return x;
}
inline Reals load(const float* from) {
    return static_cast<double>(*from);
}
inline Reals least(Reals a, Reals b) {
    return a < b ? a : b;
}
inline Reals most(Reals a, Reals b) {
    return a > b ? a : b;
}
inline Choice is_greater(Reals a, Reals b) {
    return {a > b};
}
inline Choice at_least(Reals a, Reals b) {
    return {a >= b};
}
inline Reals choose(Choice choice, Reals yes, Reals no) {
    return choice.is ? yes : no;
}
inline Choice without(Choice a, Choice b) {
    return {a.is && !b.is};
}
inline Choice same(Choice a, Choice b) {
    return {a.is == b.is};
}
inline std::uint32_t bits_of(Choice choice) {
    return choice.is ? 1u : 0u;
}

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

#include "collision/geometry/triangle_kernel.inl"

} // namespace one

#if BOXWOOD_HAS_WIDE_DOUBLES

// --- AVX2: four doubles -----------------------------------------------------------------------------------------

#pragma GCC push_options
#pragma GCC target("avx2")

namespace gathered {

// x, y, z of two points, one in each half; what lies behind a point is not read.
inline __m256 load_points(const glm::vec3& low, const glm::vec3& high) {
    const __m128i xyz = _mm_setr_epi32(-1, -1, -1, 0);
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_maskload_ps(&low.x, xyz)),
                                _mm_maskload_ps(&high.x, xyz), 1);
}

// Lanes k and k + 4 are read together, and four such pairs turned as a 4 x 4 matrix in each half.
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

constexpr std::size_t kWidth = 4;
struct Reals {
    __m256d v;
};
struct Choice {
    __m256d v; // lanes of ones and zeros
};
inline Reals spread(const double& x) {
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
inline Reals least(Reals a, Reals b) {
    return {_mm256_min_pd(a.v, b.v)};
}
inline Reals most(Reals a, Reals b) {
    return {_mm256_max_pd(a.v, b.v)};
}
inline Choice is_greater(Reals a, Reals b) {
    return {_mm256_cmp_pd(a.v, b.v, _CMP_GT_OQ)};
}
inline Choice at_least(Reals a, Reals b) {
    return {_mm256_cmp_pd(a.v, b.v, _CMP_GE_OQ)};
}
inline Reals choose(Choice choice, Reals yes, Reals no) {
    return {_mm256_blendv_pd(no.v, yes.v, choice.v)};
}
inline Choice operator&(Choice a, Choice b) {
    return {_mm256_and_pd(a.v, b.v)};
}
inline Choice operator|(Choice a, Choice b) {
    return {_mm256_or_pd(a.v, b.v)};
}
inline Choice without(Choice a, Choice b) {
    return {_mm256_andnot_pd(b.v, a.v)};
}
inline Choice same(Choice a, Choice b) {
    return {_mm256_castsi256_pd(_mm256_cmpeq_epi64(_mm256_castpd_si256(a.v), _mm256_castpd_si256(b.v)))};
}
inline std::uint32_t bits_of(Choice choice) {
    return static_cast<std::uint32_t>(_mm256_movemask_pd(choice.v));
}

#include "collision/geometry/triangle_kernel.inl"

} // namespace four

#pragma GCC pop_options

// --- AVX-512: eight doubles -------------------------------------------------------------------------------------

#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl")

namespace eight {

constexpr std::size_t kWidth = 8;
struct Reals {
    __m512d v;
};
struct Choice {
    std::uint8_t bits;
};
inline Choice make_choice(unsigned bits) {
    return {static_cast<std::uint8_t>(bits)};
}
inline Reals spread(double x) {
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
inline Reals least(Reals a, Reals b) {
    return {_mm512_maskz_min_pd(0xFF, a.v, b.v)};
}
inline Reals most(Reals a, Reals b) {
    return {_mm512_maskz_max_pd(0xFF, a.v, b.v)};
}
inline Choice is_greater(Reals a, Reals b) {
    return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_GT_OQ)};
}
inline Choice at_least(Reals a, Reals b) {
    return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_GE_OQ)};
}
inline Reals choose(Choice choice, Reals yes, Reals no) {
    return {_mm512_mask_blend_pd(choice.bits, no.v, yes.v)};
}
inline Choice operator&(Choice a, Choice b) {
    return make_choice(unsigned{a.bits} & b.bits);
}
inline Choice operator|(Choice a, Choice b) {
    return make_choice(unsigned{a.bits} | b.bits);
}
inline Choice without(Choice a, Choice b) {
    return make_choice(a.bits & ~unsigned{b.bits});
}
inline Choice same(Choice a, Choice b) {
    return make_choice(~(unsigned{a.bits} ^ b.bits) & 255u);
}
inline std::uint32_t bits_of(Choice choice) {
    return choice.bits;
}

#include "collision/geometry/triangle_kernel.inl"

} // namespace eight

#pragma GCC pop_options

#endif

std::vector<TriangleKernel> list_kernels() {
    std::vector<TriangleKernel> kernels;
#if BOXWOOD_HAS_WIDE_DOUBLES
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        kernels.push_back({"avx512", gathered::load, eight::decide});
    if (__builtin_cpu_supports("avx2")) kernels.push_back({"avx2", gathered::load, four::decide});
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
