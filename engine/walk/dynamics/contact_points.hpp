// What: computes the contact manifold of a convex piece and a surface, which is convex or a mesh: up to
//     kMaxContactPoints points, each with the normal and the signed distance of the surfaces.
// Frame: world; the normal points from the second piece to the first. Units: meters.
// Invariants: for opposite faces of convex pieces, the points are corners of their common area. Other contacts, and all
//     contacts with a mesh, have one point, between the closest points.
// Degenerate input: gives no points if the piece intersects a mesh, because the contact then has no normal.
// Cost: linear in the number of faces of both pieces.
// Source: [Ericson 2005] section 8.3 (clipping of polygons, Sutherland and Hodgman); contact manifolds as in [Catto
//     2007].
// Oracle: tests/engine/walk/solids_test.cpp, with bodies that rest on each other.
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
