#include "collision/geometry/simd/hill_climb.hpp"

#include "collision/core/numbers/nearest_float.hpp"
#include "collision/core/prefetch.hpp"
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

namespace one {

#include "collision/core/simd/one_double.inl"

#include "collision/geometry/simd/hill_climb_kernel.inl"

} // namespace one

#if BOXWOOD_HAS_WIDE_VECTORS

#pragma GCC push_options
#pragma GCC target("avx2,bmi")

namespace four {

#include "collision/core/simd/four_doubles.inl"

#include "collision/geometry/simd/hill_climb_kernel.inl"

} // namespace four

#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("bmi,avx512f,avx512dq,avx512vl")

namespace eight {

#include "collision/core/simd/eight_doubles.inl"

#include "collision/geometry/simd/hill_climb_kernel.inl"

} // namespace eight

#pragma GCC pop_options

#endif

std::vector<HillClimbKernel> list_kernels() {
    std::vector<HillClimbKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx512) kernels.push_back({"avx512", eight::climb, eight::scan});
    if (this_processor().has_avx2) kernels.push_back({"avx2", four::climb, four::scan});
#endif
    kernels.push_back({"plain", one::climb, one::scan});
    return kernels;
}

} // namespace

std::span<const HillClimbKernel> list_hill_climb_kernels() {
    static const std::vector<HillClimbKernel> kernels = list_kernels();
    return kernels;
}

} // namespace boxwood
