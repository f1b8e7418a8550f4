// What: moves convex pieces through the world without ever entering it: as far as possible, then along the obstacles.
// Frame: world. Units: metres.
// Invariants: pieces that are disjoint from the world stay kSkin away from it, however long the way: the plane between
//     the closest points of two convex pieces separates them until it is reached. A mesh has no such plane: near it, a
//     step is at most the distance, or kMeshStep, which is undone if it ends inside.
// Degenerate input: pieces that already penetrate may move out and along, not deeper in.
// Cost: a closest-feature query per piece and surface near the way and step; at most kMaxSlides steps.
// Oracle: tests/engine/walk/walker_test.cpp, every position along random ways.
#pragma once

#include "engine/walk/hand/pieces.hpp"

#include <span>
#include <vector>

namespace boxwood {

inline constexpr double kSkin = 0.0002;  // metres between moving pieces and the world
inline constexpr double kTouch = 0.0005; // metres: nearer surfaces count as touched

// An obstacle on the way.
struct Obstacle {
    BodyId body = kNone;
    glm::dvec3 normal_w{0.0}, point_w{0.0};
    glm::dvec3 blocked_w{0.0}; // the part of the way that it removed
};

struct SlideRequest {
    std::span<const Piece> pieces;
    const std::vector<bool>& skips; // per body
    bool slides = true;             // false: stops at the first obstacle
};

// Returns the way actually moved; appends obstacles.
glm::dvec3 slide(const CollisionWorld& world, const SlideRequest& request, const glm::dvec3& way_w,
                 ClearanceScratch& io_scratch, std::vector<Obstacle>& io_obstacles);

// The least clearance between any of the pieces and the world within `reach`; `reach` if there is nothing nearer.
struct LeastClearance {
    Clearance clearance;
    BodyId body = kNone;
    std::size_t piece = 0;
};
LeastClearance find_least_clearance(std::span<const Piece> pieces, std::span<const NearSurface> near,
                                    double reach, ClearanceScratch& io_scratch);

} // namespace boxwood
