// What: computes the distance of two closed triangles, and a pair of points at this distance.
// Frame: any, the same for both.
// Units: lengths as in the scene.
// Invariants: the distance is 0 if and only if the triangles intersect, which is decided exactly. The bits do not
//             depend on the order of the vertices and triangles. If the input is scaled by a power of two, so is the
//             result, exactly. The points lie on the triangles within a few roundings of their coordinates.
// Degenerate input: triangles without area are treated as segments or points. If rounding makes the
//                   distance of disjoint triangles 0, about 2^-60 of the extent is reported instead. For slivers, the
//                   error of the distance and the points is the larger of a few roundings and the width of the sliver.
// Cost: about 0.6 us; 0.1 us if one triangle is a point.
// Source: [Larsen 2000] for the cases (vertex and face, edge and edge); [Ericson 2005] sections 5.1.5, 5.1.9.
// Departs from the source: every case yields candidate points that lie in the triangles by construction, and the
//                          closest pair is returned. Because of rounding, the distance of this pair can be slightly
//                          larger than the smallest distance. Up to rounding, it is never smaller.
// Oracle: the optimality certificate in tests/oracles/distance_certificate.hpp, and tests/oracles/distance_oracle.hpp.
#pragma once

#include "collision/geometry/triangle.hpp"

namespace boxwood {

struct TriangleDistance {
    double distance = 0.0;
    glm::dvec3 point_on_a{0.0}, point_on_b{0.0}; // the same point if the triangles intersect
};

// Requires vertices with |coordinates| < 2^1022.
TriangleDistance find_closest_points(const Triangle64& a, const Triangle64& b);

} // namespace boxwood
