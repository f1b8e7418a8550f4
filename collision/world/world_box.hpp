// What: computes the world box of a body for its box kind and enlarges it by a margin.
// Invariants: the box contains every vertex, computed as pose * p in double, with the margin on every side. Its bounds
//     are rounded outwards. A dynamic box is tight, with two exceptions. For a mesh that does not deform, it exceeds
//     the bounds of the vertices, before rounding outwards, by up to the rounding of pose * p. For a compound, it is
//     computed from the root's hull around all parts, unless that hull is stale (hull_hierarchy_state.hpp).
// Cost: about 20 ns for a fixed cube; hill climbing evaluates 6 (1 + vertex degree) coordinates of a body at rest.
// Source: [Cohen 1995] section 4.1. Oracle: scanning all vertices.
#pragma once

#include "collision/volumes/body_boxes.hpp"
#include "collision/world/body.hpp"

#include <algorithm>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {

inline Aabb enlarge(const Aabb& box, double margin) {
    if (margin == 0.0) return box;
    return box_of({glm::dvec3(box.lower) - margin, glm::dvec3(box.upper) + margin});
}

// Enlarges bounds without an intermediate box, because storing its floats would add latency.
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

// A dynamic box contains all parts at the current joint positions. A cube contains all parts at all joint positions.
// The dynamic box is computed from the root's hull unless that hull is stale.
inline Aabb make_parts_box(Body& io_body, double margin, ClimbCounters& io_counters) {
    HullHierarchyState& parts = *io_body.parts;
    parts.update_frames();
    if (io_body.box == BoxKind::fixed_cube) {
        const glm::dvec3 center_w = io_body.world_from_body * parts.tree().center();
        return enlarge(CoordinateBounds{center_w, center_w}, parts.tree().reach() * (1.0 + 1e-8) + margin);
    }
    if (!parts.has_hull(0)) return enlarge(parts.climb_parts(io_body.world_from_body, io_counters), margin);
    const ErrorBoundedHull& hull = parts.hull(0);
    const CoordinateBounds bounds =
        climb_bounds(hull.polytope, io_body.world_from_body, io_body.support_vertices, io_counters);
    return enlarge(bounds, hull.error_bound + margin);
}

inline double largest_scale(const Transform& transform) {
    const glm::dvec3 s = glm::abs(transform.s);
    return std::max(s.x, std::max(s.y, s.z));
}

// Returns a cube that contains the mesh at every rotation. The center of the cube is the center of the mesh's box; for
// a deforming mesh, of the box at rest.
inline Aabb make_mesh_cube(const Body& body) {
    const Shape& shape = *body.shape;
    const double extent = glm::length(shape.center()) + shape.radius();
    return cube_box({shape.center(), shape.radius(), extent, largest_scale(body.transform)},
                    body.world_from_body);
}

// The graph from which a tight box is computed. Requires prepare_box() and a polytope or a mesh that does not deform,
// with a dynamic box.
inline SupportGraph support_graph_of(const Body& body) {
    return body.polytope ? support_graph_of(*body.polytope) : body.shape->hull()->graph();
}

// For a mesh, enlarges the bounds by the rounding error of pose * p: the hull omits vertices of the mesh whose
// coordinates can round to values outside of the bounds of the hull.
inline CoordinateBounds bounds_of_all(const Body& body, const SupportGraph& graph,
                                      const CoordinateBounds& bounds) {
    return body.polytope ? bounds : enlarge_by_rounding(bounds, body.world_from_body, graph.extent);
}

// Builds the hull from which the dynamic box of a mesh is computed. Call this before several threads share the shape.
inline void prepare_box(const Body& body) {
    if (body.box != BoxKind::dynamic_box) return;
    body.shape->build_hull();
    BOXWOOD_REQUIRE(body.shape->hull() == nullptr || !body.shape->hull()->is_empty()); // it has vertices
}

// Whether the box is computed by hill climbing, interleaved over many bodies. If a body has few vertices, it is
// faster to scan all of them, eight at a time.
inline bool climbs_box(const Body& body, bool always_climb) {
    if (body.parts || body.deforming || body.box != BoxKind::dynamic_box) return false;
    return always_climb || support_graph_of(body).blocks.empty();
}

// Scanning and climbing give the same box. Both update the body's support vertices. Requires prepare_box().
inline Aabb make_world_box(Body& io_body, double margin, bool always_climb, ClimbCounters& io_counters) {
    if (io_body.parts) return make_parts_box(io_body, margin, io_counters);
    const Pose& pose = io_body.world_from_body;
    if (io_body.deforming && io_body.box == BoxKind::dynamic_box) {
        const std::span<const glm::vec3> positions = io_body.shape->mesh().positions;
        io_counters.evaluations += 3 * positions.size();
        return enlarge(bounds_of_points(positions, pose), margin);
    }
    if (io_body.box == BoxKind::fixed_cube)
        return enlarge(io_body.polytope ? cube_box(*io_body.polytope, pose) : make_mesh_cube(io_body),
                       margin);
    const SupportGraph graph = support_graph_of(io_body);
    ExtremalVertices& vertices = io_body.support_vertices;
    const CoordinateBounds bounds = climbs_box(io_body, always_climb)
                                        ? climb_bounds(graph, pose, vertices, io_counters)
                                        : scan_bounds(graph, pose, vertices, io_counters);
    return enlarge(bounds_of_all(io_body, graph, bounds), margin);
}

} // namespace boxwood
