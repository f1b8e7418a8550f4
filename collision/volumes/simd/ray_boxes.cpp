#include "collision/volumes/simd/ray_boxes.hpp"

#include "collision/core/simd/float4.hpp"
#include "collision/core/simd/processor.hpp"

#include <cmath>
#include <limits>
#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

constexpr float kRayZero = 0.0f;

// Bounds the rounding error of one end of an interval. The error consists of five errors: those of the box's side, of
// the difference of side and start, of the inverse, of the product and of the sum. Each is at most 2^-24 of the terms,
// so 2^-20 of the terms covers all five and the rounding of near + minus_far. kSmallest covers products that are
// subnormal: their errors are at most 2^-150, and the error of step * inverse is multiplied by up to 255.
float ray_slack_of(float origin, float offset, float step, float error, float inverse) {
    constexpr float kSlack = 0x1p-20f, kLargestByte = 255.0f, kSmallest = std::numeric_limits<float>::min();
    return (kSlack * (std::fabs(origin) + std::fabs(offset) + kLargestByte * step) + error) *
               std::fabs(inverse) +
           kSmallest;
}

namespace ray_four {

#include "collision/core/simd/two_float4.inl"

#include "collision/volumes/simd/ray_box_kernel.inl"

} // namespace ray_four

#if BOXWOOD_HAS_WIDE_VECTORS

#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")

namespace ray_eight {

struct LanePlace {
    std::size_t first;
};

#include "collision/core/simd/eight_floats.inl"

#include "collision/volumes/simd/ray_box_kernel.inl"

} // namespace ray_eight

#pragma GCC pop_options

#endif

std::vector<RayBoxKernel> list_kernels_of_rays() {
    std::vector<RayBoxKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx2) kernels.push_back({"avx2", ray_eight::clip});
#endif
    kernels.push_back({"plain", ray_four::clip});
    return kernels;
}

} // namespace

BoxRayTerms::BoxRayTerms(const glm::dvec3& from, const glm::dvec3& direction, const glm::dvec3& error_of) {
    // Within these limits, products of a position and an inverse do not overflow.
    constexpr double kFarthest = 0x1p42, kFastest = 0x1p31, kSlowest = 0x1p-31;
    const double fastest =
        std::fmax(std::fabs(direction.x), std::fmax(std::fabs(direction.y), std::fabs(direction.z)));
    is_usable_ = fastest >= kSlowest && fastest <= kFastest;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto k = static_cast<glm::length_t>(i);
        start[i] = static_cast<float>(from[k]);
        const double start_error = std::fabs(from[k] - static_cast<double>(start[i]));
        const double slowest = kMinRelativeComponent * fastest;
        const double d =
            std::fabs(direction[k]) < slowest ? std::copysign(slowest, direction[k]) : direction[k];
        inverse[i] = static_cast<float>(1.0 / d);
        is_downward[i] = d < 0.0;
        error[i] = static_cast<float>((error_of[k] + start_error) * (1.0 + 0x1p-20)) +
                   std::numeric_limits<float>::min();
        is_usable_ = is_usable_ && std::fabs(from[k]) <= kFarthest && error_of[k] <= kFarthest;
    }
}

float limit_of_ray(double limit) {
    constexpr double kMaxLimit = 0x1p120;
    return static_cast<float>(std::fmin(std::fmax(limit, 0.0), kMaxLimit) * (1.0 + 0x1p-20)) +
           std::numeric_limits<float>::min();
}

std::span<const RayBoxKernel> list_ray_box_kernels() {
    static const std::vector<RayBoxKernel> kernels = list_kernels_of_rays();
    return kernels;
}

} // namespace boxwood
