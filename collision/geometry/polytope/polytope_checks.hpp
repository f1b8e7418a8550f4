// What: the checks of make_polytope that need positions. Each check returns an Error that names the first defect and
//       its element.
// Units: lengths as in the scene.
#pragma once

#include "collision/geometry/polytope/polygon_plane.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/geometry/polytope/surface.hpp"

namespace boxwood {

// Checks that every coordinate is finite and within kMaxCoordinate, like check_mesh, because the surface of a polytope
// is a mesh.
Status check_coordinates(std::span<const glm::vec3> positions);

// Checks that no edge has zero length.
Status check_edges(std::span<const glm::vec3> positions, const Surface& surface);

// Checks that each face has an area and is planar within `rounding`.
Status check_faces(std::span<const glm::vec3> positions, std::span<const Polygon> faces,
                   const Rounding& rounding);

struct SolidSize {
    double volume = 0.0; // negative if the faces are clockwise
    double area = 0.0;
    glm::dvec3 centroid{0.0}; // not finite if the volume is zero
};
// Sums over cones from one vertex to the faces. Cancellation errors are then relative to the size of the solid.
SolidSize measure(std::span<const glm::vec3> positions, std::span<const Polygon> faces);

Status check_volume(const SolidSize& solid);

// Checks that no vertex lies above the plane of a face. The plane of a narrow face is less accurate. The tolerance
// therefore grows with the distance of the vertex from the face, divided by the width of the face. Reports vertices by
// their index in `positions`.
Status check_convex(const Polytope& polytope, std::span<const glm::vec3> positions, const Rounding& rounding);

} // namespace boxwood
