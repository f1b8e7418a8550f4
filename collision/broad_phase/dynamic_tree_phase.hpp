// What: the broad phase on a dynamic tree: each body is a leaf with a fattened box, its box plus a margin. A body whose
//     box leaves the fattened one is taken out and inserted again; rotations towards less surface area keep the tree
//     good. The pairs of overlapping fattened boxes persist; only pairs of a box that changed are tested.
// Invariants: as in broad_phase.hpp. The tree contains exactly the live bodies. A fattened box contains the box and
//     exceeds it by at most kMaxMargins margins; close_pairs() are the pairs of overlapping fattened boxes.
// Degenerate input: infinite ends are clamped to the largest float, which preserves every overlap.
// Cost: a comparison per box and one per close pair; a box test per close pair of a box that changed; O(log n) to
//     insert a body again, and a query of the tree. 150 bytes per body, 8 per close pair.
// Settings: cell_factor scales the margin; 0 selects 1.
// Source: [Goldsmith 1987] (insertion by area), [Kensler 2008] (rotations), Bullet and Box2D (fattened boxes).
// Departs from the source: the margin is relative to the longest side of the box.
// Oracle: all pairs of boxes.
#pragma once

#include "collision/broad_phase/pairs/pair_cache.hpp"
#include "collision/hierarchy/dynamic_tree.hpp"

namespace boxwood {

class DynamicTreePhase {
  public:
    static constexpr std::string_view kName = "dynamic-tree";
    static constexpr BodyId kMaxBodies = BodyId{1} << 24;
    static constexpr float kMargin = 0.1f; // over the longest side of a box
    static constexpr float kMaxMargins = 4.0f;

    using Tree = DynamicTreeOf<AreaThenLength>;

    void insert(std::span<const BodyId> bodies, std::span<const Aabb>) { changes_.insert(bodies); }
    void remove(std::span<const BodyId> bodies) { changes_.remove(bodies); }
    void set_pair_enabled(BodyPair pair, bool is_enabled) { changes_.set_pair_enabled(pair, is_enabled); }
    void set_body_enabled(BodyId body, bool is_enabled) { changes_.set_body_enabled(body, is_enabled); }
    void set_body_fixed(BodyId body, bool is_fixed) { changes_.set_body_fixed(body, is_fixed); }
    void set_all_pairs_enabled(bool is_enabled) { changes_.set_all_pairs_enabled(is_enabled); }
    void configure(const BroadPhaseSettings& settings);

    void update(std::span<const Aabb> boxes);

    std::span<const ActivePair> pairs() const { return active_.pairs(); }
    const BroadPhaseEvents& events() const { return active_.events(); }
    const BroadPhaseCounters& counters() const { return counters_; }

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.tree_, self.leaves_, self.boxes_, self.states_, self.moved_, self.close_pairs_, self.changes_,
                self.active_, self.counters_, self.margin_);
    }

    // For tests and explanations.
    const Tree& tree() const { return tree_; }
    std::span<const BodyPair> close_pairs() const { return close_pairs_; }

  private:
    void remove_bodies();
    void follow(BodyId body, const Aabb& box);
    void test_close_pairs();
    void find_close_pairs();
    void find_switched();
    void note(BodyPair pair);
    Aabb fatten(const Aabb& box, float margins) const;

    Tree tree_;
    std::vector<std::uint32_t> leaves_; // by body
    std::vector<Aabb> boxes_;           // by body; of the last update
    std::vector<std::uint8_t> states_;  // by body: kIsChanged, kIsMoved in this update
    std::vector<BodyId> moved_;         // inserted, or inserted again, in this update; ascending
    std::vector<BodyPair> close_pairs_;
    PendingChanges changes_;
    PairCache active_;
    BroadPhaseCounters counters_;
    float margin_ = kMargin;
    std::vector<std::uint32_t> stack_;
};

static_assert(BroadPhase<DynamicTreePhase>);

} // namespace boxwood
