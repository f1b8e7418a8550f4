// What: computes the interval of a volume along a direction: bounds on direction . p for every point p in the volume.
// Frame: the volume's own; the direction is any vector, not necessarily a unit vector.
// Invariants: computed in double, with the half length rounded up. The remaining rounding error is at most 2^-50 of the
//     sum of |direction_i| |c_i| for the center c of the volume (or the ends of a segment), even if the components of
//     the direction differ greatly in size.
// Degenerate input: requires a non-empty volume. Points, and flat volumes along their normal, have intervals of length
//     0 up to rounding.
// Cost: 3 ns; 10 ns for oriented boxes and rectangles, mostly for the matrix of their frame; 20 ns for k-DOPs.
// Source: support functions, [Ericson 2005] section 9.5.2.
// Oracle: tests/contracts/volume_contract_test.cpp compares with the points that a volume was fitted to.
#pragma once

#include "collision/volumes/all_volumes.hpp"
#include "collision/volumes/interval.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {

inline VolumeInterval interval_along(const Aabb& box, const glm::dvec3& direction) {
    const glm::dvec3 lower(box.lower), upper(box.upper);
    const double middle = glm::dot(direction, 0.5 * (lower + upper)),
                 reach = glm::dot(abs_of(direction), 0.5 * (upper - lower));
    return interval_around(middle, reach);
}

// For a triangle; exact except for the rounding of three products and their sum.
inline VolumeInterval interval_along(const Triangle& triangle, const glm::dvec3& direction) {
    const double a = glm::dot(direction, glm::dvec3(triangle[0])),
                 b = glm::dot(direction, glm::dvec3(triangle[1])),
                 c = glm::dot(direction, glm::dvec3(triangle[2]));
    return {std::min(a, std::min(b, c)), std::max(a, std::max(b, c))};
}

inline VolumeInterval interval_along(const Sphere& sphere, const glm::dvec3& direction) {
    const double middle = glm::dot(direction, glm::dvec3(sphere.center)),
                 reach = glm::length(direction) * static_cast<double>(sphere.radius);
    return interval_around(middle, reach);
}

inline VolumeInterval interval_along(const Capsule& swept, const glm::dvec3& direction) {
    const double from = glm::dot(direction, glm::dvec3(swept.from)),
                 to = glm::dot(direction, glm::dvec3(swept.to));
    VolumeInterval interval{std::min(from, to), std::max(from, to)};
    interval.grow(glm::length(direction) * static_cast<double>(swept.radius));
    return interval;
}

inline VolumeInterval interval_along(const Rss& swept, const glm::dvec3& direction) {
    const glm::dvec3 along = rotate_into(swept.axes.matrix(), direction);
    const double middle = glm::dot(direction, glm::dvec3(swept.center)),
                 reach = std::fabs(along.x) * static_cast<double>(swept.half_x) +
                         std::fabs(along.y) * static_cast<double>(swept.half_y) +
                         glm::length(direction) * static_cast<double>(swept.radius);
    return interval_around(middle, reach);
}

inline VolumeInterval interval_along(const Obb& box, const glm::dvec3& direction) {
    const glm::dvec3 along = abs_of(rotate_into(box.axes.matrix(), direction));
    const double middle = glm::dot(direction, glm::dvec3(box.center)),
                 reach = glm::dot(along, glm::dvec3(box.half));
    return interval_around(middle, reach);
}
inline VolumeInterval interval_along(const ObbHull& hull, const glm::dvec3& direction) {
    return interval_along(hull.box, direction);
}
inline VolumeInterval interval_along(const ObbRss& both, const glm::dvec3& direction) {
    return interval_along(both.swept, direction);
}

// Bounds the DOP by the sum of the three slabs that find_cone() returns for the direction. The rounding errors of the
// weights are relative to the length of the direction.
template <int K>
VolumeInterval interval_along(const Kdop<K>& dop, const glm::dvec3& direction) {
    constexpr double kRounding = 0x1p-50;
    const DirectionSum sum = find_cone<K>(direction);
    VolumeInterval interval;
    double magnitude = 0.0;
    for (std::size_t l = 0; l < 3; ++l) {
        const auto low = static_cast<double>(dop.lower[sum.directions[l]]),
                   high = static_cast<double>(dop.upper[sum.directions[l]]);
        interval.upper += sum.weights[l] * (sum.is_reversed[l] ? -low : high);
        interval.lower += sum.weights[l] * (sum.is_reversed[l] ? -high : low);
        magnitude += std::fabs(low) + std::fabs(high);
    }
    interval.grow(kRounding * largest_of(abs_of(direction)) * magnitude);
    return interval;
}

// Fallback for volumes without their own overload: the interval of the bounding box.
template <Volume V>
VolumeInterval interval_along(const V& volume, const glm::dvec3& direction) {
    return interval_along(volume.bounds(), direction);
}

} // namespace boxwood
