// What: the query and result types of all narrow phases for convex polytopes.
// Frame: witness points are in the frame of polytope A (suffix _a). Units: lengths as in the scene.
// Invariants: if disjoint, distance > 0, and (point_on_a, point_on_b) is a pair of closest points. If touching or
//     penetrating, distance == 0, the features witness the contact, and both points represent one common point: they
//     differ by at most touching_distance() of contact.hpp. If touching, the penetration depth is at most that
//     distance.
// Trace: every narrow phase records the visited feature pairs as visits of kind feature_step, so that one replay can
//     show all narrow phases.
//     a, b: the visited features, packed. depth: the iteration, starting at 0.
//     axis: the Voronoi plane that the walk crossed to leave one of the two features, or -1. The planes
//     of a vertex are numbered as in vertex_edges, the planes of a face as in face_edges, and the planes of an edge
//     are 0 tail, 1 head, 2 left, 3 right. Numbers above 127 are recorded as 127.
//     verdict: true if the next features need not be neighbors of these, because the walk escaped from a local minimum,
//     leapt (feature_walk.hpp) or restarted, or because the method does not walk.
//     The last visit contains the features of the result, unless an escape, a leap or a fallback found the result after
//     that visit.
// Degenerate input: parallel edges and faces have several pairs of closest points. The result is one of them; which one
//     can depend on the features from which the walk started.
// Cost: a ClosestFeatures has 88 bytes. Without a trace, record_feature_step() costs nothing.
// Oracle: the optimality certificate.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/core/trace.hpp"

#include <algorithm>
#include <cstdint>

#include <glm/vec3.hpp>

namespace boxwood {

enum class ContactStatus : std::uint8_t { disjoint, touching, penetrating };

// The features at which a walk starts or ends; cached for each pair from frame to frame.
struct FeaturePair {
    Feature a, b;
    friend bool operator==(const FeaturePair&, const FeaturePair&) = default;
};

struct ClosestFeatures {
    ContactStatus status = ContactStatus::disjoint;
    bool is_fallback = false; // GJK or the exhaustive search replaced the result of the requested method
    FeaturePair features;
    glm::dvec3 point_on_a_a{0.0}, point_on_b_a{0.0}; // both in A's frame
    double distance = 0.0;
    std::uint32_t iterations = 0; // steps of a walk, simplices of GJK, or pairs of the exhaustive search
};

template <TracePolicy Trace>
void record_feature_step(Trace& io_trace, const FeaturePair& pair, std::uint32_t iteration, int plane,
                         bool is_jump) {
    io_trace.record({.a = pack(pair.a),
                     .b = pack(pair.b),
                     .depth = iteration,
                     .kind = VisitKind::feature_step,
                     .verdict = is_jump,
                     .axis = static_cast<std::int8_t>(std::min(plane, 127))});
}

} // namespace boxwood
