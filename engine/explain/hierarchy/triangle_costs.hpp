// What: the cost of a query per triangle: its triangle tests, and its share of the volume tests of the nodes that
//     contain it.
// Units: tests. A node's test is divided evenly among the triangles below it.
// Invariants: over all triangles of one mesh, both add up to the query's counters (volume tests up to rounding).
// Cost: one pass over the visits and one over the nodes.
// Oracle: tests/engine/explain/triangle_costs_test.cpp, node by node.
#pragma once

#include "engine/explain/visit_replay.hpp"

#include <vector>

namespace boxwood {

struct TriangleCosts {
    std::vector<double> volume_tests, triangle_tests; // per triangle
};

// `side`: 0 if the table is of A, 1 if of B. Triangles of nodes that are not split yet have no cost.
TriangleCosts spread_costs(const VisitReplay& replay, const NodeTable& table, std::size_t side);

} // namespace boxwood
