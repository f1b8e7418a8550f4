// What: tests whether two triangles intersect, by comparing their intervals on the common line of their planes. There
//       is the published test in plain floating point, and a filter with an error bound.
// Frame: any, the same for both.
// Invariants: if moller_filter() returns disjoint or intersect, the exact test agrees.
// Degenerate input: the filter returns unsure for coplanar triangles, and disjoint or unsure if one is degenerate.
//                   moller_intersects() has no error bound and can be wrong, mainly for these triangles; it is only
//                   used for measurements.
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
// largest of the six heights. The paper gives no value for the tolerance. With 0, the signs of the computed heights are
// used.
bool moller_intersects(const Triangle64& a, const Triangle64& b, double snap = 0.0);

} // namespace boxwood
