// What: intersects a ray with a triangle.
// Frame: any, the same for both.
// Invariants: exact signs decide whether the line of the ray intersects the closed triangle. They are the signs of the
//             determinants of the direction and two vertices, relative to the origin. Triangles with a common edge get
//             the same sign for this edge. A line through the edge therefore intersects both triangles, and no line
//             passes between them. Whether the intersection lies behind the origin is also decided exactly. The error
//             of the weights is less than 2e-10, and about 1e-13 unless the triangle is thin or seen from far away. The
//             error of t follows from the error of the intersection point.
// Degenerate input: a triangle whose plane contains the ray, and a triangle without area, are not intersected.
// Cost: 10 ns; 0.5 us if floating point cannot decide.
// Source: [Woop 2013] for the signs; [Kulisch 1986] for the exact sums.
// Oracle: exact integer arithmetic for triangles and rays on a lattice (tests/collision/query/ray_cast_test.cpp).
#pragma once

#include "collision/geometry/triangle.hpp"

#include <cstdint>

namespace boxwood {

struct RayTriangle {
    double t = 0.0;          // in units of the direction, at least 0
    glm::dvec3 weights{0.0}; // barycentric, at least 0, sum 1
    bool is_front = false;   // the vertices appear counter-clockwise from the origin
};

// Returns whether the ray intersects the triangle; if not, out_hit is unspecified. Requires finite numbers below 2^300,
// and a direction whose largest component is in [1, 2). Adds 1 to io_exact_tests if floating point cannot certify the
// signs or the accuracy of the weights.
bool intersect_ray(const glm::dvec3& origin, const glm::dvec3& direction, const Triangle64& triangle,
                   RayTriangle& out_hit, std::uint64_t& io_exact_tests);

} // namespace boxwood
