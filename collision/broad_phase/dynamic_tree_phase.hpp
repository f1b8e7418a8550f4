// What: the broad phase on a dynamic tree. Each body is a leaf with a fattened box: its box plus a margin. When a box
//     leaves its fattened box or becomes much smaller than it, the body is reinserted. Rotations that reduce the
//     surface area maintain the quality of the tree. The pairs of overlapping fattened boxes persist between updates.
//     An update tests only the pairs of boxes that changed, and the pairs that were enabled or disabled.
// Invariants: the invariants of broad_phase.hpp. After an update, the tree contains exactly the live bodies. A fattened
//     box contains the body's box, clamped to finite floats, and extends beyond it by at most kMaxMargins margins.
//     close_pairs() returns the pairs of overlapping fattened boxes, also of disabled pairs.
// Degenerate input: infinite ends are clamped to the largest float, which preserves every overlap.
// Cost: an update compares each box with its previous value, and reads each close pair. It tests the close pairs of
//     boxes that changed, twice if a body was reinserted and the pair stays close. A reinsertion takes O(log n) time
//     plus one query of the tree. Memory is 150 bytes per body and 8 per close pair.
// Settings: cell_factor scales the margin; 0 selects 1. A new margin applies to the fattened box of a body when
//     the body is reinserted next.
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
    static constexpr float kMargin = 0.1f; // relative to the longest side of a box
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
    void update_leaf(BodyId body, const Aabb& box);
    void test_close_pairs();
    void find_close_pairs();
    void report_switched_pairs();
    void report_pair(BodyPair pair);
    Aabb fatten(const Aabb& box, float margins) const;

    Tree tree_;
    std::vector<std::uint32_t> leaves_; // by body
    std::vector<Aabb> boxes_;           // by body, from the last update
    std::vector<std::uint8_t> states_;  // by body: kIsChanged, kIsMoved in this update
    std::vector<BodyId> moved_;         // inserted or reinserted in this update; ascending
    std::vector<BodyPair> close_pairs_;
    PendingChanges changes_;
    PairCache active_;
    BroadPhaseCounters counters_;
    float margin_ = kMargin;
    std::vector<std::uint32_t> stack_;
};

static_assert(BroadPhase<DynamicTreePhase>);

} // namespace boxwood
