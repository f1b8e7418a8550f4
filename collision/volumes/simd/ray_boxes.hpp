// What: finds where a ray enters the eight boxes of a wide node; one kernel per instruction set.
// Frame: the boxes' own. The ray is start + t * direction.
// Invariants: if a point start + t * direction with 0 <= t <= limit lies in a box, or outside it by at most `error` on
//     each axis, the box is reported with near <= t. Intervals are computed in float and enlarged by the rounding error
//     at both ends. Results are bitwise identical on every instruction set.
// Degenerate input: is_usable() is false if `start` or `error` exceeds 2^42, or if the largest component of the
//     direction is above 2^31 or below 2^-31. The kernels must not be used then.
// Cost: about 8 ns per node with AVX2.
// Source: [Kay 1986] for slabs; [Ylitie 2017] for boxes in bytes.
// Oracle: tests/collision/volumes/ray_boxes_test.cpp, which computes in long double.
#pragma once

#include "collision/volumes/box/wide_boxes.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <glm/vec3.hpp>

namespace boxwood {

class BoxRayTerms {
  public:
    // Components of the direction that are below this fraction of the largest component are raised to it. `error` must
    // include the displacement of the ray's points that this causes.
    static constexpr double kMinRelativeComponent = 0x1p-50;

    BoxRayTerms() = default;
    BoxRayTerms(const glm::dvec3& start, const glm::dvec3& direction, const glm::dvec3& error);
    bool is_usable() const { return is_usable_; }

    // Read by the kernels.
    std::array<float, 3> start{}, inverse{}, error{};
    std::array<bool, 3> is_downward{};

  private:
    bool is_usable_ = false;
};

// Rounds a limit of t up to a float. Limits below 0 count as 0, limits above 2^120 as 2^120.
float limit_of_ray(double limit);

struct RayBoxes {
    alignas(32) std::array<float, WideBoxes::kLanes> near{};
    std::uint32_t passed = 0; // bit k: box k is reported; meaningless for lanes without a box
};

struct RayBoxKernel {
    std::string_view name;
    void (*clip)(const WideBoxes& boxes, const BoxRayTerms& ray, float limit, RayBoxes& out) = nullptr;
};

// The kernels that this processor supports, fastest first; the last one needs only the baseline instruction set.
std::span<const RayBoxKernel> list_ray_box_kernels();

} // namespace boxwood
