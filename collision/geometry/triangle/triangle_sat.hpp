// What: tests whether two triangles intersect, by the SAT. The axes are both normals, the nine cross products of edges,
//       and the six edge normals in the planes of the triangles. Only coplanar triangles need the edge normals. Two
//       versions: a test without an error bound, and a filter with one.
// Frame: any, the same for both.
// Invariants: if sat_filter() returns disjoint or intersect, the exact test agrees.
// Degenerate input: an axis of length 0 separates nothing. For coplanar and for degenerate triangles, the filter
//                   returns disjoint or unsure.
// Cost: measured in bench/triangle_tests.cpp.
// Source: [Gottschalk 1996]; RTR 17.
// Departs from the source: the filter also certifies an intersection, by the smallest overlap over the axes.
// Oracle: triangle_intersect.hpp, itself tested against exact integers.
#pragma once

#include "collision/geometry/triangle/triangle_filter.hpp"

namespace boxwood {

FilterResult sat_filter(const Triangle64& a, const Triangle64& b);

// The test over all 17 axes without an error bound. It is only used for measurements.
bool sat_intersects(const Triangle64& a, const Triangle64& b);

} // namespace boxwood
