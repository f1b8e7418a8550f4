// What: the world box of a body according to its box kind, enlarged by a margin.
// Invariants: contains every vertex, computed as pose * p in double, with the margin on every side; bounds are rounded
//             outwards.
// Cost: volumes/body_boxes.hpp.
// Source: [Cohen 1995] section 4.1. Oracle: scanning all vertices.
#pragma once

#include "collision/volumes/body_boxes.hpp"
#include "collision/world/body.hpp"

namespace boxwood {

inline Aabb enlarge(const Aabb& box, double margin) {
    if (margin == 0.0) return box;
    return box_of({glm::dvec3(box.lower) - margin, glm::dvec3(box.upper) + margin});
}

// The same from bounds, without storing an intermediate box, whose float stores would add latency.
inline Aabb enlarge(const CoordinateBounds& bounds, double margin) {
    if (margin == 0.0) return box_of(bounds);
    const auto lower = [&](glm::length_t axis) {
        return round_down(static_cast<double>(round_down(bounds.lower[axis])) - margin);
    };
    const auto upper = [&](glm::length_t axis) {
        return round_up(static_cast<double>(round_up(bounds.upper[axis])) + margin);
    };
    return {{lower(0), lower(1), lower(2)}, {upper(0), upper(1), upper(2)}};
}

// A box around the hull of all parts at their current angles, or a cube that contains them at all angles.
inline Aabb make_parts_box(Body& io_body, double margin, ClimbCounters& io_counters) {
    HullHierarchyState& parts = *io_body.parts;
    parts.update();
    if (io_body.box == BoxKind::fixed_cube) {
        const glm::dvec3 center_w = io_body.world_from_body * parts.tree().center();
        return enlarge(CoordinateBounds{center_w, center_w}, parts.tree().reach() * (1.0 + 1e-8) + margin);
    }
    const ErrorBoundedHull& hull = parts.hull(0);
    for (std::uint32_t& vertex :
         io_body.support_vertices.vertex) // the hull may have changed since the last step
        if (vertex >= hull.polytope.positions().size()) vertex = 0;
    const CoordinateBounds bounds =
        climb_bounds(hull.polytope, io_body.world_from_body, io_body.support_vertices, io_counters);
    return enlarge(bounds, hull.error_bound + margin);
}

// Whether the box comes from hill climbing, which is interleaved over many bodies. Of few vertices all are scanned, eight at
// a time, which is faster.
inline bool has_climbed_box(const Body& body, bool always_climb) {
    const bool is_tight = body.polytope && !body.parts && body.box == BoxKind::dynamic_box;
    return is_tight && (always_climb || body.polytope->blocks().empty());
}

// The same box by either; updates the body's support vertices.
inline Aabb make_world_box(Body& io_body, double margin, bool always_climb, ClimbCounters& io_counters) {
    if (io_body.parts) return make_parts_box(io_body, margin, io_counters);
    const Pose& pose = io_body.world_from_body;
    if (!io_body.polytope) return enlarge(world_box(io_body.shape->bounds(), pose), margin);
    if (io_body.box == BoxKind::fixed_cube) return enlarge(cube_box(*io_body.polytope, pose), margin);
    ExtremalVertices& vertices = io_body.support_vertices;
    return enlarge(has_climbed_box(io_body, always_climb)
                       ? climb_bounds(*io_body.polytope, pose, vertices, io_counters)
                       : scan_bounds(*io_body.polytope, pose, vertices, io_counters),
                   margin);
}

} // namespace boxwood
