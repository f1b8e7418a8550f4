// What: the penetration of two convex polytopes: the shortest translation that separates their interiors.
// Frame: poses are world_from_a and world_from_b, rigid; results are in the world (suffix _w).
// Units: lengths as in the scene.
// Invariants: normal_w has length 1 and points from A to B. Translating B by depth * normal_w leaves no common interior
//             point, because the plane with that normal then separates all vertices; no shorter translation does.
//             point_on_a_w - point_on_b_w == depth * normal_w within rounding; both points lie in their polytopes.
//             Exchanging A and B negates the normal and exchanges the rest, bit for bit, unless both polytopes and both
//             poses are equal.
// Degenerate input: if several directions have the least depth within rounding (equal boxes at one position), one of
//                   them is returned by a fixed rule that prefers normals of faces, and is_unique is false. Thin
//                   polytopes and coincident or nested ones need no special care. Faces that are planar only within
//                   flatness() add that much to the error of the depth; the translation separates all the same.
// Errors: aborts if a pose is not rigid within 1e-9 or has an origin beyond kMaxPoseEntry, or if a polytope is empty.
// Cost: about 2 us for two boxes or 20 faces each, 6 us at 100, 13 us at 500. If rounding spoils the expansion,
//       O(E_a F_b + E_a E_b): 5 ms at 500 faces.
// Source: [Ericson 2005] section 5.2.1 (separating axes of polytopes); [Gregorius 2013] for edges whose arcs cross on
//         the Gauss map; [van den Bergen 2001] for the expansion (penetration_expansion.hpp).
// Departs from the source: the arcs only select candidates, with a tolerance; each candidate is measured by support
//                          vertices, so that rounding can make a depth too large by little but never too small.
// Oracle: penetration_test: enumeration of all normals in long double; a linear program that finds the separation.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/closest_features.hpp"

namespace boxwood {

struct Penetration {
    // disjoint: normal_w separates the polytopes, and nothing else is set. touching: the depth is at most
    // touching_distance() of contact.hpp. penetrating: it is larger.
    ContactStatus status = ContactStatus::disjoint;
    // Whether all directions that differ by more than 1e-6 have a depth that is larger beyond rounding. False for
    // symmetric configurations, where the normal may jump between frames.
    bool is_unique = true;
    double depth = 0.0; // at least 0
    glm::dvec3 normal_w{0.0};
    // The deepest points: that of A is farthest along the normal, that of B farthest against it.
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
    // Of A and of B, in the planes perpendicular to the normal: a face and a vertex, edge or face, or two edges; where faces
    // are parallel within rounding, the features that hold the points.
    FeaturePair features;
};

Penetration find_penetration(const Polytope& a, const Polytope& b, const Pose& world_from_a,
                             const Pose& world_from_b);

} // namespace boxwood
