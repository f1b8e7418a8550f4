// What: the triangles below a node that its volume does not contain; if there are any, pruning by that volume is wrong.
// Invariants: none in a valid hierarchy, by the test of validate().
// Degenerate input: triangles that a lazy hierarchy has not split yet are skipped.
// Cost: linear in the triangles below the node.
// Oracle: AnyHierarchy::validate.
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace boxwood {

struct Uncontained {
    std::uint32_t first = 0; // triangle
    std::size_t count = 0;   // of triangles
};
std::optional<Uncontained> find_uncontained_triangles(const AnyHierarchy& hierarchy, const NodeTable& table,
                                                      std::uint32_t node, const MeshView& mesh);
bool contains_triangle(const AnyHierarchy& hierarchy, const NodeTable& table, std::uint32_t node,
                       const MeshView& mesh, std::uint32_t triangle);

} // namespace boxwood
