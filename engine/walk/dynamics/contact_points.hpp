// What: where two convex pieces rest on each other: up to kMaxContactPoints points with their normal and how far apart the
//       surfaces are there.
// Frame: world; the normal points from the second to the first. Units: metres.
// Invariants: faces that face each other give the corners of the part that they share, anything else the closest points.
// Cost: linear in the faces of both.
// Source: [Ericson 2005] section 8.3 (clipping of polygons, Sutherland and Hodgman), as contact manifolds are made by
//         [Catto 2007].
// Oracle: tests/engine/walk/solids_test.cpp, by what it holds up.
#pragma once

#include "engine/walk/hand/pieces.hpp"

#include <vector>

namespace boxwood {

struct ContactPoint {
    glm::dvec3 point_w{0.0}, normal_w{0.0};
    double apart = 0.0; // below 0: so deep
};
inline constexpr std::size_t kMaxContactPoints = 8;

// Appends the points that are no farther apart than `reach`.
void find_contact_points(const Piece& a, const BodySurface& b, double reach, ClearanceScratch& io_scratch,
                         std::vector<ContactPoint>& io_points);

} // namespace boxwood
