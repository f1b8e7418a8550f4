// What: collapses a binary hierarchy to a hierarchy with up to eight children per node.
// Invariants: the result has the leaves of the binary hierarchy, in the same order from left to right. Among all ways
//     to remove inner nodes, it has the smallest total cost of wide nodes. The cost of a node is its surface area plus
//     three times the root's area per primitive. The first term stands for the probability that a query opens the node.
//     The second term keeps nodes full if their areas differ little.
// Cost: O(n).
// Source: [Wald 2008] section 3 (collapsing); [Ylitie 2017] section 4 (the optimum by dynamic programming).
// Oracle: tests/collision/hierarchy/bvh8_test.cpp, all collapses of small hierarchies.
#pragma once

#include "collision/hierarchy/bvh8/bvh8.hpp"

namespace boxwood {

// Requires a depth of at most kMaxBuiltDepth, which every build type checks.
Bvh8 collapse_to_bvh8(const Bvh2<Aabb>& binary);

} // namespace boxwood
