// What: scales a shape of convex pieces along the axes of its frame. The result is a new shape with its own planes,
//     hulls, radius and neighbors, not a pose that includes a scale.
// Frame: the shape's own.
// Invariants: every vertex v becomes about + scale * (v - about). Faces are recomputed, so normals transform with the
//     inverse transpose. A scaled shape is convex like the original.
// Degenerate input: a mesh, a joint, or a scale that makes a piece too thin for a polytope is an Error.
// Cost: 10 us per piece for its planes and neighbors. For a compound, the hull over all of its parts is scaled like a
//     piece; the parts become siblings below this hull.
// Oracle: tests/engine/walk/solids_test.cpp compares with the hull of the scaled points and with the volume.
#pragma once

#include "collision/world/shape.hpp"

#include <memory>

namespace boxwood {

Result<std::shared_ptr<Shape>> make_scaled(const Shape& shape, const glm::dvec3& scale,
                                           const glm::dvec3& about);

} // namespace boxwood
