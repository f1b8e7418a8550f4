// What: finds the triangles in the leaves that a query tested. Unlike nodes, triangles can be compared between two
//     hierarchies of one mesh.
// Degenerate input: the triangles of nodes that are not split yet are unknown and do not count as reached.
// Cost: one pass over the visits and one over the triangles.
// Oracle: tests/engine/explain/reached_triangles_test.cpp, visit by visit.
#pragma once

#include "collision/core/trace.hpp"
#include "engine/explain/hierarchy/node_table.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

// 1 or 0 for each triangle of the table's mesh. `side`: 0 if the table belongs to A, 1 if it belongs to B.
std::vector<std::uint8_t> find_reached(std::span<const Visit> visits, const NodeTable& table,
                                       std::size_t side);

} // namespace boxwood
