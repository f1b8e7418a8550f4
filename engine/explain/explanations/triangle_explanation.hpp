// What: how two triangles miss or meet: by a plane, by a gap although each crosses the other's plane, in a segment.
// Frame: world. Units: lengths as in the scene.
// Invariants: whether they intersect is decided exactly, as the query decides it; so are the sides of the planes.
// Degenerate input: a triangle without area has no plane; then the distance tells all.
// Oracle: triangles_intersect; distances of sampled points.
#pragma once

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_section.hpp"

namespace boxwood {

enum class TriangleExplanation : std::uint8_t {
    meet,     // section tells where
    beside_a, // B lies on one side of A's plane
    beside_b, // A lies on one side of B's plane
    past,     // each crosses the other's plane, or touches it, elsewhere
};

struct TriangleWhy {
    TriangleExplanation story = TriangleExplanation::past;
    bool is_exact_test = false; // floating point could not decide
    TriangleSection section;    // of those that meet
    TriangleDistance closest;   // 0 for those that meet
    double plane_gap = 0.0;     // beside: from the plane to the nearest corner
};

TriangleWhy explain_triangles(const Triangle64& a, const Triangle64& b);

} // namespace boxwood
