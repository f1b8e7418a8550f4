// What: finds the direction in which two polytopes penetrate least, for find_penetration() and find_manifold().
// Frame: the frame of the first polytope (suffix _1). The content of A and B, not the order of the arguments, decides
//     which of them is first. The answer therefore does not depend on that order.
// Source: the sources of penetration.hpp.
#pragma once

#include "collision/narrow_phase/contacts/penetration.hpp"

#include <cstdint>

namespace boxwood::penetration_detail {

enum class AxisKind : std::uint8_t { face_of_first, face_of_second, edges };

// If the status is disjoint, normal_1 is a separating direction, and of the members after `status` only normal_1 and
// tolerance are meaningful. The pointers refer to the arguments of find_axis().
struct PenetrationAxis {
    const Polytope* first = nullptr;
    const Polytope* second = nullptr;
    const Pose* world_from_first = nullptr;
    Pose first_from_second;
    bool is_swapped = false; // true if first is B

    ContactStatus status = ContactStatus::disjoint;
    bool is_unique = true;
    AxisKind kind = AxisKind::face_of_first;
    double depth = 0.0;
    double tolerance = 0.0;   // largest depth that counts as touching
    glm::dvec3 normal_1{0.0}; // from first to second
    // For edges: the two edges. For faces: the face, and the farthest vertex of the other polytope.
    std::uint32_t on_first = 0, on_second = 0;
    // The farthest vertices: of the first along the normal, of the second against it.
    std::uint32_t support_1 = 0, support_2 = 0;

    // A vertex of the second polytope, in the frame of the first.
    glm::dvec3 point_of_second(std::uint32_t vertex) const {
        return first_from_second * second->positions()[vertex];
    }
};

// Aborts under the conditions of find_penetration().
PenetrationAxis find_axis(const Polytope& a, const Polytope& b, const Pose& world_from_a,
                          const Pose& world_from_b);

// Returns a point of the first polytope, usually the center of the contact; that point minus depth * normal is the
// point of the second. out_features are the features of the first and the second polytope.
glm::dvec3 find_witness(const PenetrationAxis& axis, FeaturePair& out_features);

} // namespace boxwood::penetration_detail
