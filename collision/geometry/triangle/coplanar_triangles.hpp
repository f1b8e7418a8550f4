// What: classifies the contact of two triangles that are coplanar, or of which at least one is degenerate (a segment or
//       a point).
// Invariants: exact for all finite doubles. The result does not depend on the order of the vertices and triangles.
// Cost: 0.1 to 2 us. Called only if all vertices of one triangle lie in the plane of the other.
// Source: the separating axis theorem for convex polygons in a plane, [Ericson 2005] section 5.2.1, with exact signs. A
//         degenerate triangle is first reduced to its segment or point.
// Oracle: tests/oracles/triangle_oracle.hpp (exact integers).
#pragma once

#include "collision/geometry/triangle/triangle_intersect.hpp"

namespace boxwood {

// Requires that the triangles are coplanar or that at least one of them is degenerate. Adds to io_exact_tests the
// number of signs that the floating-point filter could not decide.
TriangleContact classify_coplanar_triangles(const Triangle64& a, const Triangle64& b,
                                            std::uint64_t& io_exact_tests);

} // namespace boxwood
