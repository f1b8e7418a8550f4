// What: a shape of convex pieces, scaled along the axes of its frame: a new shape with its own planes, hulls, radius
//     and neighbours, not a pose that includes a scale.
// Frame: the shape's own.
// Invariants: every vertex v becomes about + scale * (v - about); normals follow by the inverse transpose because faces
//     are computed from scratch. A scaled shape is as convex as the original.
// Degenerate input: a mesh, a joint, or a scale that makes a piece too thin for a polytope is an Error.
// Cost: every plane and neighbour of every piece, 10 us each; a compound also needs one hull over all of its parts,
//     which become siblings below it.
// Oracle: tests/engine/walk/solids_test.cpp: the hull of the scaled points, the volume.
#pragma once

#include "collision/world/shape.hpp"

#include <memory>

namespace boxwood {

Result<std::shared_ptr<Shape>> make_scaled(const Shape& shape, const glm::dvec3& scale,
                                           const glm::dvec3& about);

} // namespace boxwood
