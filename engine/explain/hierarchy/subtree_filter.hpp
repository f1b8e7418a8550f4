// What: selects the displayed part of a hierarchy: one isolated subtree, without hidden subtrees.
// Invariants: a triangle is shown iff it is below the isolated node and not below a hidden node. A node is shown iff it
//     is the isolated node, its ancestor or its descendant, and is neither a hidden node nor below one.
// Degenerate input: if no node is isolated or hidden, everything is shown. All nodes can be hidden. A node of a lazy
//     hierarchy that is not split yet has no known triangles: it hides none and shows none.
// Cost: O(h) time per node for h hidden nodes; one pass over the triangles, and one over those of each hidden node.
// Oracle: tests/engine/explain/subtree_filter_test.cpp, for each triangle.
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

class SubtreeFilter {
  public:
    void isolate(std::uint32_t node);
    void hide(std::uint32_t node);
    void clear();
    void touch() { ++revision_; } // call after nodes were added to the table, so that revision() changes
    bool is_active() const { return isolated_ != NodeTable::kNone || !hidden_.empty(); }
    std::uint32_t isolated() const { return isolated_; } // kNone: all
    std::size_t hidden_count() const { return hidden_.size(); }
    std::uint32_t revision() const { return revision_; } // differs after every change

    bool shows(const NodeTable& table, std::uint32_t node) const;
    std::vector<bool> shown_triangles(const NodeTable& table) const; // per triangle

  private:
    std::uint32_t isolated_ = NodeTable::kNone;
    std::vector<std::uint32_t> hidden_;
    std::uint32_t revision_ = 0;
};

} // namespace boxwood
