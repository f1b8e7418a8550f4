// What: tests whether two triangles intersect, by comparing the intervals in which they intersect the common line of
//       their planes. Two versions: the published test, which has no error bound, and a filter, which has one.
// Frame: any, the same for both.
// Invariants: if moller_filter() returns disjoint or intersect, the exact test agrees.
// Degenerate input: the filter returns unsure for coplanar triangles, and disjoint or unsure if a triangle is
//                   degenerate. moller_intersects() can be wrong, mainly for coplanar and degenerate triangles; it is
//                   only used for measurements.
// Cost: measured in bench/triangle_tests.cpp.
// Source: [Möller 1997b].
// Departs from the source: the filter computes an error bound for the ends of each interval.
// Oracle: triangle_intersect.hpp, itself tested against exact integers.
#pragma once

#include "collision/geometry/triangle/triangle_filter.hpp"

namespace boxwood {

FilterResult moller_filter(const Triangle64& a, const Triangle64& b);

// The published test. A height is the distance of a vertex from the plane of the other triangle, times the length of
// the computed normal of this plane. A vertex counts as lying in the plane if its height is at most `snap` times the
// largest of the six heights. The paper gives no value for this tolerance. If `snap` is 0, only a vertex whose computed
// height is exactly 0 counts as lying in the plane.
bool moller_intersects(const Triangle64& a, const Triangle64& b, double snap = 0.0);

} // namespace boxwood
