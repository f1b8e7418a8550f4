// What: the direction of least depth of two polytopes, which find_penetration() and find_manifold() share.
// Frame: the frame of the first polytope (suffix _1). First and second are A and B in an order of their content, so that
//        the answer does not depend on the order of the arguments.
// Source: as in penetration.hpp.
#pragma once

#include "collision/narrow_phase/contacts/penetration.hpp"

#include <cstdint>

namespace boxwood::penetration_detail {

enum class AxisKind : std::uint8_t { face_of_first, face_of_second, edges };

struct PenetrationAxis {
    const Polytope* first = nullptr;
    const Polytope* second = nullptr;
    const Pose* world_from_first = nullptr;
    Pose first_from_second;
    bool is_swapped = false; // first is B

    ContactStatus status = ContactStatus::disjoint;
    bool is_unique = true;
    AxisKind kind = AxisKind::face_of_first;
    double depth = 0.0;
    double tolerance = 0.0;   // up to which a depth counts as touching
    glm::dvec3 normal_1{0.0}; // from first to second
    // The face, or the two edges, of `kind`; of the other polytope the farthest vertex.
    std::uint32_t on_first = 0, on_second = 0;
    std::uint32_t support_1 = 0, support_2 = 0; // the farthest vertices along and against the normal

    // Of the second polytope, to the first one's frame.
    glm::dvec3 point_of_second(std::uint32_t vertex) const {
        return first_from_second * second->positions()[vertex];
    }
};

// Aborts as find_penetration() does.
PenetrationAxis find_axis(const Polytope& a, const Polytope& b, const Pose& world_from_a,
                          const Pose& world_from_b);

// The point of the first polytope in the middle of the contact; the point of the second is it less depth * normal.
// out_features: those of the first and the second polytope.
glm::dvec3 find_witness(const PenetrationAxis& axis, FeaturePair& out_features);

} // namespace boxwood::penetration_detail
