// What: finds triangles below a node that the node's volume does not contain. If there are any, pruning by the volume
//       can be wrong.
// Invariants: finds no triangles in a valid hierarchy, because it uses the same test as validate().
// Degenerate input: triangles below nodes that are not split yet are skipped.
// Cost: O(n) time for n triangles below the node.
// Oracle: valid hierarchies and injected faults, in tests/engine/explain/uncontained_test.cpp.
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace boxwood {

struct Uncontained {
    std::uint32_t first = 0; // the first such triangle
    std::size_t count = 0;   // the number of such triangles
};
std::optional<Uncontained> find_uncontained_triangles(const AnyHierarchy& hierarchy, const NodeTable& table,
                                                      std::uint32_t node, const MeshView& mesh);
bool contains_triangle(const AnyHierarchy& hierarchy, const NodeTable& table, std::uint32_t node,
                       const MeshView& mesh, std::uint32_t triangle);

} // namespace boxwood
