// What: which node lies under which, and which primitives under each, of a hierarchy of any kind: what views that name
//     nodes ask.
// Invariants: indexed by the names that a trace uses. The primitives below a node are a range of `primitives`, and the
//     ranges of two children part their parent's.
// Degenerate input: of a hierarchy that is not all there, what is not divided yet counts as a leaf.
// Cost: 32 bytes per node and 12 per primitive; one pass.
// Oracle: validate(); tests/engine/explain/node_table_test.cpp by the nodes' own primitives.
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
        std::uint32_t parent = kNone; // of the root, and of names that no node has: none
        std::uint32_t first_child = kNone, second_child = kNone; // of leaves: none
        std::uint32_t depth = 0;
        std::uint32_t opener =
            kNone; // whose opening shows this node: the parent, or the wide node that holds both
        std::uint32_t begin = 0, count = 0; // of `primitives`; names that no node has: 0
    };
    std::vector<Node> nodes;
    std::vector<std::uint32_t> primitives; // leaf by leaf, from left to right; not divided yet: kNone
    std::vector<std::uint32_t> places;     // of a primitive in `primitives`
    std::vector<std::uint32_t> leaves;     // the leaf of a primitive
    std::uint32_t deepest = 0;
    bool is_wide = false; // some opener is not the parent

    bool has(std::uint32_t node) const { return node < nodes.size() && nodes[node].count > 0; }
    bool is_leaf(std::uint32_t node) const { return nodes[node].first_child == kNone; }
    bool holds(std::uint32_t node, std::uint32_t primitive) const {
        return places[primitive] - nodes[node].begin <
               nodes[node].count; // below begin: wraps, and is too large
    }
    std::span<const std::uint32_t> primitives_below(std::uint32_t node) const {
        return std::span(primitives).subspan(nodes[node].begin, nodes[node].count);
    }
    // From the root to the node, both included.
    std::vector<std::uint32_t> way_to(std::uint32_t node) const;
};

NodeTable make_node_table(const AnyHierarchy& hierarchy);

// The wireframe of one node's volume, in the mesh's frame.
void outline_node(const AnyHierarchy& hierarchy, const NodeTable& table, std::uint32_t node,
                  const std::function<void(const glm::vec3& from, const glm::vec3& to)>& line);

} // namespace boxwood
