// What: the displayed part of a hierarchy: one isolated subtree, without hidden subtrees.
// Invariants: a triangle is shown iff it lies below the isolated node and below no hidden node. A node is shown iff one
//     of its triangles may be: it is an ancestor or descendant of the isolated node, and below no hidden node.
// Degenerate input: nothing isolated and nothing hidden: all is shown. Hiding everything is allowed.
// Cost: per node, as many comparisons as nodes are hidden; all triangles, one pass.
// Oracle: tests/engine/explain/subtree_filter_test.cpp, triangle by triangle.
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
    void touch() { ++revision_; } // the table has grown
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
