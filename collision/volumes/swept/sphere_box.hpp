// What: does a sphere meet a box: three ways to ask that answer alike, and the sphere against an oriented box.
// Frame: both in one; an oriented box is asked in its own.
// Invariants: closed: a sphere that touches meets. Computed in double from float: exact but for the rounding of three
//     squares, so 2^-51 of the squared distance.
// Degenerate input: point spheres, flat boxes; the empty sphere and the empty box meet nothing.
// Source: RTR 16.13.2; [Arvo 1990b]; [Larsson 2007] (rejecting early, without branches).
// Oracle: the nearest point of the box by clamping, in long double.
#pragma once

#include "collision/volumes/box/obb.hpp"
#include "collision/volumes/swept/sphere.hpp"

namespace boxwood {

// Per axis how far p lies outside [lower, upper]; the two differences are never both positive.
inline double find_excess(double lower, double upper, double p) {
    return std::max(lower - p, 0.0) + std::max(p - upper, 0.0);
}

// Of the box's nearest point; infinite for the empty box.
inline double find_squared_distance(const Aabb& box, const glm::vec3& p) {
    double squared = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double e = find_excess(static_cast<double>(box.lower[axis]),
                                     static_cast<double>(box.upper[axis]), static_cast<double>(p[axis]));
        squared += e * e;
    }
    return squared;
}

// Without branches: for answers that cannot be foreseen.
inline bool overlap(const Sphere& sphere, const Aabb& box) {
    const auto r = static_cast<double>(sphere.radius);
    return !sphere.is_empty() && find_squared_distance(box, sphere.center) <= r * r;
}

// Turns away as soon as one axis does: for spheres that are mostly far.
inline bool overlap_rejecting(const Sphere& sphere, const Aabb& box) {
    if (sphere.is_empty()) return false;
    const auto r = static_cast<double>(sphere.radius);
    std::array<double, 3> excess{};
    for (int axis = 0; axis < 3; ++axis) {
        const auto k = static_cast<std::size_t>(axis);
        excess[k] = find_excess(static_cast<double>(box.lower[axis]), static_cast<double>(box.upper[axis]),
                                static_cast<double>(sphere.center[axis]));
        if (excess[k] > r) return false;
    }
    return (excess[0] * excess[0] + excess[1] * excess[1]) + excess[2] * excess[2] <= r * r;
}

// Rejects and sums in one go: nothing is done for an axis along which the center lies inside.
inline bool overlap_intertwined(const Sphere& sphere, const Aabb& box) {
    if (sphere.is_empty()) return false;
    const auto r = static_cast<double>(sphere.radius);
    double squared = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto p = static_cast<double>(sphere.center[axis]), lower = static_cast<double>(box.lower[axis]),
                   upper = static_cast<double>(box.upper[axis]);
        double e = 0.0;
        if (p < lower)
            e = lower - p;
        else if (p > upper)
            e = p - upper;
        else if (lower <= upper)
            continue;
        else
            return false; // the empty box
        if (e > r) return false;
        squared += e * e;
    }
    return squared <= r * r;
}

// The center goes into the box's frame; conservative to a few roundings of double.
inline bool overlap(const Sphere& sphere, const Obb& box) {
    if (sphere.is_empty() || box.is_empty()) return false;
    const glm::dvec3 center(sphere.center);
    const glm::dvec3 p = turn_into(box.axes.matrix(), center - glm::dvec3(box.center));
    const glm::dvec3 beyond = glm::max(glm::abs(p) - glm::dvec3(box.half), glm::dvec3(0.0));
    const double r = padded(static_cast<double>(sphere.radius), glm::length(center) + glm::length(p));
    return glm::dot(beyond, beyond) <= r * r;
}

} // namespace boxwood
