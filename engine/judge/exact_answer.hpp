// What: the exact answer of a pair query, by a uniform grid over triangles: no hierarchy, no code of one.
// Frame: world.
// Invariants: two triangles intersect iff the closed triangles on their world vertices do, decided exactly. Distances
//     are computed in long double.
// Degenerate input: meshes without triangles intersect nothing, and have infinite distance.
// Cost: linear in the triangles near both meshes, and in the cells that they cover; at most kMaxCells cells.
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
// Pairs of triangles that are no farther than `reach` from each other.
ExactContacts find_near_pairs(const WorldTriangles& a, const WorldTriangles& b, double reach);

// The least distance up to `reach`; infinity if there is none within it.
struct ExactDistance {
    double distance = 0;
    TrianglePair pair{};
    glm::dvec3 on_a{0}, on_b{0};
};
ExactDistance find_distance(const WorldTriangles& a, const WorldTriangles& b, double reach);

// Of two triangles, with the points; 0 and a common point if they intersect.
ExactDistance triangle_distance(const Triangle64& a, const Triangle64& b);

// The first time in 0 to 1 at which a triangle of a, all moving by `motion`, touches one of b; infinity if none does. Computed in
// long double, except that contact at time 0 is exact.
struct ExactImpact {
    double time = 0;
    TrianglePair pair{};
};
ExactImpact find_impact(const WorldTriangles& a, const WorldTriangles& b, const glm::dvec3& motion);

// By how much two triangles that intersect overlap: the least motion that separates them, along their normals, the
// products of their edges and, if they are parallel, normals of edges in the plane.
double overlap_depth(const Triangle64& a, const Triangle64& b);

} // namespace boxwood::judge
