#include "collision/volumes/body_boxes.hpp"

#include <cmath>

namespace boxwood {

namespace {

Aabb round_outwards(const glm::dvec3& lower, const glm::dvec3& upper) {
    return {{round_down(lower.x), round_down(lower.y), round_down(lower.z)},
            {round_up(upper.x), round_up(upper.y), round_up(upper.z)}};
}

// The maximum relative stretch of a radius by a pose that is_rigid accepts. is_rigid tolerates an error of 1e-9 in the
// squared lengths, the dot product and the cross product of the pose's columns.
constexpr double kRigidStretch = 4e-9;

} // namespace

Aabb box_of(const CoordinateBounds& bounds) {
    return round_outwards(bounds.lower, bounds.upper);
}

Aabb climb_box(const Polytope& polytope, const Pose& world_from_body, ExtremalVertices& io_cache,
               ClimbCounters& io_counters) {
    return box_of(climb_bounds(polytope, world_from_body, io_cache, io_counters));
}

CoordinateBounds enlarge_by_rounding(const CoordinateBounds& bounds, const Pose& world_from_body,
                                     double extent) {
    const glm::dvec3 rounding = rounding_bound(world_from_body, extent);
    return {bounds.lower - rounding, bounds.upper + rounding};
}

Aabb cube_box(const Polytope& polytope, const Pose& world_from_body) {
    return cube_box({polytope.centroid(), polytope.radius(), polytope.extent(), 1.0}, world_from_body);
}

Aabb cube_box(const CubeSize& size, const Pose& world_from_body) {
    const glm::dvec3 center_w = world_from_body * size.center;
    // 2^-49 of the terms covers the rounding errors of the center and of a vertex. Each error is at most 4 units in the
    // last place of its terms.
    const glm::dvec3& origin = world_from_body.origin;
    const double terms =
        4.0 * size.stretch * size.extent + std::fabs(origin.x) + std::fabs(origin.y) + std::fabs(origin.z);
    const double half = size.stretch * size.radius * (1.0 + kRigidStretch) + 0x1p-49 * terms;
    return round_outwards(center_w - half, center_w + half);
}

// No margin for rounding is needed because rounding is monotonic. For p between lower and upper, each rounded product
// lies between the rounded products of the two ends. The sums are added in the order of pose * p, so the same holds for
// each rounded sum.
CoordinateBounds world_bounds(const Aabb& box_b, const Pose& world_from_body) {
    const glm::dmat3& m = world_from_body.linear;
    const glm::dvec3 lower_b(box_b.lower), upper_b(box_b.upper);
    const auto smaller_term = [&](glm::length_t j) { return glm::min(m[j] * lower_b[j], m[j] * upper_b[j]); };
    const auto larger_term = [&](glm::length_t j) { return glm::max(m[j] * lower_b[j], m[j] * upper_b[j]); };
    return {((smaller_term(0) + smaller_term(1)) + smaller_term(2)) + world_from_body.origin,
            ((larger_term(0) + larger_term(1)) + larger_term(2)) + world_from_body.origin};
}

Aabb world_box(const Aabb& box_b, const Pose& world_from_body) {
    return box_b.is_empty() ? Aabb{} : box_of(world_bounds(box_b, world_from_body));
}

} // namespace boxwood
