// What: tests for polytopes in contact, or so close that rounding decides. They tell whether a point is inside a
//     polytope, whether two polytopes only touch, and whether two witnesses are the closest points.
// Frame: functions on pairs use the frame of A (suffix _a); functions on one polytope use its own frame.
// Source: [Ponamgi 1995] for the pyramids over the faces.
#pragma once

#include "collision/narrow_phase/closest_features.hpp"
#include "collision/narrow_phase/walk/local_frame_polytope.hpp"

namespace boxwood {

// The tolerance of contact tests, relative to the lengths that enter the rounding of positions: the extents of both
// polytopes and the distance of their origins. It is about 500 times the rounding of double, and a million times finer
// than the rounding of the float coordinates.
inline constexpr double kTouchingTolerance = 1.0 / (1ull << 44);

// The sum of the lengths that determine the rounding of a position of one polytope in the frame of the other.
inline double rounding_scale(const Polytope& a, const Polytope& b, const Pose& a_from_b) {
    return a.extent() + b.extent() + glm::length(a_from_b.origin);
}

// How far a polytope deviates from a convex one with planar faces. A reflex() of more than kDent times the extent is
// ignored: merging of faces cannot cause such a value. It comes from corners so thin that two of their edges are nearly
// collinear.
inline double unevenness_of(const Polytope& polytope) {
    constexpr double kDent = 1.0 / (1 << 20); // 16 roundings of a float
    const bool is_dent = polytope.reflex() <= kDent * polytope.extent();
    return polytope.flatness() + (is_dent ? polytope.reflex() : 0.0);
}

// The depth or distance up to which the pair counts as touching. `scale` is its rounding_scale(). The unevenness is
// added because faces are planar only within the rounding of float coordinates, and edges between nearly coplanar
// faces are not exactly convex.
inline double touching_distance(const Polytope& a, const Polytope& b, double scale) {
    return kTouchingTolerance * scale + unevenness_of(a) + unevenness_of(b);
}
inline double touching_distance(const Polytope& a, const Polytope& b, const Pose& a_from_b) {
    return touching_distance(a, b, rounding_scale(a, b, a_from_b));
}

// Returns the face whose pyramid from the centroid contains the point, by hill climbing from `start` over neighboring
// faces. The point is inside the polytope iff it is not above that face. The climb maximizes the following ratio over
// the faces: the distance of the point from the centroid, divided by the distance at which the ray from the centroid
// through the point meets the face's plane. The ratio is a linear function on the dual polytope, so it has no other
// local maximum.
std::uint32_t climb_to_face_over(const Polytope& polytope, const glm::dvec3& point, std::uint32_t start);

// Returns a lower bound on the depth of a point inside the polytope; negative if the point is outside. `face` is the
// result of climb_to_face_over. Its plane is the nearest relative to the plane's distance from the centroid, but the
// planes of other faces can be nearer in absolute distance.
double find_least_depth(const Polytope& polytope, const glm::dvec3& point, std::uint32_t face);

// Returns touching or penetrating, for polytopes that have `point_a` in common within `tolerance`. They touch iff a
// plane through that point separates them within `tolerance`. O(V + F) time, plus O(V) for each face and each pair of
// edges at the point.
ContactStatus classify_contact(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                               const glm::dvec3& point_a, double tolerance);

// Returns the gap from A to B along a unit direction in A's frame; negative unless B lies entirely beyond A along it.
// O(V) time.
double find_separation(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                       const glm::dvec3& normal_a);

// Checks the optimality certificate, within rounding and reflex(): along the direction from the witness of A to the
// witness of B, no vertex of A lies beyond the witness of A, and no vertex of B lies before the witness of B. Returns
// false if the witnesses coincide.
bool are_closest_points(const Polytope& a, const Polytope& b, const Pose& a_from_b, const glm::dvec3& on_a_a,
                        const glm::dvec3& on_b_a);

} // namespace boxwood
