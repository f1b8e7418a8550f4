// What: the contact of two triangles if they are coplanar or if at least one is degenerate, that is, a segment or a
//       point.
// Invariants: exact for all finite doubles; the same for every order of the vertices and of the triangles.
// Cost: 0.1 to 2 us; called only for pairs whose orientations vanish.
// Source: the separating axis theorem for convex polygons in a plane, [Ericson 2005] section 5.2.1, with exact signs. A
//         degenerate triangle is first reduced to its segment or point.
// Oracle: tests/oracles/triangle_oracle.hpp (exact integers).
#pragma once

#include "collision/geometry/triangle/triangle_intersect.hpp"

namespace boxwood {

// Requires that the triangles are coplanar or that at least one of them is degenerate. Adds to io_exact_tests the
// number of signs that the floating-point filter could not decide.
TriangleContact classify_flat_triangles(const Triangle64& a, const Triangle64& b,
                                        std::uint64_t& io_exact_tests);

} // namespace boxwood
