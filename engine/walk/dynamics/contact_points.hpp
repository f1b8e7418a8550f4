// What: computes the contact manifold of a convex piece and a surface, which is convex or a mesh: up to
//     kMaxContactPoints points, each with the normal and the signed distance of the surfaces.
// Frame: world; the normal points from the second piece to the first. Units: meters.
// Invariants: a contact of two convex pieces is a face contact if the contact normal is nearly a face normal of one of
//     them. Its points are the corners of the opposite face of the other piece, clipped to the prism over this face, as
//     far as they are within reach. All contacts with a mesh, and other contacts without such a corner, have one point:
//     the midpoint of the closest points.
// Degenerate input: gives no points if the piece intersects a mesh, because the contact then has no normal.
// Cost: one clearance query (engine/walk/hand/pieces.hpp); for two convex pieces, also time linear in the number of
//     their faces.
// Source: [Ericson 2005] section 8.3 (clipping of polygons, Sutherland and Hodgman); contact manifolds as in [Catto
//     2007].
// Oracle: tests/engine/walk/solids_test.cpp and walk_test.cpp, with bodies that come to rest on others.
#pragma once

#include "engine/walk/hand/pieces.hpp"

#include <vector>

namespace boxwood {

struct ContactPoint {
    glm::dvec3 point_w{0.0}, normal_w{0.0};
    double separation = 0.0; // negative: penetration depth
};
inline constexpr std::size_t kMaxContactPoints = 8;

// Appends the points whose distance is at most `reach`.
void find_contact_points(const Piece& a, const BodySurface& b, double reach, ClearanceScratch& io_scratch,
                         std::vector<ContactPoint>& io_points);

} // namespace boxwood
