// What: the distance of two closed triangles and a pair of points that are that far apart.
// Frame: any, the same for both.
// Units: lengths as in the scene.
// Invariants: 0 if and only if the triangles intersect, decided exactly; the same bits for every order of
//             the vertices and for both orders of the triangles; powers of two scale it without rounding.
//             The points lie on the triangles within a few roundings of their coordinates.
// Degenerate input: segments and points have the distance of the sets of points they are. A gap too small
//                   for doubles is reported as 2^-60 of the extent. For slivers the error of distance and
//                   points is a few roundings or their width, whichever is more.
// Cost: about 0.6 us.
// Source: [Larsen 2000] for the cases (vertex and face, edge and edge); [Ericson 2005] sections 5.1.5, 5.1.9.
// Departs from the source: every case offers points that are in the triangles by construction, the nearest
//                          win; so rounding may miss the best pair by little but cannot invent a nearer one.
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
