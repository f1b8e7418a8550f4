// What: moves convex pieces through the world without penetration: up to the obstacles, and then along them.
// Frame: world. Units: meters.
// Invariants: pieces that are disjoint from the world keep the distance kSkin from it for any length of the motion. The
//     plane between the closest points of two convex pieces separates them until one of them reaches it. A mesh has no
//     such plane: near a mesh, a step is at most as long as the distance or 2 mm, whichever is more, and is undone if
//     it ends with the piece in the mesh.
// Degenerate input: pieces that already penetrate a convex obstacle can move out or along its surface, but not deeper.
//     Pieces that are in a mesh at the start move freely, because no direction is known to lead out; but if another
//     obstacle is in the way and they would stop inside the mesh, they do not move.
// Cost: per step, a closest-feature query for each piece and each surface near its path; at most 24 steps.
// Oracle: tests/engine/walk/walker_test.cpp checks, with an exhaustive narrow phase, that random motions among
//     polytopes end outside all of them. It also checks that no motion ends in or behind a sheet of triangles.
#pragma once

#include "engine/walk/hand/pieces.hpp"

#include <span>
#include <vector>

namespace boxwood {

inline constexpr double kSkin = 0.0002;  // meters between moving pieces and the world
inline constexpr double kTouch = 0.0005; // meters; nearer surfaces count as touched

struct Obstacle {
    BodyId body = kNone;
    glm::dvec3 normal_w{0.0}, point_w{0.0};
    glm::dvec3 blocked_w{0.0}; // the part of the motion that the obstacle blocks
};

struct SlideRequest {
    std::span<const Piece> pieces;
    const std::vector<bool>& skips; // per body
    bool slides = true;             // false: stop at the first obstacle
};

// Returns the actual motion, and appends the obstacles.
glm::dvec3 slide(const CollisionWorld& world, const SlideRequest& request, const glm::dvec3& motion_w,
                 ClearanceScratch& io_scratch, std::vector<Obstacle>& io_obstacles);

// The smallest clearance between any of the pieces and the near surfaces. The distance is `reach` if nothing is nearer.
struct SmallestClearance {
    Clearance clearance;
    BodyId body = kNone;
    std::size_t piece = 0;
};
SmallestClearance find_smallest_clearance(std::span<const Piece> pieces, std::span<const NearSurface> near,
                                          double reach, ClearanceScratch& io_scratch);

} // namespace boxwood
