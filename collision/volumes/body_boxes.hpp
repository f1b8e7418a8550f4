// What: computes three kinds of world boxes of a body: climb_box, the tightest box around a posed polytope; cube_box, a
//     cube that contains the body at every rotation; world_box, the box around a posed box.
// Frame: input in the body's frame; output in the world.
// Invariants: climb_box and cube_box contain pose * p, computed in double, for every vertex p of the body; world_box
//     contains it for every point p of the given box. Bounds are rounded outwards to float.
// Degenerate input: world_box of an empty box is empty; world_bounds requires a non-empty box. climb_box ends the
//     process if the polytope is empty.
// Cost: climb_box evaluates 6 (1 + vertex degree) coordinates for a body at rest; each step of a climb adds one vertex
//     degree. cube_box and world_box take about 20 ns.
// Source: [Cohen 1995] section 4.1 (fixed cube and dynamic box); [Arvo 1990] for world_box.
// Oracle: scanning all vertices.
#pragma once

#include "collision/geometry/polytope/extremal_vertices.hpp"
#include "collision/volumes/aabb.hpp"

namespace boxwood {

// Rounds the bounds outwards to a float box.
Aabb box_of(const CoordinateBounds& bounds);

// Returns the tightest box (dynamic box), found by hill climbing from the cached vertices.
Aabb climb_box(const Polytope& polytope, const Pose& world_from_body, ExtremalVertices& io_cache,
               ClimbCounters& io_counters);

// Enlarges the bounds of a hull by rounding_bound(). They then contain pose * p, computed in double, for every point p
// in the hull.
CoordinateBounds enlarge_by_rounding(const CoordinateBounds& bounds, const Pose& world_from_body,
                                     double extent);

// Returns the fixed cube around the centroid, which contains the polytope at every rotation. Requires a rigid pose.
Aabb cube_box(const Polytope& polytope, const Pose& world_from_body);

// The size of a cube around any center. The points lie within `radius` of the center and within `extent` of the origin,
// both in the body's frame; `stretch` is the largest scale of the pose along an axis of the body.
struct CubeSize {
    glm::dvec3 center{0.0};
    double radius = 0.0, extent = 0.0, stretch = 1.0;
};
Aabb cube_box(const CubeSize& size, const Pose& world_from_body);

// Both return the world AABB of a posed box, for any affine pose. world_bounds does not round to float.
CoordinateBounds world_bounds(const Aabb& box_b, const Pose& world_from_body);
Aabb world_box(const Aabb& box_b, const Pose& world_from_body);

} // namespace boxwood
