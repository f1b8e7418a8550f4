// What: the loose octree: a box is in one node: on the level whose cells are just as large as the box, the cell that
//     contains its center. The bounds of a node are its cell enlarged by half an edge on every side.
// Invariants: as in broad_phase.hpp; a box lies within the bounds of its node; every node has boxes in its subtree.
// Degenerate input: infinite boxes, and boxes outside the root cell, are in the root, which has no bounds.
// Cost: O(1) for a box that stays in its cell, O(depth) for one that changes it; a query visits the nodes whose bounds
//     overlap its box, down to the level of the box.
// Settings: cell_factor, edge of the smallest cell for a box over its longest side; 0 selects 1.
// Source: [Ulrich 2000].
// Departs from the source: the root follows the scene: it is rebuilt when boxes leave it or crowd into a small part of
//     it.
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
        archive(self.nodes_, self.free_nodes_, self.places_, self.origin_, self.root_edge_);
    }

  private:
    static constexpr std::uint32_t kRoot = 0;
    static constexpr int kDeepest = 20;

    struct Node {
        Aabb bounds;
        std::array<std::uint32_t, 8> children{kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone};
        std::uint32_t parent = kNone;
        std::uint32_t boxes_below = 0; // in the node and its subtree
        BodyId first = kNone;          // head of the list of its own boxes
        int level = 0;
    };
    // Where a box is stored: the cell and node, and the neighbors in the list of that node.
    struct Place {
        int level = 0;
        std::array<std::uint32_t, 3> cell{};
        std::uint32_t node = kNone;
        BodyId previous = kNone, next = kNone;
    };

    void follow_scene(std::span<const Aabb> boxes);
    void inject(const Aabb& centers, double edge);
    void choose_cell(const Aabb& box, Place& out_place) const;
    void enter(BodyId body, const Place& place);
    void leave(BodyId body);
    std::uint32_t make_child(std::uint32_t parent, unsigned octant, int level,
                             const std::array<std::uint32_t, 3>& cell);
    void find_pairs(std::span<const Aabb> boxes, PairAppender& out_pairs);

    std::vector<Node> nodes_ = std::vector<Node>(1);
    std::vector<std::uint32_t> free_nodes_;
    std::vector<Place> places_; // by body
    std::array<double, 3> origin_{};
    double root_edge_ = 0.0; // 0: no tree yet
    std::vector<std::uint32_t> stack_;
};

static_assert(BroadPhase<LooseOctree>);

} // namespace boxwood
