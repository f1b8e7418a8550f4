#include "collision/volumes/simd/distance_keys.hpp"

#include "collision/core/simd/float4.hpp"
#include "collision/core/simd/processor.hpp"

#include <bit>
#include <limits>
#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

// The values that are added to the distances of a node's lanes, indexed by its number of boxes: infinity for empty
// lanes.
struct Absent {
    alignas(32) std::array<std::array<float, WideBoxes::kLanes>, WideBoxes::kLanes + 1> lanes{};
};
constexpr Absent make_absent() {
    Absent absent;
    for (std::size_t count = 0; count < absent.lanes.size(); ++count)
        for (std::size_t lane = count; lane < WideBoxes::kLanes; ++lane)
            absent.lanes[count][lane] = std::numeric_limits<float>::infinity();
    return absent;
}
constexpr Absent kAbsent = make_absent();

struct LanePlace {
    std::size_t first;
};

// --- two times four lanes: the baseline -----------------------------------------------------------------------

namespace four {

#include "collision/core/simd/two_float4.inl"

#include "collision/volumes/simd/distance_key_kernel.inl"

} // namespace four

#if BOXWOOD_HAS_WIDE_VECTORS

// --- AVX2: eight lanes --------------------------------------------------------------------------------------

#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")

namespace eight {

#include "collision/core/simd/eight_floats.inl"

#include "collision/volumes/simd/distance_key_kernel.inl"

} // namespace eight

#pragma GCC pop_options

#endif

std::vector<DistanceKeyKernel> list_kernels() {
    std::vector<DistanceKeyKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx2) kernels.push_back({"avx2", eight::sort});
#endif
    kernels.push_back({"plain", four::sort});
    return kernels;
}

// The offsets of the two frames are exact negatives of each other.
DistanceKeyFrame make_frame(const Pose& of, const Pose& other) {
    DistanceKeyFrame frame;
    const glm::dvec3 offset = of.origin - other.origin; // twice the offset from the midpoint
    for (std::size_t row = 0; row < 3; ++row) {
        const auto i = static_cast<glm::length_t>(row);
        frame.offset[row] = static_cast<float>(offset[i]);
        for (std::size_t column = 0; column < 3; ++column)
            frame.linear[row][column] = static_cast<float>(of.linear[static_cast<glm::length_t>(column)][i]);
    }
    return frame;
}

} // namespace

DistanceKeyFrames::DistanceKeyFrames(const Pose& world_from_a, const Pose& world_from_b)
    : a(make_frame(world_from_a, world_from_b))
    , b(make_frame(world_from_b, world_from_a)) {}

std::span<const DistanceKeyKernel> list_distance_key_kernels() {
    static const std::vector<DistanceKeyKernel> kernels = list_kernels();
    return kernels;
}

} // namespace boxwood
