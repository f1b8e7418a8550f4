// What: whether two triangles intersect, by comparing the intervals in which they meet the line common to their
//       planes; once as published, in plain floating point, and once as a filter with an error bound.
// Frame: any, the same for both.
// Invariants: moller_filter() never says disjoint or intersect where the exact test says otherwise.
// Degenerate input: the filter is unsure of coplanar and of degenerate triangles; moller_intersects() guesses, and
//                   is here to be measured, never to answer.
// Cost: bench/triangle_tests.cpp.
// Source: [Möller 1997b].
// Departs from the source: the filter carries a bound for each end of an interval.
// Oracle: triangle_intersect.hpp, itself held against exact integers.
#pragma once

#include "collision/geometry/triangle/triangle_filter.hpp"

namespace boxwood {

FilterResult moller_filter(const Triangle64& a, const Triangle64& b);

// The published test. `snap` is the plane distance below which a vertex counts as in the plane, relative to the
// largest of the six; the paper leaves it open, 0 trusts every sign.
bool moller_intersects(const Triangle64& a, const Triangle64& b, double snap = 0.0);

} // namespace boxwood
