// What: the polygons of a convex surface after adjacent coplanar faces are merged.
// Invariants: a merged face stays within the rounding of the coordinates of one plane; a vertex remains only if at
//             least three of the resulting faces share it.
// Degenerate input: merging tests whether vertices lie in a plane and does not compare face normals, so a sliver whose
//                   normal is only rounding error joins any adjacent face whose plane contains it.
// Cost: O(F log F + sum of k^2 over the merged faces) time, where k is the number of vertices of a merged face.
#pragma once

#include "collision/geometry/polytope/polygon_plane.hpp"
#include "collision/geometry/polytope/surface.hpp"

namespace boxwood {

// An Error if merging leaves a face that is not a polygon; it names faces by the caller's indices.
Result<std::vector<Polygon>> merge_coplanar(const Surface& surface, std::span<const glm::vec3> positions,
                                            std::span<const Polygon> faces, const Rounding& rounding);

} // namespace boxwood
