#include "engine/explain/hierarchy/node_table.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/explain/hierarchy/node_cursor.hpp"

#include <algorithm>

namespace boxwood {
namespace {

template <Hierarchy H>
bool has_children(const H& tree, const typename H::Cursor& cursor) {
    if constexpr (kIsLazy<H>)
        return !tree.is_leaf(cursor) && tree.is_split(cursor); // does not split the node
    else
        return !tree.is_leaf(cursor);
}

// Adds the primitives of a leaf. For a node that is not split yet, adds kNone for each of its primitives.
template <Hierarchy H>
void add_primitives(const H& tree, const typename H::Cursor& cursor,
                    std::vector<std::uint32_t>& io_primitives) {
    if constexpr (kIsLazy<H>)
        if (!tree.is_leaf(cursor)) {
            io_primitives.resize(io_primitives.size() + tree.primitives_below(cursor), NodeTable::kNone);
            return;
        }
    const std::span<const std::uint32_t> own_primitives = tree.primitives_of(cursor);
    io_primitives.insert(io_primitives.end(), own_primitives.begin(), own_primitives.end());
}

// The opener of the children of `id`. In a wide node, it is the node above all lanes, not a binary node in between.
template <class Cursor>
std::uint32_t opener_below(const Cursor& cursor, std::uint32_t id, std::uint32_t opener) {
    if constexpr (requires { cursor.size(); })
        return cursor.size() > 1 ? opener : id;
    else
        return id;
}

template <Hierarchy H>
void add_nodes(const H& tree, NodeTable& io_table) {
    struct At {
        typename H::Cursor cursor;
        std::uint32_t parent, opener;
    };
    std::vector<At> stack{{tree.root(), NodeTable::kNone, NodeTable::kNone}};
    while (!stack.empty()) {
        const At at = stack.back();
        stack.pop_back();
        const std::uint32_t id = tree.node_index(at.cursor);
        if (id >= io_table.nodes.size()) io_table.nodes.resize(id + 1);
        NodeTable::Node& node = io_table.nodes[id];
        node.parent = at.parent;
        node.opener = at.opener;
        io_table.is_wide |= at.opener != at.parent;
        node.depth = at.parent == NodeTable::kNone ? 0 : io_table.nodes[at.parent].depth + 1;
        node.begin = static_cast<std::uint32_t>(io_table.primitives.size());
        io_table.deepest = std::max(io_table.deepest, node.depth);
        if (!has_children(tree, at.cursor)) {
            add_primitives(tree, at.cursor, io_table.primitives);
            node.count = static_cast<std::uint32_t>(io_table.primitives.size()) - node.begin;
            continue;
        }
        const typename H::Cursor first = tree.child(at.cursor, 0), second = tree.child(at.cursor, 1);
        node.first_child = tree.node_index(first);
        node.second_child = tree.node_index(second);
        const std::uint32_t opener = opener_below(at.cursor, id, at.opener);
        stack.push_back({second, id, opener});
        stack.push_back({first, id, opener});
    }
}

// Sums the numbers of primitives and sets next_sibling. One loop is enough, because a node's id is larger than the id
// of its parent.
void add_up(NodeTable& io_table) {
    for (std::size_t i = io_table.nodes.size(); i-- > 1;) {
        const NodeTable::Node& node = io_table.nodes[i];
        if (node.parent == NodeTable::kNone) continue;
        NodeTable::Node& parent = io_table.nodes[node.parent];
        parent.count += node.count;
        if (parent.first_child == i) io_table.nodes[i].next_sibling = parent.second_child;
    }
}

} // namespace

std::vector<std::uint32_t> NodeTable::path_to(std::uint32_t node) const {
    std::vector<std::uint32_t> path{node};
    while (nodes[path.back()].parent != kNone) path.push_back(nodes[path.back()].parent);
    std::reverse(path.begin(), path.end());
    return path;
}

NodeTable make_node_table(const AnyHierarchy& hierarchy) {
    NodeTable table;
    table.nodes.reserve(hierarchy.node_count());
    std::visit([&](const auto& tree) { add_nodes(tree, table); }, hierarchy.tree());
    add_up(table);
    table.places.assign(hierarchy.primitive_count(), NodeTable::kNone);
    table.leaves.assign(hierarchy.primitive_count(), NodeTable::kNone);
    for (std::uint32_t i = 0; i < table.primitives.size(); ++i)
        if (table.primitives[i] != NodeTable::kNone) table.places[table.primitives[i]] = i;
    for (std::uint32_t node = 0; node < table.nodes.size(); ++node)
        if (table.has(node) && table.is_leaf(node))
            for (const std::uint32_t primitive : table.primitives_below(node))
                if (primitive != NodeTable::kNone) table.leaves[primitive] = node;
    return table;
}

void outline_node(const AnyHierarchy& hierarchy, const NodeTable& table, std::uint32_t node,
                  const std::function<void(const glm::vec3& from, const glm::vec3& to)>& line) {
    std::visit(
        [&](const auto& tree) {
            const auto cursor = detail::find_cursor(tree, table, node);
            tree.volume(cursor).outline([&](const glm::vec3& from, const glm::vec3& to) { line(from, to); });
        },
        hierarchy.tree());
}

} // namespace boxwood
