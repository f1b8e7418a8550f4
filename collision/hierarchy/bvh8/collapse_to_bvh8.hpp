// What: collapses a binary hierarchy to one with up to eight children per node.
// Invariants: the leaves are those of the binary hierarchy, in the same order. Of all ways to remove inner nodes, the
//     result has the least sum of costs of wide nodes. A node costs its surface area, because a query opens it with a
//     probability about proportional to its area, plus three primitives' share of the root's area, which keeps nodes
//     full if areas make little difference.
// Cost: O(n).
// Source: [Wald 2008] section 3 (collapsing); [Ylitie 2017] section 4 (the optimum by dynamic programming).
// Oracle: tests/collision/hierarchy/bvh8_test.cpp, all collapses of small hierarchies.
#pragma once

#include "collision/hierarchy/bvh8/bvh8.hpp"

namespace boxwood {

// Requires a depth of at most kMaxBuiltDepth, checked in every build type.
Bvh8 collapse_to_bvh8(const Bvh2<Aabb>& binary);

} // namespace boxwood
