// What: the question and the answer that every narrow phase for convex polytopes shares.
// Frame: witness points are in the frame of polytope A (suffix _a).
// Invariants: disjoint: distance > 0 and (point_on_a, point_on_b) is a closest pair. touching, penetrating:
//             distance == 0 and the points are one common point, within touching_distance() of contact.hpp;
//             the features witness the contact. touching: no deeper than that distance.
// Oracle: O3, the optimality certificate.
#pragma once

#include "collision/core/ids.hpp"

#include <cstdint>

#include <glm/vec3.hpp>

namespace boxwood {

enum class ContactStatus : std::uint8_t { disjoint, touching, penetrating };

// Where the walk starts and where it ended: kept per pair from frame to frame.
struct FeaturePair {
    Feature a, b;
    friend bool operator==(const FeaturePair&, const FeaturePair&) = default;
};

struct ClosestFeatures {
    ContactStatus status = ContactStatus::disjoint;
    bool is_fallback = false; // the walk's guard tripped and an exhaustive search answered
    FeaturePair features;
    glm::dvec3 point_on_a_a{0.0}, point_on_b_a{0.0}; // both in A's frame
    double distance = 0.0;
    std::uint32_t iterations = 0;
};

} // namespace boxwood
