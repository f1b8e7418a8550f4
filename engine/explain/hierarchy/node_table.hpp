// What: lists parents, children and primitives of each node of any hierarchy, for views that refer to nodes by id.
// Invariants: `nodes` is indexed by the node ids of a trace. The primitives below a node are a range of `primitives`;
//     the ranges of the children partition the range of their parent.
// Degenerate input: nodes of a lazy hierarchy that are not split yet count as leaves with unknown primitives: kNone for
//     each (is_unsplit).
// Cost: 32 bytes per node and 12 per primitive; one pass.
// Oracle: validate(); tests/engine/explain/visit_replay_test.cpp checks ranges, parents and leaves.
#pragma once

#include "collision/query/any_hierarchy.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace boxwood {

struct NodeTable {
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    struct Node {
        std::uint32_t parent = kNone;                            // kNone for the root and for unused ids
        std::uint32_t first_child = kNone, second_child = kNone; // kNone for leaves
        std::uint32_t next_sibling = kNone; // the parent's next child, for trees with any number of children
        std::uint32_t depth = 0;
        // The node that is opened to reach this node: the parent or, in a wide node, the node above all lanes.
        std::uint32_t opener = kNone;
        std::uint32_t begin = 0, count = 0; // range of `primitives`; count is 0 for unused ids
    };
    std::vector<Node> nodes;
    std::vector<std::uint32_t> roots{0}; // from left to right
    // The primitives of all leaves, from left to right; kNone below nodes that are not split yet.
    std::vector<std::uint32_t> primitives;
    std::vector<std::uint32_t> places; // for each primitive, its position in `primitives`
    std::vector<std::uint32_t> leaves; // for each primitive, its leaf
    std::uint32_t deepest = 0;
    bool is_wide = false; // true if the opener of some node is not its parent

    bool has(std::uint32_t node) const { return node < nodes.size() && nodes[node].count > 0; }
    bool is_leaf(std::uint32_t node) const { return nodes[node].first_child == kNone; }
    bool is_unsplit(std::uint32_t node) const { // a node of a lazy hierarchy that was not split yet
        return is_leaf(node) && primitives[nodes[node].begin] == kNone;
    }
    bool has_primitives(std::uint32_t node) const { return is_leaf(node) && !is_unsplit(node); }
    bool holds(std::uint32_t node, std::uint32_t primitive) const {
        // A position below `begin` wraps around to a large number.
        return places[primitive] - nodes[node].begin < nodes[node].count;
    }
    std::span<const std::uint32_t> primitives_below(std::uint32_t node) const {
        return std::span(primitives).subspan(nodes[node].begin, nodes[node].count);
    }
    // The nodes from the root to `node`, inclusive.
    std::vector<std::uint32_t> path_to(std::uint32_t node) const;
};

NodeTable make_node_table(const AnyHierarchy& hierarchy);

// Calls line(from, to) for each line of the wireframe of a node's volume, in the mesh's frame.
void outline_node(const AnyHierarchy& hierarchy, const NodeTable& table, std::uint32_t node,
                  const std::function<void(const glm::vec3& from, const glm::vec3& to)>& line);

} // namespace boxwood
