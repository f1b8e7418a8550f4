// What: computes the convex hull of points as a polytope, with Qhull.
// Frame: the frame of the points.
// Invariants: every point is inside or on the hull, up to rounding. The hull's vertices are bit-equal to some of the
//             points. Coplanar faces are merged to polygons; points in general position give triangles.
// Degenerate input: fewer than 4 or more than kMaxVertices / 4 points, a point that is not finite or is beyond 1e12, or
//             coplanar points give an Error with the reason.
// Cost: O(n log n); 1000 points on a sphere take a few milliseconds.
// Oracle: tests/engine/meshes/hull_test.cpp, every point against every face plane.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

Result<Polytope> make_hull(std::span<const glm::vec3> points);

// Returns only the faces, as indices of points, counter-clockwise seen from outside. This is cheaper, because the faces
// are not checked.
Result<std::vector<std::vector<std::uint32_t>>> find_hull_faces(std::span<const glm::vec3> points);

} // namespace boxwood
