// What: the penetration of two convex polytopes: the shortest translation that separates their interiors.
// Frame: poses are world_from_a and world_from_b, rigid; results are in the world (suffix _w).
// Units: lengths as in the scene.
// Invariants: normal_w has length 1 and points from A to B. After a translation of B by depth * normal_w, a plane with
//     that normal separates all vertices, so there is no common interior point. No shorter translation has this effect.
//     point_on_a_w - point_on_b_w == depth * normal_w within rounding; both points lie in their polytopes within
//     rounding and flatness(). Swapping A and B negates the normal and swaps points and features, bit for bit, unless
//     both polytopes and both poses are identical.
// Degenerate input: if several directions have the smallest depth within rounding (as for identical boxes at one
//     position), a fixed rule that prefers face normals selects one, and is_unique is false. Thin, coincident and
//     nested polytopes need no special treatment. If faces are not exactly planar, the error of the depth grows by up
//     to flatness(), but the translation still separates the polytopes.
// Errors: aborts if a pose, or the relative pose, is not rigid within 1e-9, if the origin of one polytope in the frame
//     of the other is beyond kMaxPoseEntry, or if a polytope is empty.
// Cost: about 2 us for two boxes or for polytopes of 20 faces, 6 us for 100 faces, 13 us for 500. If rounding errors
//     make the expansion fail, O(E_a F_b + E_a E_b) time: 5 ms for 500 faces.
// Source: [Ericson 2005] section 5.2.1 (separating axes of polytopes); [Gregorius 2013] for edges whose arcs cross on
//     the Gauss map; [van den Bergen 2001] for the expansion (penetration_expansion.hpp).
// Departs from the source: the arcs only select candidates, with a tolerance. The depth of each candidate is measured
//     by support vertices, so rounding can make it slightly too large but never too small.
// Oracle: penetration_test enumerates all normals in long double, and a linear program finds the separation.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/closest_features.hpp"

namespace boxwood {

struct Penetration {
    // disjoint: normal_w separates the polytopes, and nothing else is set. touching: the depth is at most
    // touching_distance() of contact.hpp. penetrating: the depth is larger.
    ContactStatus status = ContactStatus::disjoint;
    // True if every direction that differs from the normal by more than 1e-6 has a depth that is larger by more than
    // rounding. False for symmetric configurations, where the normal can jump between frames.
    bool is_unique = true;
    double depth = 0.0; // at least 0
    glm::dvec3 normal_w{0.0};
    // The deepest points: of A, the point farthest along the normal; of B, the point farthest against it.
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
    // The features of A and B in the planes that are perpendicular to the normal and contain the deepest points: either
    // two edges; or a face of one polytope, and a vertex, edge or face of the other. If faces are nearly parallel, they
    // can instead be any features that contain the deepest points within rounding.
    FeaturePair features;
};

Penetration find_penetration(const Polytope& a, const Polytope& b, const Pose& world_from_a,
                             const Pose& world_from_b);

} // namespace boxwood
