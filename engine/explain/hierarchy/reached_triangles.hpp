// What: how far down a query came on a surface: the triangles whose leaves it tested. What two hierarchies reach on one
//     mesh can be held against each other, which their nodes cannot.
// Degenerate input: of nodes that are not divided yet nobody knows the triangles: they reach none.
// Cost: one pass over the visits and one over the triangles.
// Oracle: tests/engine/explain/reached_triangles_test.cpp, visit by visit.
#pragma once

#include "collision/core/trace.hpp"
#include "engine/explain/hierarchy/node_table.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

// Per triangle of the table's mesh 1 or 0. `side`: 0, the table is of A; 1, of B.
std::vector<std::uint8_t> find_reached(std::span<const Visit> visits, const NodeTable& table,
                                       std::size_t side);

} // namespace boxwood
