#include "collision/volumes/simd/obb_lanes.hpp"

#include "collision/core/numbers/nearest_float.hpp"
#include "collision/core/simd/processor.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

namespace one {

#include "collision/core/simd/one_double.inl"

#include "collision/volumes/simd/obb_kernel.inl"

} // namespace one

#if BOXWOOD_HAS_WIDE_VECTORS

#pragma GCC push_options
#pragma GCC target("avx2")

namespace four {

#include "collision/core/simd/four_doubles.inl"

#include "collision/volumes/simd/obb_kernel.inl"

} // namespace four

#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl")

namespace eight {

#include "collision/core/simd/eight_doubles.inl"

#include "collision/volumes/simd/obb_kernel.inl"

} // namespace eight

#pragma GCC pop_options

#endif

std::vector<ObbKernel> list_kernels() {
    std::vector<ObbKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx512) kernels.push_back({"avx512", eight::fit, eight::merge});
    if (this_processor().has_avx2) kernels.push_back({"avx2", four::fit, four::merge});
#endif
    kernels.push_back({"plain", one::fit, one::merge});
    return kernels;
}

} // namespace

static_assert(Obb::kLanes == ObbLanes::kLanes);

void Obb::fit_some(const MeshView& mesh, std::span<const std::uint32_t> triangles,
                   std::span<Obb* const> out) {
    static const TriangleKernel& loader = list_triangle_kernels().front();
    static const ObbKernel& kernel = list_obb_kernels().front();
    std::array<std::uint32_t, kLanes> of_lane;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        of_lane[lane] = triangles[std::min(lane, out.size() - 1)];
    alignas(32) TriangleLanes::Side corners;
    loader.load(mesh, of_lane.data(), corners);
    ObbLanes boxes;
    const std::uint32_t irregular = kernel.fit(corners, boxes);
    for (std::size_t lane = 0; lane < out.size(); ++lane)
        *out[lane] =
            (irregular >> lane & 1u) == 0 ? boxes.box(lane) : fit_triangles(triangle_of(mesh, of_lane[lane]));
}

void Obb::merge_some(std::span<const Obb* const> a, std::span<const Obb* const> b,
                     std::span<Obb* const> out) {
    static const ObbKernel& kernel = list_obb_kernels().front();
    ObbLanes lanes_a, lanes_b, merged;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const std::size_t from = std::min(lane, out.size() - 1);
        lanes_a.set(lane, *a[from]);
        lanes_b.set(lane, *b[from]);
    }
    kernel.merge(lanes_a, lanes_b, merged);
    for (std::size_t lane = 0; lane < out.size(); ++lane) *out[lane] = merged.box(lane);
}

std::span<const ObbKernel> list_obb_kernels() {
    static const std::vector<ObbKernel> kernels = list_kernels();
    return kernels;
}

} // namespace boxwood
