// What: decides whether a point lies inside, outside or on the surface of a solid mesh.
// Frame: the point is in the world; the mesh is placed by its pose.
// Invariants: with every hierarchy, the answer is exact for the closed triangles on the world vertices (pose * p in
//     double). Inside means that the winding number is not 0 (mesh_shells.hpp).
// Degenerate input: triangles without area, and rays through edges and vertices, are decided exactly. The following are
//     Errors: an operand without the shells of a solid; a point that is not finite; an operand that check_operand
//     rejects.
// Cost: O(log n) for most meshes: a query visits the nodes that are crossed by one ray from the point, parallel to a
//     world axis, toward the nearest side of the mesh's world box.
// Source: [Edelsbrunner 1990], simulation of simplicity, for rays through edges and vertices; [Ericson 2005] section
//     5.3.4 for counting crossings.
// Oracle: tests/oracles/winding_oracle.hpp, the sum of the solid angles of all triangles.
#pragma once

#include "collision/query/mesh_query.hpp"

#include <cstdint>

namespace boxwood {

enum class PointLocation : std::uint8_t { outside, on_surface, inside };

Result<PointLocation> locate_point(const MeshOperand& solid, const glm::dvec3& point_w);

namespace detail {

// Locates the point without checking the operand or the point.
PointLocation locate(const MeshOperand& solid, const glm::dvec3& point_w);

// Returns a lower bound on the distance from a point to the mesh. The point and the distance are in the mesh's frame.
// The bound is at least half the distance, up to rounding.
double clearance_of(const MeshOperand& solid, const glm::dvec3& point);

} // namespace detail
} // namespace boxwood
