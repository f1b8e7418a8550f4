// What: whether two triangles intersect, by separating axes: both normals, the nine products of edges, and for
//       coplanar ones the six normals of edges in their planes; plain, and as a filter with an error bound.
// Frame: any, the same for both.
// Invariants: sat_filter() never says disjoint or intersect where the exact test says otherwise.
// Degenerate input: an axis of length 0 separates nothing; of degenerate triangles the filter is unsure.
// Cost: bench/triangle_tests.cpp.
// Source: [Gottschalk 1996]; RTR 17.
// Departs from the source: the filter also certifies an intersection, by the least overlap over the axes.
// Oracle: triangle_intersect.hpp, itself held against exact integers.
#pragma once

#include "collision/geometry/triangle/triangle_filter.hpp"

namespace boxwood {

FilterResult sat_filter(const Triangle64& a, const Triangle64& b);

// The plain test over all 17 axes; here to be measured, never to answer.
bool sat_intersects(const Triangle64& a, const Triangle64& b);

} // namespace boxwood
