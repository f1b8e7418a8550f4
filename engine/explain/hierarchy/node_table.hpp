// What: parents, children and primitives of each node of a hierarchy of any kind, for views that refer to nodes by id.
// Invariants: indexed by the node ids of a trace. The primitives below a node are a range of `primitives`; the ranges
//     of two children partition their parent's.
// Degenerate input: nodes of a lazy hierarchy that are not split yet count as leaves.
// Cost: 36 bytes per node and 12 per primitive; one pass.
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
        std::uint32_t next_sibling = kNone; // of a tree of any arity: the parent's next child
        std::uint32_t depth = 0;
        std::uint32_t opener =
            kNone; // whose opening shows this node: the parent, or the wide node that holds both
        std::uint32_t begin = 0, count = 0; // range of `primitives`; 0 for unused ids
    };
    std::vector<Node> nodes;
    std::vector<std::uint32_t> roots{0};   // from left to right
    std::vector<std::uint32_t> primitives; // leaf by leaf, from left to right; not split yet: kNone
    std::vector<std::uint32_t> places;     // position in `primitives`, per primitive
    std::vector<std::uint32_t> leaves;     // the leaf of each primitive
    std::uint32_t deepest = 0;
    bool is_wide = false; // true if some opener is not the parent

    bool has(std::uint32_t node) const { return node < nodes.size() && nodes[node].count > 0; }
    bool is_leaf(std::uint32_t node) const { return nodes[node].first_child == kNone; }
    bool holds(std::uint32_t node, std::uint32_t primitive) const {
        return places[primitive] - nodes[node].begin <
               nodes[node].count; // an index below begin wraps around and is too large
    }
    std::span<const std::uint32_t> primitives_below(std::uint32_t node) const {
        return std::span(primitives).subspan(nodes[node].begin, nodes[node].count);
    }
    // The path from the root to the node, both included.
    std::vector<std::uint32_t> way_to(std::uint32_t node) const;
};

NodeTable make_node_table(const AnyHierarchy& hierarchy);

// The wireframe of one node's volume, in the mesh's frame.
void outline_node(const AnyHierarchy& hierarchy, const NodeTable& table, std::uint32_t node,
                  const std::function<void(const glm::vec3& from, const glm::vec3& to)>& line);

} // namespace boxwood
