// What: a wide hierarchy from a binary one: which of its nodes become the children of one wide node.
// Invariants: the leaves are those of the binary hierarchy, in its order. Of all ways to leave out inner nodes, one with
//     the least sum of costs of wide nodes: the surface of each, as a query opens a node about as often as that is
//     large, and three primitives' share of the root's, which keeps nodes full where it makes little difference.
// Cost: O(n).
// Source: [Wald 2008] section 3 (collapsing); [Ylitie 2017] section 4 (the optimum by dynamic programming).
// Oracle: tests/collision/hierarchy/bvh8_test.cpp, all collapses of small hierarchies.
#pragma once

#include "collision/hierarchy/bvh8/bvh8.hpp"

namespace boxwood {

// Requires a depth of at most kMaxBuiltDepth, checked in every build.
Bvh8 collapse_to_bvh8(const Bvh2<Aabb>& binary);

} // namespace boxwood
