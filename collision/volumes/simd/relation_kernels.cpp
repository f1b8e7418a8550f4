#include "collision/volumes/simd/relation_kernels.hpp"

#include "collision/core/numbers/nearest_float.hpp"
#include "collision/core/simd/processor.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

constexpr double kRounding32 = 0x1p-24;
constexpr double kRounding64 = 0x1p-53;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargest = 1e37; // sums of a few such numbers stay within float
// Entries below this fraction of the largest entry of their column of M, or of their row of N, become 0; see kSmallest.
constexpr double kNegligible = 0x1p-40;
// For each column of M and each row of N, the error bound is at least this value divided by the largest entry of the
// column or row, so products of the bound with entries cannot underflow.
constexpr double kSmallest = 0x1p-81;
constexpr double kAbove = 1.0 + 1e-6; // covers the rounding of the error bounds, which are computed in double

namespace three {

#include "collision/core/simd/three_doubles.inl"

#include "collision/volumes/simd/relation_kernel.inl"

} // namespace three

#if BOXWOOD_HAS_WIDE_VECTORS

#pragma GCC push_options
#pragma GCC target("avx2")

namespace four {

#include "collision/core/simd/four_doubles.inl"

#include "collision/core/simd/three_of_four_doubles.inl"

#include "collision/volumes/simd/relation_kernel.inl"

} // namespace four

#pragma GCC pop_options

#endif

std::vector<RelationKernel> list_kernels() {
    std::vector<RelationKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx2)
        kernels.push_back(
            {"avx2", four::relate_poses, four::relate_posed_boxes, four::relate_boxes_from_pose});
#endif
    kernels.push_back(
        {"plain", three::relate_poses, three::relate_posed_boxes, three::relate_boxes_from_pose});
    return kernels;
}

} // namespace

std::span<const RelationKernel> list_relation_kernels() {
    static const std::vector<RelationKernel> kernels = list_kernels();
    return kernels;
}

} // namespace boxwood
