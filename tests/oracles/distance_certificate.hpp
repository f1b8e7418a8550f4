// What: the optimality certificate: two points p and q of two convex hulls A and B are a closest pair if both are
//     extreme along the line between them.
// Invariants: let d = q - p. If every a in A has d.a <= d.p, and every b in B has d.b >= d.q, then no pair is nearer
//     than |d|. If points violate these conditions by lengths along d, no pair is nearer than |d| minus the largest
//     violation in A and the largest in B.
// Degenerate input: requires p != q.
#pragma once

#include <glm/vec3.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace boxwood::oracle {

using Real = long double;

inline Real dot(const glm::dvec3& d, const glm::dvec3& p, const glm::dvec3& origin) {
    return Real{d.x} * (Real{p.x} - origin.x) + Real{d.y} * (Real{p.y} - origin.y) +
           Real{d.z} * (Real{p.z} - origin.z);
}

// A lower bound on the distance of the hulls of `a` and `b`: the gap between their intervals along the line from p to
// q. If p and q are a closest pair, the bound equals the distance.
inline double gap_along(const glm::dvec3& p, const glm::dvec3& q, std::span<const glm::dvec3> a,
                        std::span<const glm::dvec3> b) {
    const glm::dvec3 d = q - p;
    Real highest_of_a = -std::numeric_limits<Real>::infinity(), lowest_of_b = -highest_of_a;
    for (const glm::dvec3& vertex : a) highest_of_a = std::max(highest_of_a, dot(d, vertex, p));
    for (const glm::dvec3& vertex : b) lowest_of_b = std::min(lowest_of_b, dot(d, vertex, p));
    const Real length = std::sqrt(dot(d, p + d, p));
    return static_cast<double>((lowest_of_b - highest_of_a) / length);
}

} // namespace boxwood::oracle
