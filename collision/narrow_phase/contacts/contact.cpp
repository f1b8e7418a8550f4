#include "collision/narrow_phase/contacts/contact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace boxwood {
namespace {

// Largest normal . x over the vertices.
double support(const Polytope& polytope, const glm::dvec3& normal) {
    double largest = -std::numeric_limits<double>::infinity();
    for (const glm::vec3& p : polytope.positions())
        largest = std::fmax(largest, glm::dot(normal, glm::dvec3(p)));
    return largest;
}

// Faces and edges of a polytope that contain a point within a tolerance.
struct FeaturesAtPoint {
    std::vector<std::uint32_t> faces, edges;
};

FeaturesAtPoint find_features_at(const Polytope& polytope, const glm::dvec3& point, double tolerance) {
    FeaturesAtPoint features;
    std::vector<bool> contains_point(polytope.faces().size(), false);
    for (std::uint32_t f = 0; f < polytope.faces().size(); ++f) {
        const Polytope::Face& face = polytope.faces()[f];
        if (glm::dot(face.normal, point) - face.offset < -tolerance) continue;
        contains_point[f] = true;
        features.faces.push_back(f);
    }
    for (std::uint32_t e = 0; e < polytope.edges().size(); ++e) {
        const Polytope::Edge& edge = polytope.edges()[e];
        if (contains_point[edge.left] && contains_point[edge.right]) features.edges.push_back(e);
    }
    return features;
}

// Returns true if is_separating(n) is true for a candidate n: the normal, in A's frame, of a plane through a common
// point that can separate the polytopes. Candidates are the normals of the faces at the point, and the cross products
// of an edge of A and an edge of B at the point.
template <class Visit>
bool any_candidate(const Polytope& a, const FeaturesAtPoint& at_a, const Polytope& b,
                   const FeaturesAtPoint& at_b, const Pose& a_from_b, Visit&& is_separating) {
    for (const std::uint32_t f : at_a.faces)
        if (is_separating(a.faces()[f].normal)) return true;
    for (const std::uint32_t f : at_b.faces)
        if (is_separating(-(a_from_b.linear * b.faces()[f].normal))) return true;
    for (const std::uint32_t e : at_b.edges) {
        const glm::dvec3 direction_a = a_from_b.linear * b.edges()[e].direction;
        for (const std::uint32_t d : at_a.edges) {
            const glm::dvec3 across = glm::cross(a.edges()[d].direction, direction_a);
            const double sine = glm::length(across);
            if (sine > 0.0 && (is_separating(across / sine) || is_separating(across / -sine))) return true;
        }
    }
    return false;
}

// The distance of the point from the centroid, divided by the distance at which the ray from the centroid through the
// point meets the face's plane.
double ray_ratio(const Polytope& polytope, const glm::dvec3& point, std::uint32_t face) {
    const Polytope::Face& plane = polytope.faces()[face];
    const glm::dvec3& center = polytope.centroid();
    return glm::dot(plane.normal, point - center) / (plane.offset - glm::dot(plane.normal, center));
}

} // namespace

double find_separation(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                       const glm::dvec3& normal_a) {
    const glm::dvec3 normal_b = normal_a * a_from_b.linear;
    return glm::dot(normal_a, a_from_b.origin) - support(b, -normal_b) - support(a, normal_a);
}

std::uint32_t climb_to_face_over(const Polytope& polytope, const glm::dvec3& point, std::uint32_t start) {
    std::uint32_t best = start;
    double highest = ray_ratio(polytope, point, start);
    for (std::uint32_t at = kNone; at != best;) {
        at = best;
        for (const std::uint32_t e : polytope.face_edges(at)) {
            const Polytope::Edge& edge = polytope.edges()[e];
            const std::uint32_t neighbor = edge.left == at ? edge.right : edge.left;
            const double value = ray_ratio(polytope, point, neighbor);
            if (value <= highest) continue;
            highest = value;
            best = neighbor;
        }
    }
    return best;
}

double find_least_depth(const Polytope& polytope, const glm::dvec3& point, std::uint32_t face) {
    return polytope.inner_radius() * (1.0 - ray_ratio(polytope, point, face));
}

ContactStatus classify_contact(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                               const glm::dvec3& point_a, double tolerance) {
    // For each polytope, the point can have an error of up to `tolerance`.
    const FeaturesAtPoint at_a = find_features_at(a, point_a, 2.0 * tolerance);
    const FeaturesAtPoint at_b =
        find_features_at(b, (point_a - a_from_b.origin) * a_from_b.linear, 2.0 * tolerance);
    const bool is_touching = any_candidate(a, at_a, b, at_b, a_from_b, [&](const glm::dvec3& normal_a) {
        return find_separation(a, b, a_from_b, normal_a) >= -tolerance;
    });
    return is_touching ? ContactStatus::touching : ContactStatus::penetrating;
}

bool are_closest_points(const Polytope& a, const Polytope& b, const Pose& a_from_b, const glm::dvec3& on_a_a,
                        const glm::dvec3& on_b_a) {
    const double distance = glm::distance(on_a_a, on_b_a);
    if (distance == 0.0) return false;
    const double scale = rounding_scale(a, b, a_from_b);
    // A direction between points with an error of epsilon * scale has an angular error of epsilon * scale / distance.
    const double rounding = 16.0 * std::numeric_limits<double>::epsilon() * scale;
    const double error_bound = rounding * (1.0 + scale / distance) + a.reflex() + b.reflex();
    return find_separation(a, b, a_from_b, (on_b_a - on_a_a) / distance) >= distance - error_bound;
}

} // namespace boxwood
