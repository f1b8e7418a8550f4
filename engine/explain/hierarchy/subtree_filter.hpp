// What: which part of a hierarchy is looked at: one subtree alone, without those that were hidden.
// Invariants: a triangle is shown iff it lies below the isolated node and below none that is hidden. A node is shown iff
//     one of its triangles may be: it lies on the way to, or below, the isolated node, and below none that is hidden.
// Degenerate input: nothing isolated and nothing hidden: all is shown. Hiding everything is refused by nobody.
// Cost: a node, as many comparisons as nodes are hidden; all triangles, one pass.
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
    std::uint32_t revision() const { return revision_; } // another one with every change

    bool shows(const NodeTable& table, std::uint32_t node) const;
    std::vector<bool> shown_triangles(const NodeTable& table) const; // by triangle

  private:
    std::uint32_t isolated_ = NodeTable::kNone;
    std::vector<std::uint32_t> hidden_;
    std::uint32_t revision_ = 0;
};

} // namespace boxwood
