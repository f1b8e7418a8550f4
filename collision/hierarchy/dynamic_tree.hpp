// What: a BVH of AABBs that changes one leaf at a time: insertion, removal, reinsertion, rotations.
// Frame: the frame of the input boxes.
// Invariants: a node's box is the exact union of its children's boxes. total() is the sum of the sizes of all nodes,
//     updated with every change. The id of a leaf is stable until the leaf is removed; freed ids are reused.
// Degenerate input: accepts flat, identical and nested boxes, because box_size.hpp also orders flat boxes. Requires
//     finite boxes that are not empty.
// Cost: greedy insertion and removal take O(depth) time. Branch and bound visits more nodes if the boxes overlap more.
//     If the children of a node differ in height by more than kMaxSkew, the node is balanced even if the total grows.
//     The depth is therefore logarithmic even for nested boxes, with a large constant factor.
// Source: [Omohundro 1989] sections on insertion; [Goldsmith 1987] (greedy descent); RTR 17.3.1.
// Departs from the source: nodes are rotated, and the height difference of siblings is bounded. DynamicTree minimizes
//     volumes instead of areas.
// Oracle: an exhaustive search for the sibling of minimum cost; sums that are recomputed from scratch.
#pragma once

#include "collision/hierarchy/build/box_size.hpp"
#include "collision/hierarchy/build/flatten.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

// How insert() finds the node that becomes the sibling of a new leaf. The cost of node X is the size of the union of X
// and the leaf, plus the growth of X's ancestors.
enum class InsertSearch : std::uint8_t {
    greedy,           // descends into the cheaper child; stops if pairing with the current node costs less
    branch_and_bound, // finds the minimum cost over all nodes
};

// Size is VolumeThenArea or AreaThenLength: the measure of a box that insertions and rotations minimize.
template <class Size>
class DynamicTreeOf {
  public:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    static constexpr std::uint32_t kMaxSkew = 12;

    struct Node {
        Aabb box;
        std::uint32_t parent = kNone;
        std::uint32_t left = kNone, right = kNone; // kNone for a leaf
        std::uint32_t item = kNone;                // leaf only
        std::uint32_t height = 0;                  // of the subtree; 0 for a leaf
        bool is_leaf() const { return left == kNone; }
    };

    explicit DynamicTreeOf(InsertSearch search = InsertSearch::greedy, bool rotates = true)
        : search_(search)
        , rotates_(rotates) {}

    void reserve(std::size_t leaves) { nodes_.reserve(2 * leaves); }

    // Returns the id of the new leaf.
    std::uint32_t insert(const Aabb& box, std::uint32_t item);
    // Requires the id of a leaf. A later insertion can reuse the id.
    void remove(std::uint32_t leaf);
    // Replaces the box of a leaf and moves the leaf to where insert() would link a new leaf with this box. The leaf's
    // id is unchanged.
    void reinsert(std::uint32_t leaf, const Aabb& box);

    bool is_empty() const { return root_ == kNone; }
    std::uint32_t root() const { return root_; } // kNone if empty
    const Node& node(std::uint32_t id) const { return nodes_[id]; }
    std::size_t leaf_count() const { return leaf_count_; }
    const Size& total() const { return total_; }

    // Calls visit(item) for every leaf whose box overlaps `box`. Returns the number of nodes tested. io_stack is
    // scratch memory.
    template <class Visit>
    std::uint64_t find_overlapping(const Aabb& box, std::vector<std::uint32_t>& io_stack,
                                   Visit&& visit) const {
        std::uint64_t tests = 0;
        io_stack.clear();
        if (root_ != kNone) io_stack.push_back(root_);
        while (!io_stack.empty()) {
            const Node& node = nodes_[io_stack.back()];
            io_stack.pop_back();
            ++tests;
            if (!overlap(node.box, box)) continue;
            if (node.is_leaf())
                visit(node.item);
            else
                io_stack.insert(io_stack.end(), {node.right, node.left});
        }
        return tests;
    }

    // Returns the node that would become the sibling of a new leaf with this box. Requires a non-empty tree.
    std::uint32_t find_sibling(const Aabb& box) const;

    // Lists the members that a keyframe stores (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.search_, self.rotates_, self.nodes_, self.root_, self.free_, self.leaf_count_,
                self.total_);
    }

  private:
    struct Candidate {
        Size inherited; // total growth of the ancestors
        std::uint32_t node = 0;
    };

    std::uint32_t find_sibling_greedily(const Aabb& box) const;
    std::uint32_t find_best_sibling(const Aabb& box) const;
    std::uint32_t allocate_node(const Node& content);
    void free_node(std::uint32_t id);
    void link(std::uint32_t leaf);
    void unlink(std::uint32_t leaf);
    void replace_child(std::uint32_t parent, std::uint32_t old_child, std::uint32_t new_child);
    void update_upwards(std::uint32_t id);
    void shrink_upwards(std::uint32_t id);
    void update(std::uint32_t id);
    void set_box(std::uint32_t id, const Aabb& box);
    void swap_with_grandchild(std::uint32_t id, std::uint32_t child, std::uint32_t other,
                              std::uint32_t grandchild);
    bool balance(std::uint32_t id);
    void rotate(std::uint32_t id);

    InsertSearch search_;
    bool rotates_ = true;
    std::vector<Node> nodes_;
    std::uint32_t root_ = kNone;
    std::uint32_t free_ = kNone; // head of the free list, which is linked by `parent`
    std::size_t leaf_count_ = 0;
    Size total_;
};

using DynamicTree = DynamicTreeOf<VolumeThenArea>;

} // namespace boxwood
