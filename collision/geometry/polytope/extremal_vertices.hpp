// What: finds the extremal vertices of a posed polytope or hull along the world axes, which give its tightest
//       axis-aligned bounds. Searches by hill climbing from the previous extremal vertices, or by a scan of all
//       vertices, which is faster for few vertices.
// Frame: bounds in the target frame of the pose. For each axis, only the required row of the pose is evaluated.
// Invariants: the bounds are, to the last bit, the smallest and largest coordinates of pose * p over all vertices.
// Degenerate input: the coordinates of adjacent vertices along an axis (heights) can be equal, or differ only within
//             rounding and flatness(), for example at a face that is perpendicular to the axis, or tilted by 1e-15. A
//             search then visits all connected vertices of that height. If there are more than kMaxPlateau of them, it
//             visits all vertices. An empty polytope or hull has no bounds: every function ends the process.
// Cost: for a body at rest, 6 (1 + vertex degree) evaluations of one coordinate; each climbing step adds as many
//       evaluations as the next vertex has neighbors. The climbs of many polytopes are interleaved, so their cache
//       misses overlap. A scan takes 3 evaluations per vertex and processes eight vertices at a time.
// Source: [Cohen 1995] section 4.1 (dynamic bounding boxes).
// Departs from the source: plateaus are searched.
// Oracle: a scan of all vertices (tests/collision/geometry/extremal_vertices_test.cpp).
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/polytope/support_graph.hpp"

#include <array>
#include <span>

namespace boxwood {

// The cache of one body. It can contain any vertices of the body's surface, but the search is faster from vertices near
// the extremal ones.
struct ExtremalVertices {
    std::array<std::uint32_t, 6> vertex{}; // smallest x, largest x, smallest y, largest y, ...
};

struct ClimbCounters {
    std::uint64_t evaluations = 0; // of one coordinate of one vertex
    std::uint64_t steps = 0;       // from a vertex to a higher one
};

struct CoordinateBounds {
    glm::dvec3 lower{0.0}, upper{0.0};
};

// A request for the bounds of one surface.
struct BoundsClimb {
    SupportGraph graph;
    const Pose* world_from_body = nullptr;
    ExtremalVertices* cache = nullptr; // in: start vertices; out: the extremal vertices
    CoordinateBounds bounds;           // out
};

inline constexpr std::size_t kMaxPlateau = 64; // maximum number of vertices that a search stores on the stack
inline constexpr std::size_t kMaxBoundsAtOnce = 10;

// Updates the bounds and caches of at most kMaxBoundsAtOnce surfaces. Adds to the counters.
void climb_bounds(std::span<BoundsClimb> io_climbs, ClimbCounters& io_counters);

// Returns the bounds of one surface and updates its cache.
CoordinateBounds climb_bounds(const SupportGraph& graph, const Pose& world_from_body,
                              ExtremalVertices& io_cache, ClimbCounters& io_counters);
CoordinateBounds climb_bounds(const Polytope& polytope, const Pose& world_from_body,
                              ExtremalVertices& io_cache, ClimbCounters& io_counters);

// Returns the same bounds by a scan. Requires graph.blocks, which only surfaces with few vertices have. If several
// vertices are extremal, out_cache gets the first of them.
CoordinateBounds scan_bounds(const SupportGraph& graph, const Pose& world_from_body,
                             ExtremalVertices& out_cache, ClimbCounters& io_counters);
CoordinateBounds scan_bounds(const Polytope& polytope, const Pose& world_from_body,
                             ExtremalVertices& out_cache, ClimbCounters& io_counters);

// Returns the bounds of points, computed with the same arithmetic. Requires at least one point.
CoordinateBounds bounds_of_points(std::span<const glm::vec3> points, const Pose& world_from_body);

// Returns, for each axis, an upper bound on the rounding error of a coordinate of pose * p, and of the difference of
// two such coordinates. Requires points p within `extent` of the origin.
glm::dvec3 rounding_bound(const Pose& world_from_body, double extent);

} // namespace boxwood
