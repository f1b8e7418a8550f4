// What: explains whether two triangles intersect: separated by a plane of one of them, disjoint although each crosses
//     the other's plane, or intersecting in a segment.
// Frame: world. Units: lengths as in the scene.
// Invariants: the intersection and the sides of the planes are decided exactly, as in the query.
// Degenerate input: a triangle without area has no plane; then only the distance explains the result.
// Oracle: triangles_intersect; distances of sampled points.
#pragma once

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_section.hpp"

namespace boxwood {

enum class TriangleExplanation : std::uint8_t {
    meet,     // in `section`
    beside_a, // B lies on one side of A's plane
    beside_b, // A lies on one side of B's plane
    past,     // disjoint, but each crosses or touches the other's plane
};

struct TriangleWhy {
    TriangleExplanation story = TriangleExplanation::past;
    bool is_exact_test = false; // floating point could not decide
    TriangleSection section;    // of intersecting triangles
    TriangleDistance closest;   // 0 for intersecting triangles
    double plane_gap = 0.0;     // beside_a, beside_b: from the plane to the nearest corner
};

TriangleWhy explain_triangles(const Triangle64& a, const Triangle64& b);

} // namespace boxwood
