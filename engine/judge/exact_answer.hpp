// What: computes the exact answer of a pair query with a uniform grid over triangles. Shares no code with hierarchies.
// Frame: world.
// Invariants: two triangles intersect iff the closed triangles with their world vertices intersect. This is decided
//     exactly. Distances are computed in long double.
// Degenerate input: a mesh without triangles intersects nothing, and its distance to any mesh is infinite.
// Cost: O(n + c + p), and a sort of the result, for n triangles of both meshes, c grid cells that their boxes overlap,
//     and p pairs of triangles with a common cell, counted once per common cell. The grid has at most 256 cells along
//     each axis.
// Oracle: all pairs of triangles (tests/engine/judge/exact_answer_test.cpp).
#pragma once

#include "collision/geometry/triangle.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace boxwood::judge {

using WorldTriangles = std::vector<Triangle64>;
using TrianglePair = std::pair<std::uint32_t, std::uint32_t>; // of a, of b

struct ExactContacts {
    std::vector<TrianglePair> pairs; // sorted
};

ExactContacts find_contacts(const WorldTriangles& a, const WorldTriangles& b);
// The pairs of triangles whose distance is at most `reach`.
ExactContacts find_near_pairs(const WorldTriangles& a, const WorldTriangles& b, double reach);

// The smallest distance of two triangles, with their closest points. The distance is infinity if it exceeds `reach`;
// the other members then have no meaning.
struct ExactDistance {
    double distance = 0;
    TrianglePair pair{};
    glm::dvec3 on_a{0}, on_b{0};
};
ExactDistance find_distance(const WorldTriangles& a, const WorldTriangles& b, double reach);

// The distance of two triangles, with the closest points. For intersecting triangles, the distance is 0, and both
// closest points are a common point up to rounding.
ExactDistance triangle_distance(const Triangle64& a, const Triangle64& b);

// The first time in [0, 1] when a triangle of a touches a triangle of b, while a moves by `motion`. The time is
// infinity if they never touch. Contact at time 0 is decided exactly; later times are computed in long double.
struct ExactImpact {
    double time = 0;
    TrianglePair pair{};
};
ExactImpact find_impact(const WorldTriangles& a, const WorldTriangles& b, const glm::dvec3& motion);

// The overlap of two intersecting triangles: the length of the shortest translation that separates them. Its direction
// is a triangle normal, a cross product of two edges, or an edge normal in a triangle's plane.
double overlap_depth(const Triangle64& a, const Triangle64& b);

} // namespace boxwood::judge
