// The penetration depth of two polytopes by enumeration: the least overlap of their vertices along the normals of all
// faces and along the cross products of all pairs of edges, in long double. Along every direction the overlap is at
// least the depth. Along some face normal of the Minkowski difference it equals the depth, and the enumeration contains
// all these normals.
#pragma once

#include "tests/oracles/convex_certificate.hpp"

#include <utility>

namespace boxwood::test {

// The overlap along a direction of any length: how far B must move in this direction to separate from A. Negative if
// they are separated along the direction.
inline Real overlap_along(const std::vector<Vec>& points_a, const std::vector<Vec>& points_b,
                          const Vec& direction) {
    const Real length = std::sqrt(glm::dot(direction, direction));
    Real most_a = -std::numeric_limits<Real>::infinity(), least_b = std::numeric_limits<Real>::infinity();
    for (const Vec& p : points_a) most_a = std::max(most_a, glm::dot(direction, p));
    for (const Vec& p : points_b) least_b = std::min(least_b, glm::dot(direction, p));
    return (most_a - least_b) / length;
}

// A is in its own frame, and B at a_from_b.
inline Real find_least_overlap(const Polytope& a, const Polytope& b, const Pose& a_from_b) {
    const std::vector<Vec> points_a = points_in_a(a, Pose{}), points_b = points_in_a(b, a_from_b);
    Real least = std::numeric_limits<Real>::infinity();
    for (const HalfSpace& s : half_spaces(a, points_a))
        least = std::min(least, overlap_along(points_a, points_b, s.normal));
    for (const HalfSpace& s : half_spaces(b, points_b))
        least = std::min(least, overlap_along(points_a, points_b, -s.normal));
    for (const Polytope::Edge& p : a.edges())
        for (const Polytope::Edge& q : b.edges()) {
            const Vec u = points_a[p.head] - points_a[p.tail], v = points_b[q.head] - points_b[q.tail];
            const Vec normal = glm::cross(u, v);
            const Real square = glm::dot(normal, normal);
            if (!(square > 1e-32L * glm::dot(u, u) * glm::dot(v, v))) continue; // parallel
            least = std::min(least, overlap_along(points_a, points_b, normal));
            least = std::min(least, overlap_along(points_a, points_b, -normal));
        }
    return least;
}

} // namespace boxwood::test
