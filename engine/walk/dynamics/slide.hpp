// What: moves convex pieces through the world without ever entering it: as far as they can go, then along what they met.
// Frame: world. Units: metres.
// Invariants: pieces that were apart from the world stay apart by kSkin, however long the way: along the way the plane
//             between the closest points of two convex pieces parts them until it is reached. Near a mesh, which has no such
//             plane, a step is at most the distance, or kMeshStep and taken back if it ended inside.
// Degenerate input: pieces that are inside already may move out and along, not deeper in.
// Cost: a closest-feature query per piece and surface near the way and step; at most kMaxSlides steps.
// Oracle: tests/engine/walk/walker_test.cpp, every position along random ways.
#pragma once

#include "engine/walk/hand/pieces.hpp"

#include <span>
#include <vector>

namespace boxwood {

inline constexpr double kSkin = 0.0002;  // metres that are kept between what moves and the world
inline constexpr double kTouch = 0.0005; // metres: what is no farther away is touched

// What stood in the way.
struct Obstacle {
    BodyId body = kNone;
    glm::dvec3 normal_w{0.0}, point_w{0.0};
    glm::dvec3 blocked_w{0.0}; // the part of the way that it took away
};

struct SlideRequest {
    std::span<const Piece> pieces;
    const std::vector<bool>& skips; // by body
    bool slides = true;             // false: stops at the first obstacle
};

// Returns the way that was gone; obstacles are appended.
glm::dvec3 slide(const CollisionWorld& world, const SlideRequest& request, const glm::dvec3& way_w,
                 ClearanceScratch& io_scratch, std::vector<Obstacle>& io_obstacles);

// The least clearance between any of the pieces and the world, looked for up to `reach`; a clearance of `reach` if there is none.
struct LeastClearance {
    Clearance clearance;
    BodyId body = kNone;
    std::size_t piece = 0;
};
LeastClearance find_least_clearance(std::span<const Piece> pieces, std::span<const NearSurface> near,
                                    double reach, ClearanceScratch& io_scratch);

} // namespace boxwood
