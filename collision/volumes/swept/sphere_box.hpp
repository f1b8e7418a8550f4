// What: tests whether a sphere and a box overlap, in three variants that return the same result. Also tests a sphere
//     and an oriented box.
// Frame: both in the same frame; an oriented box is tested in its own frame.
// Invariants: closed: a touching sphere overlaps. Computed in double from float inputs: the relative error of the
//     squared distance is below 2^-50.
// Degenerate input: point spheres, flat boxes; the empty sphere and the empty box overlap nothing.
// Source: RTR 16.13.2; [Arvo 1990b]; [Larsson 2007] (early rejection; branch-free variant).
// Oracle: the nearest point of the box, found by clamping in long double.
#pragma once

#include "collision/volumes/box/obb.hpp"
#include "collision/volumes/swept/sphere.hpp"

namespace boxwood {

// Returns the distance of p from the interval [lower, upper] on one axis; infinite for the empty interval. Otherwise,
// the two differences are never both positive.
inline double find_excess(double lower, double upper, double p) {
    return std::max(lower - p, 0.0) + std::max(p - upper, 0.0);
}

// Returns the squared distance from p to the nearest point of the box; infinite for the empty box.
inline double find_squared_distance(const Aabb& box, const glm::vec3& p) {
    double squared = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double e = find_excess(static_cast<double>(box.lower[axis]),
                                     static_cast<double>(box.upper[axis]), static_cast<double>(p[axis]));
        squared += e * e;
    }
    return squared;
}

// Has no branches. Use it if results are unpredictable.
inline bool overlap(const Sphere& sphere, const Aabb& box) {
    const auto r = static_cast<double>(sphere.radius);
    return !sphere.is_empty() && find_squared_distance(box, sphere.center) <= r * r;
}

// Returns as soon as one axis separates. Use it for spheres that are mostly far away.
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

// Interleaves rejection and summation; skips an axis along which the center lies inside.
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

// Transforms the center into the box's frame. Conservative: a gap of a few roundings of double can be reported as
// overlap.
inline bool overlap(const Sphere& sphere, const Obb& box) {
    if (sphere.is_empty() || box.is_empty()) return false;
    const glm::dvec3 center(sphere.center);
    const glm::dvec3 p = rotate_into(box.axes.matrix(), center - glm::dvec3(box.center));
    const glm::dvec3 beyond = glm::max(glm::abs(p) - glm::dvec3(box.half), glm::dvec3(0.0));
    const double r = padded(static_cast<double>(sphere.radius), glm::length(center) + glm::length(p));
    return glm::dot(beyond, beyond) <= r * r;
}

} // namespace boxwood
