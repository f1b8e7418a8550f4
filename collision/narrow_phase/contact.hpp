// What: the questions about a pair in contact, or so near to it that rounding decides: is this point inside,
//       do the polytopes only touch, are these witnesses really the closest points.
// Frame: "own" and "other" as in local_frame_polytope.hpp.
// Source: [Ponamgi 1995] for the pyramids over the faces; the optimality certificate for the certificate.
#pragma once

#include "collision/narrow_phase/closest_features.hpp"
#include "collision/narrow_phase/walk/local_frame_polytope.hpp"

namespace boxwood {

// Contact is decided to this fraction of the lengths that enter the rounding of positions: the extents of
// both polytopes and the distance of their origins. Some 250 times the rounding of a double, and a million
// times finer than that of the float coordinates.
inline constexpr double kTouchingTolerance = 1.0 / (1ull << 44);

// The lengths that enter the rounding of a position of either polytope in the frame of the other.
inline double rounding_scale(const Polytope& a, const Polytope& b, const Pose& a_from_b) {
    return a.extent() + b.extent() + glm::length(a_from_b.origin);
}

// How far faces and the edges between them are from what they are taken for. A reflex beyond what merging faces may
// dent is none: it comes from corners so thin that two of their edges are nearly in line.
inline double unevenness_of(const Polytope& polytope) {
    constexpr double kDent = 1.0 / (1 << 20); // 16 roundings of a float
    const bool is_dent = polytope.reflex() <= kDent * polytope.extent();
    return polytope.flatness() + (is_dent ? polytope.reflex() : 0.0);
}

// Depth or distance up to which the pair counts as touching, from its rounding_scale(). Faces that are planar only within
// the rounding of float coordinates, and nearly flat edges between them, cannot be told apart any better than that.
inline double touching_distance(const Polytope& a, const Polytope& b, double scale) {
    return kTouchingTolerance * scale + unevenness_of(a) + unevenness_of(b);
}
inline double touching_distance(const Polytope& a, const Polytope& b, const Pose& a_from_b) {
    return touching_distance(a, b, rounding_scale(a, b, a_from_b));
}

// The face whose pyramid over the centroid holds the point, climbing from `start` over neighboring faces. The
// point is inside the polytope iff it is not above that face. The climb maximizes the ratio in which faces
// cut the ray from the centroid through the point. On the dual polytope that is a linear function, so it has
// no local maximum, and the climb ends at the face that the ray leaves through.
std::uint32_t climb_to_face_over(const Polytope& polytope, const glm::dvec3& point, std::uint32_t start);

// A lower bound on the depth of a point inside the polytope, negative if it is outside; `face` as
// climb_to_face_over gives it. The planes of other faces may be nearer, but not in proportion to their
// distance from the centroid.
double find_least_depth(const Polytope& polytope, const glm::dvec3& point, std::uint32_t face);

// Touching or penetrating, of polytopes that have `point_a` in common within `tolerance`: touching iff a
// direction through that point separates them but for `tolerance`. O(V + F) and the square of the edges at
// the point.
ContactStatus classify_contact(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                               const glm::dvec3& point_a, double tolerance);

// How far B lies beyond A along a unit direction; negative: they overlap along it. O(V).
double find_separation(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                       const glm::dvec3& normal_a);

// The optimality certificate: no vertex of A lies farther along the witnesses' difference than the witness of A, none of B less far
// than that of B, but for rounding.
bool are_closest_points(const Polytope& a, const Polytope& b, const Pose& a_from_b, const glm::dvec3& on_a_a,
                        const glm::dvec3& on_b_a);

} // namespace boxwood
