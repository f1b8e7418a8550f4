// What: the world box of a body: tight around a polytope at every pose, or a cube that fits all its
//       rotations, or around the box of a mesh.
// Frame: in: the body's; out: world.
// Invariants: a box contains pose * p, in double, for every vertex p (of a mesh: every p in its box);
//             bounds are rounded outwards to float.
// Degenerate input: world_box of an empty box is empty.
// Cost: climb_box: geometry/extremal_vertices.hpp; cube_box and world_box: constant, about 20 ns.
// Source: [Cohen 1995] section 4.1 (fixed cube and dynamic box); [Arvo 1990] for world_box.
// Oracle: scanning all vertices.
#pragma once

#include "collision/geometry/polytope/extremal_vertices.hpp"
#include "collision/volumes/aabb.hpp"

namespace boxwood {

// The box around bounds, rounded outwards.
Aabb box_of(const CoordinateBounds& bounds);

// The tightest box, by hill climbing from the cached vertices.
Aabb climb_box(const Polytope& polytope, const Pose& world_from_body, ExtremalVertices& io_cache,
               ClimbCounters& io_counters);

// The cube about the centroid that contains the polytope at every rotation; requires a rigid pose.
Aabb cube_box(const Polytope& polytope, const Pose& world_from_body);

// The box of a posed box; any affine pose.
Aabb world_box(const Aabb& box_b, const Pose& world_from_body);

} // namespace boxwood
