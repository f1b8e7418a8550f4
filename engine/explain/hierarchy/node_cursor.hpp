// What: the cursor of a node given by its id. Included only where std::visit is applied to AnyHierarchy::tree().
#pragma once

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/explain/hierarchy/node_table.hpp"

namespace boxwood::detail {

// A hierarchy that stores no volumes computes them on the way down.
template <Hierarchy H>
typename H::Cursor find_cursor(const H& tree, const NodeTable& table, std::uint32_t node) {
    typename H::Cursor cursor = tree.root();
    const std::vector<std::uint32_t> way = table.way_to(node);
    for (std::size_t i = 1; i < way.size(); ++i)
        cursor = tree.child(cursor, table.nodes[way[i - 1]].second_child == way[i] ? 1u : 0u);
    return cursor;
}

} // namespace boxwood::detail
