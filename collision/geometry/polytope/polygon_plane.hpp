// What: computes the plane of a polygon, and the error along its normal that results from rounding coordinates to
//       float.
// Units: lengths as in the scene.
// Cost: O(number of vertices).
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

// Returns twice the area times the unit normal, by Newell's sum about the first vertex.
inline glm::dvec3 area_vector(std::span<const glm::vec3> positions, std::span<const std::uint32_t> polygon) {
    const glm::dvec3 p0(positions[polygon[0]]);
    glm::dvec3 sum(0.0);
    for (std::size_t k = 2; k < polygon.size(); ++k)
        sum += glm::cross(glm::dvec3(positions[polygon[k - 1]]) - p0, glm::dvec3(positions[polygon[k]]) - p0);
    return sum;
}

struct Range {
    double lower = 0.0, upper = 0.0;
    double size() const { return upper - lower; }
};

// Returns the range of normal . x over the vertices of a polygon.
inline Range range_along(std::span<const glm::vec3> positions, std::span<const std::uint32_t> polygon,
                         const glm::dvec3& normal) {
    const double first = glm::dot(normal, glm::dvec3(positions[polygon[0]]));
    Range range{first, first};
    for (const std::uint32_t v : polygon.subspan(1)) {
        const double value = glm::dot(normal, glm::dvec3(positions[v]));
        range.lower = std::fmin(range.lower, value);
        range.upper = std::fmax(range.upper, value);
    }
    return range;
}

// The relative error of input coordinates. They are floats and often result from a few float operations, so an error of
// 16 roundings is not a defect.
inline constexpr double kFloatRounding = 1.0 / (1 << 24); // half a unit in the last place of 1.0f
inline constexpr double kRoundedInputError = 16.0 * kFloatRounding;
// The relative error of a computation in double if the input coordinates are exact.
inline constexpr double kExactInputError = 64.0 / static_cast<double>(1ull << 53);

// The rounding error along a direction. It depends on the direction because a plate that is thin along z has small
// errors along z.
class Rounding {
  public:
    // `relative`: the error relative to the largest coordinate of each axis.
    Rounding(std::span<const glm::vec3> positions, double relative)
        : relative_(relative) {
        for (const glm::vec3& p : positions) largest_ = glm::max(largest_, glm::abs(glm::dvec3(p)));
    }
    double along(const glm::dvec3& unit) const { return relative_ * glm::dot(glm::abs(unit), largest_); }

  private:
    glm::dvec3 largest_{0.0};
    double relative_ = 0.0;
};

} // namespace boxwood
