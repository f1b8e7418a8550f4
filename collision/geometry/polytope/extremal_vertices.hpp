// What: the extremal vertices of a posed polytope or hull along the world axes, and with them its tightest axis-aligned bounds:
//       by hill climbing from the previous ones, or by a scan of all vertices, which is faster for few vertices.
// Frame: bounds in the target frame of the pose; only the row of the pose that an axis needs is evaluated.
// Invariants: the bounds are, to the last bit, the least and greatest coordinates of pose * p over all vertices.
// Degenerate input: if adjacent vertices are equal or differ by no more than rounding and flatness() explain (a face
//                   perpendicular to an axis, or tilted by 1e-15), all connected vertices of that height are searched;
//                   beyond kMaxPlateau of them, all vertices.
// Cost: at rest 6 (1 + vertex degree) evaluations of one coordinate, plus one degree per step climbed. The climbs of
//       many polytopes are interleaved, so that their cache misses overlap. A scan: 3 evaluations per vertex, eight at
//       once.
// Source: [Cohen 1995] section 4.1 (dynamic bounding boxes).
// Departs from the source: plateaus are searched.
// Oracle: scanning all vertices (tests/collision/geometry/extremal_vertices_test.cpp).
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/polytope/support_graph.hpp"

#include <array>
#include <span>

namespace boxwood {

// The cache of one body. Any vertices of its surface are valid; vertices near the extremal ones are fast.
struct ExtremalVertices {
    std::array<std::uint32_t, 6> vertex{}; // least and greatest x, least and greatest y, z
};

struct ClimbCounters {
    std::uint64_t evaluations = 0; // of one coordinate of one vertex
    std::uint64_t steps = 0;       // from a vertex to a better one
};

struct CoordinateBounds {
    glm::dvec3 lower{0.0}, upper{0.0};
};

// One surface of a group.
struct BoundsClimb {
    SupportGraph graph;
    const Pose* world_from_body = nullptr;
    ExtremalVertices* cache = nullptr; // updated to the extremal vertices
    CoordinateBounds bounds;           // out
};

inline constexpr std::size_t kMaxPlateau = 64; // vertices that a search stores on the stack
inline constexpr std::size_t kMaxBoundsAtOnce = 10;

// Adds to the counters. Requires at most kMaxBoundsAtOnce.
void climb_bounds(std::span<BoundsClimb> io_climbs, ClimbCounters& io_counters);

// The same for one surface: updates the cache to the extremal vertices.
CoordinateBounds climb_bounds(const SupportGraph& graph, const Pose& world_from_body,
                              ExtremalVertices& io_cache, ClimbCounters& io_counters);
CoordinateBounds climb_bounds(const Polytope& polytope, const Pose& world_from_body,
                              ExtremalVertices& io_cache, ClimbCounters& io_counters);

// The same bounds by a scan; requires few vertices, so that there are blocks. Of equal vertices, the first.
CoordinateBounds scan_bounds(const SupportGraph& graph, const Pose& world_from_body,
                             ExtremalVertices& out_cache, ClimbCounters& io_counters);
CoordinateBounds scan_bounds(const Polytope& polytope, const Pose& world_from_body,
                             ExtremalVertices& out_cache, ClimbCounters& io_counters);

// The bounds of all points, one after another, with the same arithmetic. Requires a point.
CoordinateBounds bounds_of_points(std::span<const glm::vec3> points, const Pose& world_from_body);

// Largest difference, along each axis, between the computed and the exact coordinates of pose * p, and between those of
// two points: for points within `extent` of the origin.
glm::dvec3 rounding_bound(const Pose& world_from_body, double extent);

} // namespace boxwood
