// What: how deep a query descended on a surface: the triangles whose leaves it tested. Comparable between two
//     hierarchies of one mesh, unlike their nodes.
// Degenerate input: nodes that are not split yet have no known triangles: they reach none.
// Cost: one pass over the visits and one over the triangles.
// Oracle: tests/engine/explain/reached_triangles_test.cpp, visit by visit.
#pragma once

#include "collision/core/trace.hpp"
#include "engine/explain/hierarchy/node_table.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

// 1 or 0 per triangle of the table's mesh. `side`: 0 if the table is of A, 1 if of B.
std::vector<std::uint8_t> find_reached(std::span<const Visit> visits, const NodeTable& table,
                                       std::size_t side);

} // namespace boxwood
