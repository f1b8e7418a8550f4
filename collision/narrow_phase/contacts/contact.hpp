// What: tests for pairs in contact, or so close that rounding decides: whether a point is inside, whether the polytopes
//     only touch, and whether witnesses are the closest points.
// Frame: A's for pairs (suffix _a), the polytope's own for one polytope.
// Source: [Ponamgi 1995] for the pyramids over the faces.
#pragma once

#include "collision/narrow_phase/closest_features.hpp"
#include "collision/narrow_phase/walk/local_frame_polytope.hpp"

namespace boxwood {

// The tolerance of contact tests, relative to the lengths that enter the rounding of positions: the extents of both
// polytopes and the distance of their origins. It is about 250 times the rounding of double, and a million times finer
// than the rounding of the float coordinates.
inline constexpr double kTouchingTolerance = 1.0 / (1ull << 44);

// The sum of the lengths that enter the rounding of a position of either polytope in the frame of the other.
inline double rounding_scale(const Polytope& a, const Polytope& b, const Pose& a_from_b) {
    return a.extent() + b.extent() + glm::length(a_from_b.origin);
}

// How far faces and the edges between them deviate from the ideal polytope. A reflex larger than the dents that merging
// of faces can cause is not a dent: it comes from corners so thin that two of their edges are nearly collinear.
inline double unevenness_of(const Polytope& polytope) {
    constexpr double kDent = 1.0 / (1 << 20); // 16 roundings of a float
    const bool is_dent = polytope.reflex() <= kDent * polytope.extent();
    return polytope.flatness() + (is_dent ? polytope.reflex() : 0.0);
}

// The depth or distance up to which the pair counts as touching, computed from its rounding_scale(). Faces that are
// planar only within the rounding of float coordinates, and nearly flat edges between them, cannot be resolved more
// accurately.
inline double touching_distance(const Polytope& a, const Polytope& b, double scale) {
    return kTouchingTolerance * scale + unevenness_of(a) + unevenness_of(b);
}
inline double touching_distance(const Polytope& a, const Polytope& b, const Pose& a_from_b) {
    return touching_distance(a, b, rounding_scale(a, b, a_from_b));
}

// Returns the face whose pyramid from the centroid contains the point, by hill climbing from `start` over neighboring
// faces. The point is inside the polytope iff it is not above that face. The climb maximizes the ratio at which face
// planes cut the ray from the centroid through the point. This ratio is a linear function on the dual polytope, so it
// has no other local maximum, and the climb ends at the face through which the ray leaves.
std::uint32_t climb_to_face_over(const Polytope& polytope, const glm::dvec3& point, std::uint32_t start);

// Returns a lower bound on the depth of a point inside the polytope; negative if the point is outside. `face` is the
// result of climb_to_face_over. The planes of other faces can be nearer, but not relative to their distance from the
// centroid.
double find_least_depth(const Polytope& polytope, const glm::dvec3& point, std::uint32_t face);

// Returns touching or penetrating, for polytopes that have `point_a` in common within `tolerance`. They touch iff a
// plane through that point separates them within `tolerance`. O(V + F) time, plus O(V) for each face and each pair of
// edges at the point.
ContactStatus classify_contact(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                               const glm::dvec3& point_a, double tolerance);

// Returns the gap between A and B along a unit direction; negative if they overlap along it. O(V) time.
double find_separation(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                       const glm::dvec3& normal_a);

// Checks the optimality certificate, within rounding: along the difference of the witnesses, no vertex of A is beyond
// the witness of A, and no vertex of B is before the witness of B.
bool are_closest_points(const Polytope& a, const Polytope& b, const Pose& a_from_b, const glm::dvec3& on_a_a,
                        const glm::dvec3& on_b_a);

} // namespace boxwood
