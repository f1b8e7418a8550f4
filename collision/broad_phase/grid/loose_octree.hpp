// What: the loose octree: a box stands in one node, that of the cell which holds its center on the level whose
//       cells are just as large as it; the bounds of a node are its cell grown by half an edge on every side.
// Invariants: as in broad_phase.hpp; a box lies within the bounds of its node; only nodes with boxes below them exist.
// Degenerate input: infinite boxes, and those outside the root cell, stand in the root, which has no bounds.
// Cost: O(1) for a box that stays in its cell, O(depth) for one that changes it; a query visits the nodes whose
//       bounds its box touches, down to its own level.
// Settings: cell_factor, edge of the smallest cell for a box over its longest side; 0 is 1.
// Source: [Ulrich 2000].
// Departs from the source: the root follows the scene: it is made anew when boxes leave it or huddle in it.
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

  private:
    static constexpr std::uint32_t kRoot = 0;
    static constexpr int kDeepest = 20;

    struct Node {
        Aabb bounds;
        std::array<std::uint32_t, 8> children{kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone};
        std::uint32_t parent = kNone;
        std::uint32_t boxes_below = 0; // in it and in all nodes under it
        BodyId first = kNone;          // of its own boxes
        int level = 0;
    };
    // Where a box stands: a node's cell, and its neighbors in the list of that node.
    struct Place {
        int level = 0;
        std::array<std::uint32_t, 3> cell{};
        std::uint32_t node = kNone;
        BodyId previous = kNone, next = kNone;
    };

    void follow_scene(std::span<const Aabb> boxes);
    void plant(const Aabb& centers, double edge);
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
