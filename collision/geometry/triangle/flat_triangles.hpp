// What: the contact of two triangles that lie in one plane, or of which one is only a segment or a point.
// Invariants: exact for all finite doubles; the same for every order of the vertices and of the triangles.
// Cost: 0.1 to 2 us; only pairs whose orientations vanish come here.
// Source: [Ericson 2005] section 5.2.1, the separating axis theorem, for convex polygons in a plane and with
//         exact signs; a degenerate triangle is first reduced to the segment or point that it is.
// Oracle: tests/oracles/triangle_oracle.hpp (exact integers).
#pragma once

#include "collision/geometry/triangle/triangle_intersect.hpp"

namespace boxwood {

// Requires that the triangles are coplanar or that at least one of them is degenerate. Adds the number of
// signs that the floating-point filter could not decide to io_exact_tests.
TriangleContact classify_flat_triangles(const Triangle64& a, const Triangle64& b,
                                        std::uint64_t& io_exact_tests);

} // namespace boxwood
