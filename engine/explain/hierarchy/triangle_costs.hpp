// What: what a query spent on each triangle: its triangle tests, and its share of the volume tests of the nodes that it
//     lies in.
// Units: tests. A node's test is shared out evenly among the triangles below it.
// Invariants: over all triangles of one mesh, both add up to the query's counters (volume tests up to rounding).
// Cost: one pass over the visits and one over the nodes.
// Oracle: tests/engine/explain/triangle_costs_test.cpp, node by node.
#pragma once

#include "engine/explain/visit_replay.hpp"

#include <vector>

namespace boxwood {

struct TriangleCosts {
    std::vector<double> volume_tests, triangle_tests; // by triangle
};

// `side`: 0, the table is of A; 1, of B. Triangles of nodes that are not divided yet share nothing.
TriangleCosts spread_costs(const VisitReplay& replay, const NodeTable& table, std::size_t side);

} // namespace boxwood
