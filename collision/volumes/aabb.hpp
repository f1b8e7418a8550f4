// What: the axis-aligned box, in whatever frame it was fitted in.
// Invariants: lower <= upper componentwise, except for the empty box (lower = +inf, upper = -inf).
// Degenerate input: a point or a flat box is a box; touching boxes overlap.
// Source: [van den Bergen 1997] section 2; RTR 16.13. Oracle: O1, O5.
#pragma once

#include "collision/geometry/triangle.hpp"

#include <cmath>
#include <limits>
#include <span>

#include <glm/common.hpp>

namespace boxwood {

struct Aabb {
    glm::vec3 lower{std::numeric_limits<float>::infinity()};
    glm::vec3 upper{-std::numeric_limits<float>::infinity()};

    glm::vec3 center() const { return 0.5f * (lower + upper); }
    glm::vec3 half() const { return 0.5f * (upper - lower); }
    bool is_empty() const { return !(lower.x <= upper.x && lower.y <= upper.y && lower.z <= upper.z); }
    friend bool operator==(const Aabb&, const Aabb&) = default;
};

// Boxes of the same frame; closed, so touching overlaps.
inline bool overlap(const Aabb& a, const Aabb& b) {
    return a.lower.x <= b.upper.x && b.lower.x <= a.upper.x && a.lower.y <= b.upper.y && b.lower.y <= a.upper.y &&
           a.lower.z <= b.upper.z && b.lower.z <= a.upper.z;
}

inline Aabb merge(const Aabb& a, const Aabb& b) {
    return {glm::min(a.lower, b.lower), glm::max(a.upper, b.upper)};
}

// The nearest float not above (not below) a double: how a bound is stored.
inline float round_down(double value) {
    const float nearest = static_cast<float>(value);
    return static_cast<double>(nearest) > value ? std::nextafterf(nearest, -std::numeric_limits<float>::infinity()) : nearest;
}
inline float round_up(double value) {
    const float nearest = static_cast<float>(value);
    return static_cast<double>(nearest) < value ? std::nextafterf(nearest, std::numeric_limits<float>::infinity()) : nearest;
}

} // namespace boxwood
