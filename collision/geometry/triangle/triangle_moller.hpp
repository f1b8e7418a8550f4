// What: tests whether two triangles intersect, by comparing their intervals on the common line of their planes. There
//       is the published test in plain floating point, and a filter with an error bound.
// Frame: any, the same for both.
// Invariants: if moller_filter() returns disjoint or intersect, the exact test agrees.
// Degenerate input: the filter returns unsure for coplanar triangles, and disjoint or unsure if one is degenerate. For
//                   these, moller_intersects() can be wrong; it is only used for measurements.
// Cost: measured in bench/triangle_tests.cpp.
// Source: [Möller 1997b].
// Departs from the source: the filter computes an error bound for the ends of each interval.
// Oracle: triangle_intersect.hpp, itself tested against exact integers.
#pragma once

#include "collision/geometry/triangle/triangle_filter.hpp"

namespace boxwood {

FilterResult moller_filter(const Triangle64& a, const Triangle64& b);

// The published test. Distances of vertices from the planes are relative to the largest of the six. A vertex at a
// distance of at most `snap` counts as lying in the plane. The paper does not give a value. With 0, every computed sign
// is used.
bool moller_intersects(const Triangle64& a, const Triangle64& b, double snap = 0.0);

} // namespace boxwood
