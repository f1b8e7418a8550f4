#include "engine/explain/explanations/triangle_explanation.hpp"

#include "collision/geometry/predicates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// Whether all corners of `other` lie strictly on one side of the triangle's plane.
bool lies_on_one_side(const Triangle64& plane, const Triangle64& other) {
    std::array<int, 3> sides{};
    for (std::size_t i = 0; i < 3; ++i) sides[i] = orient3d(plane[0], plane[1], plane[2], other[i]);
    return sides[0] != 0 && sides[0] == sides[1] && sides[1] == sides[2];
}

double distance_to_plane(const Triangle64& plane, const Triangle64& other) {
    const glm::dvec3 normal = glm::normalize(glm::cross(plane[1] - plane[0], plane[2] - plane[0]));
    double nearest = std::numeric_limits<double>::infinity();
    for (const glm::dvec3& corner : other)
        nearest = std::min(nearest, std::fabs(glm::dot(normal, corner - plane[0])));
    return nearest;
}

} // namespace

TriangleExplanation explain_triangles(const Triangle64& a, const Triangle64& b) {
    TriangleExplanation explanation;
    const TriangleVerdict verdict = classify_triangles(a, b);
    explanation.is_exact_test = verdict.is_exact_test;
    explanation.closest = find_closest_points(a, b);
    if (verdict.contact != TriangleContact::disjoint) {
        explanation.outcome = TriangleOutcome::intersecting;
        explanation.section = find_section(a, b);
    } else if (lies_on_one_side(a, b)) {
        explanation.outcome = TriangleOutcome::separated_by_plane_of_a;
        explanation.plane_gap = distance_to_plane(a, b);
    } else if (lies_on_one_side(b, a)) {
        explanation.outcome = TriangleOutcome::separated_by_plane_of_b;
        explanation.plane_gap = distance_to_plane(b, a);
    }
    return explanation;
}

} // namespace boxwood
