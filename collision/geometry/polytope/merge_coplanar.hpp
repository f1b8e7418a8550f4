// What: the polygons of a convex surface after its coplanar neighbours have become one face.
// Invariants: a merged face stays within the rounding of the coordinates of one plane; vertices are kept only
//             where at least three of the resulting faces meet.
// Degenerate input: the normals of faces are not compared, only whether vertices lie in a plane: a sliver
//                   whose normal is rounding joins whatever neighbour holds it.
// Cost: O(F log F + sum over merged faces of k^2) for k vertices each.
#pragma once

#include "collision/geometry/polytope/polygon_plane.hpp"
#include "collision/geometry/polytope/surface.hpp"

namespace boxwood {

// An Error where merging leaves something that is not a polygon; faces by the caller's indices.
Result<std::vector<Polygon>> merge_coplanar(const Surface& surface, std::span<const glm::vec3> positions,
                                            std::span<const Polygon> faces, const Rounding& rounding);

} // namespace boxwood
