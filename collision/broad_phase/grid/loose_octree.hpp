// What: the loose octree. Each box is in one node, on the finest level with cells at least as large as the box (see
//     Settings), but at most on level kMaxLevel. The node is the cell that contains the center of the box. The bounds
//     of a node are its cell, enlarged by half an edge on every side.
// Invariants: the invariants of broad_phase.hpp; a box lies within the bounds of its node; every node except the root
//     has boxes in its subtree.
// Degenerate input: infinite boxes, and boxes with the center outside the root cell, are in the root, which has no
//     bounds.
// Cost: an update chooses the cell of every box, in at most kMaxLevel steps. A box that changes its cell takes O(depth)
//     time more. Each box then makes a query, which visits the nodes whose bounds overlap the box, down to the level
//     of the box.
// Settings: cell_factor is the smallest allowed ratio of the cell edge to the longest side of the box. Values below 1
//     (also 0) select 1.
// Source: [Ulrich 2000].
// Departs from the source: if the center of a finite box is outside the root cell, or if all boxes are in a small part
//     of it, the tree is rebuilt with a new root.
// Oracle: all pairs of boxes.
#pragma once

#include "collision/broad_phase/stateless_broad_phase.hpp"

namespace boxwood {

class LooseOctree : public StatelessBroadPhase {
  public:
    static constexpr std::string_view kName = "octree";
    static constexpr BodyId kMaxBodies = BodyId{1} << 24;

    void configure(const BroadPhaseSettings& settings);
    void update(std::span<const Aabb> boxes);

    std::size_t node_count() const { return nodes_.size() - free_nodes_.size(); }

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        StatelessBroadPhase::visit_state(self, archive);
        archive(self.nodes_, self.free_nodes_, self.positions_, self.origin_, self.root_edge_);
    }

  private:
    static constexpr std::uint32_t kRoot = 0;
    static constexpr int kMaxLevel = 20;

    struct Node {
        Aabb bounds;
        std::array<std::uint32_t, 8> children{kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone};
        std::uint32_t parent = kNone;
        std::uint32_t box_count = 0; // in the node and its subtree
        BodyId first = kNone;        // head of the list of the boxes in this node
        int level = 0;
    };
    // Where a box is in the tree: its cell, its node, and its neighbors in the node's list.
    struct Position {
        int level = 0;
        std::array<std::uint32_t, 3> cell{};
        std::uint32_t node = kNone;
        BodyId previous = kNone, next = kNone;
    };

    void fit_root_to_scene(std::span<const Aabb> boxes);
    void reset_root(const Aabb& centers, double edge);
    void choose_cell(const Aabb& box, Position& out_position) const;
    void insert_box(BodyId body, const Position& position);
    void remove_box(BodyId body);
    std::uint32_t make_child(std::uint32_t parent, unsigned octant, int level,
                             const std::array<std::uint32_t, 3>& cell);
    void find_pairs(std::span<const Aabb> boxes, PairAppender& out_pairs);

    std::vector<Node> nodes_ = std::vector<Node>(1);
    std::vector<std::uint32_t> free_nodes_;
    std::vector<Position> positions_; // by body
    std::array<double, 3> origin_{};
    double root_edge_ = 0.0; // 0 before the first tree is built
    std::vector<std::uint32_t> stack_;
};

static_assert(BroadPhase<LooseOctree>);

} // namespace boxwood
