// What: the contact manifold of two convex pieces: up to kMaxContactPoints points with their normal and the signed
//     distance of the surfaces there.
// Frame: world; the normal points from the second to the first. Units: metres.
// Invariants: opposite faces give the corners of their common area, other contacts the closest points.
// Cost: linear in the faces of both.
// Source: [Ericson 2005] section 8.3 (clipping of polygons, Sutherland and Hodgman), as contact manifolds are made by
//     [Catto 2007].
// Oracle: tests/engine/walk/solids_test.cpp, by bodies resting on each other.
#pragma once

#include "engine/walk/hand/pieces.hpp"

#include <vector>

namespace boxwood {

struct ContactPoint {
    glm::dvec3 point_w{0.0}, normal_w{0.0};
    double apart = 0.0; // negative: penetration depth
};
inline constexpr std::size_t kMaxContactPoints = 8;

// Appends the points whose distance is at most `reach`.
void find_contact_points(const Piece& a, const BodySurface& b, double reach, ClearanceScratch& io_scratch,
                         std::vector<ContactPoint>& io_points);

} // namespace boxwood
