// What: a hierarchy of boxes that changes one leaf at a time: insertion, removal, reinsertion, rotations.
// Frame: that of the boxes given.
// Invariants: a node's box is the exact union of its children's. total() is the sum of the sizes of all nodes,
//     kept up with every change. Ids of leaves stay what they are until removed; freed nodes are used again.
// Degenerate input: flat, identical and nested boxes: sizes compare by volume, then area, then length
//     (volume_then_area.hpp). Requires no NaN.
// Cost: greedy insertion and removal O(depth); branch and bound more, as far as boxes overlap. Where a node's
//     children differ in height by more than kMaxSkew, they are balanced, whatever that does to the total: the
//     depth is logarithmic also for boxes nested in each other, if with a large factor.
// Source: [Omohundro 1989] sections on insertion; [Goldsmith 1987] (greedy descent); RTR 17.3.1.
// Departs from the source: rotations; volumes instead of areas; the bound on the skew.
// Oracle: exhaustive search for the best place; sums computed anew.
#pragma once

#include "collision/hierarchy/build/flatten.hpp"
#include "collision/hierarchy/build/volume_then_area.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

// How the place of a new leaf is found. Its cost at node X is the size of X and the leaf together, plus what
// X's ancestors grow by.
enum class InsertSearch : std::uint8_t {
    greedy,           // into the child that grows less, until pairing here is cheaper than going on can be
    branch_and_bound, // the least cost of all places
};

class DynamicTree {
  public:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    static constexpr std::uint32_t kMaxSkew = 12;

    struct Node {
        Aabb box;
        std::uint32_t parent = kNone;
        std::uint32_t left = kNone, right = kNone; // kNone: a leaf
        std::uint32_t item = kNone;                // of a leaf
        std::uint32_t height = 0;                  // of the subtree; 0: a leaf
        bool is_leaf() const { return left == kNone; }
    };

    explicit DynamicTree(InsertSearch search = InsertSearch::greedy, bool rotates = true)
        : search_(search)
        , rotates_(rotates) {}

    void reserve(std::size_t leaves) { nodes_.reserve(2 * leaves); }

    // Returns the leaf's id.
    std::uint32_t insert(const Aabb& box, std::uint32_t item);
    // Requires a leaf's id; it is free for a later leaf afterwards.
    void remove(std::uint32_t leaf);
    // The leaf gets another box and the place that suits it; the id stays.
    void reinsert(std::uint32_t leaf, const Aabb& box);

    bool is_empty() const { return root_ == kNone; }
    std::uint32_t root() const { return root_; } // kNone: empty
    const Node& node(std::uint32_t id) const { return nodes_[id]; }
    std::size_t leaf_count() const { return leaf_count_; }
    const VolumeThenArea& total() const { return total_; }

    // Calls visit(item) for every leaf whose box overlaps. io_stack is scratch.
    template <class Visit>
    void find_overlapping(const Aabb& box, std::vector<std::uint32_t>& io_stack, Visit&& visit) const {
        io_stack.clear();
        if (root_ != kNone) io_stack.push_back(root_);
        while (!io_stack.empty()) {
            const Node& node = nodes_[io_stack.back()];
            io_stack.pop_back();
            if (!overlap(node.box, box)) continue;
            if (node.is_leaf())
                visit(node.item);
            else
                io_stack.insert(io_stack.end(), {node.right, node.left});
        }
    }

    // Where a leaf with this box would go: the node it would be paired with. Requires a tree that is not empty.
    std::uint32_t find_place(const Aabb& box) const;

  private:
    struct Candidate {
        VolumeThenArea inherited; // what the ancestors grow by
        std::uint32_t node = 0;
    };

    std::uint32_t find_place_greedily(const Aabb& box) const;
    std::uint32_t find_best_place(const Aabb& box) const;
    std::uint32_t take_node(const Node& content);
    void free_node(std::uint32_t id);
    void link(std::uint32_t leaf);
    void unlink(std::uint32_t leaf);
    void replace_child(std::uint32_t parent, std::uint32_t old_child, std::uint32_t new_child);
    void update_upwards(std::uint32_t id);
    void update(std::uint32_t id);
    void set_box(std::uint32_t id, const Aabb& box);
    void exchange(std::uint32_t id, std::uint32_t child, std::uint32_t other, std::uint32_t grandchild);
    bool balance(std::uint32_t id);
    void rotate(std::uint32_t id);

    InsertSearch search_;
    bool rotates_ = true;
    std::vector<Node> nodes_;
    std::uint32_t root_ = kNone;
    std::uint32_t free_ = kNone; // first of the freed nodes, chained by parent
    std::size_t leaf_count_ = 0;
    VolumeThenArea total_;
};

} // namespace boxwood
