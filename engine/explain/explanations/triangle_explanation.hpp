// What: explains whether two triangles intersect. There are three cases: the plane of one triangle separates them; they
//     are disjoint, although each triangle crosses or touches the plane of the other; or they intersect.
// Frame: world. Units: lengths of the scene.
// Invariants: the intersection and the sides of the planes are decided exactly, as in the query.
// Degenerate input: a triangle without area has no plane. If the plane of the other triangle does not separate them,
//     only the distance explains the result.
// Oracle: triangles_intersect, in tests/engine/explain/why_test.cpp.
#pragma once

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/geometry/triangle/triangle_section.hpp"

namespace boxwood {

enum class TriangleOutcome : std::uint8_t {
    intersecting,            // in `section`, which is flat if the triangles are coplanar
    separated_by_plane_of_a, // B lies strictly on one side of A's plane
    separated_by_plane_of_b, // A lies strictly on one side of B's plane
    disjoint_otherwise,      // each triangle crosses or touches the other's plane
};

struct TriangleExplanation {
    TriangleOutcome outcome = TriangleOutcome::disjoint_otherwise;
    bool is_exact_test = false; // true if the test in floating point could not decide
    TriangleSection section;    // for intersecting triangles
    TriangleDistance closest;   // the distance is 0 for intersecting triangles
    double plane_gap = 0.0;     // if a plane separates them: from this plane to the nearest corner
};

TriangleExplanation explain_triangles(const Triangle64& a, const Triangle64& b);

} // namespace boxwood
