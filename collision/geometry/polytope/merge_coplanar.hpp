// What: merges adjacent coplanar faces of a convex surface.
// Invariants: the vertices of a merged face lie in a slab no wider than `rounding` along its normal. A vertex remains
//             only if at least three of the resulting faces share it.
// Degenerate input: merging tests whether vertices lie in a plane and does not compare face normals. The normal of a
//                   sliver can be nothing but rounding error. The sliver still joins any adjacent face with a plane
//                   that contains it.
// Cost: O(F log F + sum of k^2 over the merged faces) time, where k is the number of vertices of a merged face.
#pragma once

#include "collision/geometry/polytope/polygon_plane.hpp"
#include "collision/geometry/polytope/surface.hpp"

namespace boxwood {

// Returns an Error if merging leaves a face that is not a polygon. The Error names faces by the caller's indices.
Result<std::vector<Polygon>> merge_coplanar(const Surface& surface, std::span<const glm::vec3> positions,
                                            std::span<const Polygon> faces, const Rounding& rounding);

} // namespace boxwood
