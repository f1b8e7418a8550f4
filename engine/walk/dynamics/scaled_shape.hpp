// What: a shape of convex pieces, grown along the axes of its frame: a new shape with its own planes, hulls, radius and
//       neighbours, not a pose with a scale in it.
// Frame: the shape's own.
// Invariants: every vertex v becomes about + scale * (v - about); normals follow by the inverse transpose because faces are
//             found anew. A scaled shape is as convex as it was.
// Degenerate input: a mesh, a joint, or a scale that makes a piece too thin for a polytope is an Error.
// Cost: every plane and neighbour of every piece, 10 us each; of parts also one hull over all of them, under which they
//       then stand side by side.
// Source: algorithms 1.17.
// Oracle: tests/engine/walk/solids_test.cpp: the hull of the scaled points, the volume.
#pragma once

#include "collision/world/shape.hpp"

#include <memory>

namespace boxwood {

Result<std::shared_ptr<Shape>> make_scaled(const Shape& shape, const glm::dvec3& scale,
                                           const glm::dvec3& about);

} // namespace boxwood
