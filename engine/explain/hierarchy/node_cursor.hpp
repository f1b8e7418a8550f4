// What: finds the cursor of a node by its id. Include it only in files that apply std::visit to AnyHierarchy::tree().
#pragma once

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/explain/hierarchy/node_table.hpp"

namespace boxwood::detail {

// Descends from the root, because a hierarchy that stores no volumes computes them during descent.
template <Hierarchy H>
typename H::Cursor find_cursor(const H& tree, const NodeTable& table, std::uint32_t node) {
    typename H::Cursor cursor = tree.root();
    const std::vector<std::uint32_t> path = table.path_to(node);
    for (std::size_t i = 1; i < path.size(); ++i)
        cursor = tree.child(cursor, table.nodes[path[i - 1]].second_child == path[i] ? 1u : 0u);
    return cursor;
}

} // namespace boxwood::detail
