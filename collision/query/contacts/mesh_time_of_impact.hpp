// What: the first time at which two moving meshes, or a translating sphere or capsule and a mesh, come within a
//     tolerance of each other.
// Frame: motions and results are in the world (suffix _w).
// Units: lengths as in the scene; time from 0 to 1.
// Invariants: the time is never late: no two triangles meet before the time returned.
//     impact: at the time returned, the distance of the pair that stops the motion is at most tolerance_used. The
//     distance can be 0 only because of rounding.
//     none: the distance of every pair of triangles stays above half of tolerance_used, except while the two triangles
//     move away from each other.
//     iteration_limit: no triangles meet before the time returned; later times were not examined. The search also
//     returns this status if more than 2^20 pairs of nodes are in the queue. This happens for large meshes that are
//     close to each other everywhere.
//     Kind, volume and builder change the answer only by rounding, except with the status iteration_limit or a
//     tolerance of 0. If the status is starts_in_contact, they also determine which of the intersecting pairs of
//     triangles is returned. A tolerance of 0 selects the default: kImpactTolerance times the radius of the smaller
//     body's bounds, rounded up to a power of two.
//     Meshes are surfaces: a mesh that starts inside the other mesh is not in contact with it.
// Degenerate input: if triangles meet at time 0, the status is starts_in_contact. A tolerance below eight times the
//     bound on the rounding error of the positions is raised to that value. Triangles that are segments or points are
//     moved like other triangles. Poses can scale; the motion only rotates and translates.
// Errors: operands that check_operand rejects, motions that check_motion rejects, and a negative or NaN tolerance.
//     find_time_of_impact() ignores the poses of the operands, which can be missing; sweep_capsule() requires the pose
//     of the mesh.
// Cost: a best-first search over pairs of nodes. The pair with the earliest possible contact is opened first. The
//     search opens few pairs if the motion ends in an impact.
// Source: [Mirtich 1996b], [Tang 2009] (conservative advancement over hierarchies).
// Departs from the source: nodes are boxes, and each pair advances along the axis that allows the largest step.
// Oracle: mesh_time_of_impact_test: all pairs at sampled times.
#pragma once

#include "collision/narrow_phase/time_of_impact.hpp"
#include "collision/query/mesh_query.hpp"

#include <memory>

namespace boxwood {

struct MeshTimeOfImpact {
    ImpactStatus status = ImpactStatus::none;
    double time = 1.0; // in [0, 1]
    // The following five members describe, at `time`, the pair that stops the motion. They are unset if the status is
    // none, or if too many pairs of nodes were in the queue.
    double distance = 0.0;
    // Unit, from A to B; 0 if the status is starts_in_contact or if the two triangles meet at `time`.
    glm::dvec3 normal_w{0.0};
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
    PrimitivePair triangles;
    double tolerance_used = 0.0;
    std::uint64_t node_pairs = 0, triangle_pairs = 0, iterations = 0; // work done
};

Result<MeshTimeOfImpact> find_time_of_impact(const MeshOperand& a, const RigidMotion& motion_a,
                                             const MeshOperand& b, const RigidMotion& motion_b,
                                             const TimeOfImpactRequest& request = {});

// A is the set of all points within `radius` of its triangles. Distances are measured from the surface of this set, and
// point_on_a_w lies on that surface; if normal_w is 0, it lies on a triangle of A instead. A radius that is negative,
// NaN or beyond kMaxPoseEntry is an Error.
Result<MeshTimeOfImpact> find_time_of_impact(const MeshOperand& a, const RigidMotion& motion_a, double radius,
                                             const MeshOperand& b, const RigidMotion& motion_b,
                                             const TimeOfImpactRequest& request = {});

// Sweeps a capsule by `velocity_w` against a mesh at rest. The axis of the capsule is the segment from tail to head; if
// they coincide, the capsule is a sphere. In the result, A is the capsule, and its triangle number is 0. Distances are
// measured from the surface of the capsule, and point_on_a_w lies on that surface; if normal_w is 0, it lies on the
// axis instead. The following are Errors: a point or a velocity that is not finite or is beyond kMaxPoseEntry; and a
// radius that is negative, NaN or beyond kMaxPoseEntry.
Result<MeshTimeOfImpact> sweep_capsule(const MeshOperand& mesh, const glm::dvec3& tail_w,
                                       const glm::dvec3& head_w, double radius, const glm::dvec3& velocity_w,
                                       const TimeOfImpactRequest& request = {});

} // namespace boxwood
