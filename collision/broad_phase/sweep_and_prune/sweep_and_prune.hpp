// What: one-dimensional sweep and prune on three axes. Three lists of interval endpoints persist between updates.
//     Each update sorts them by insertion. Only a swap of a MIN and a MAX can change a pair.
// Invariants: the invariants of broad_phase.hpp. The lists contain exactly the live bodies. counters().swaps is the
//     number of inversions between the old and the new order; it ignores bodies that are not in both orders.
// Degenerate input: endpoints with the same value keep their order, so identical boxes cause no swaps. A box must not
//     be empty or NaN.
// Cost: O(n + swaps) time per update. If an axis needs so many swaps that a sort from scratch is cheaper (teleports),
//     it is sorted in O(n log n) time and swept; the events and the counters of swaps are the same. All removals of an
//     update together take O(n) time in the lists, plus the time to clear the flags. All insertions together take O(n)
//     time, plus a sort of the new endpoints and a sweep. bench/broad_phase.cpp measures the times. After sizes have
//     stopped growing, an update without insertions, removals or new settings allocates nothing.
// Settings: `storage` selects the storage of the flags (pair_flag_store.hpp).
// Source: [Cohen 1995] section 4.2; [Hudson 1997] for BoxTestFlags.
// Departs from the source: an axis can be sorted from scratch (see Cost).
// Oracle: all pairs of boxes (tests/oracles/all_pairs.hpp); the two kinds of flags check each other.
#pragma once

#include "collision/broad_phase/pairs/pair_cache.hpp"
#include "collision/broad_phase/pairs/pair_flag_store.hpp"
#include "collision/broad_phase/simd/box_test_flags.hpp"
#include "collision/broad_phase/sweep_and_prune/sorted_axis.hpp"

namespace boxwood {

template <PairFlags Flags>
class SweepAndPruneOf {
  public:
    static constexpr std::string_view kName = Flags::kPhaseName;
    static constexpr BodyId kMaxBodies = Flags::kMaxBodies;

    void insert(std::span<const BodyId> bodies, std::span<const Aabb> boxes);
    void remove(std::span<const BodyId> bodies) { changes_.remove(bodies); }
    void set_pair_enabled(BodyPair pair, bool is_enabled) { changes_.set_pair_enabled(pair, is_enabled); }
    void set_body_enabled(BodyId body, bool is_enabled) { changes_.set_body_enabled(body, is_enabled); }
    void set_body_fixed(BodyId body, bool is_fixed) { changes_.set_body_fixed(body, is_fixed); }
    void set_all_pairs_enabled(bool is_enabled) { changes_.set_all_pairs_enabled(is_enabled); }
    void configure(const BroadPhaseSettings& settings) { settings_ = settings; }
    // The limit is lower if pairs are enabled by default and the storage is not sparse, because their flags take more
    // memory.
    BodyId max_bodies() const {
        const bool is_sparse =
            settings_.storage == PairStorage::sparse || !changes_.are_pairs_enabled_by_default();
        if (is_sparse) return kMaxBodiesIfSparse;
        if constexpr (Flags::kKeepsFlags)
            if (settings_.storage == PairStorage::dense) return Flags::kMaxDense;
        return kMaxBodies;
    }

    void update(std::span<const Aabb> boxes);
    // Records every swap in `trace`; Trace is NoTrace or VisitRecorder. With a VisitRecorder, no axis is sorted from
    // scratch.
    template <TracePolicy Trace>
    void update(std::span<const Aabb> boxes, Trace& trace);

    std::span<const ActivePair> pairs() const { return active_.pairs(); }
    const BroadPhaseEvents& events() const { return active_.events(); }
    const BroadPhaseCounters& counters() const { return counters_; }

    // For tests and explanations: the sorted endpoints of one axis after the last update, and the flags.
    std::span<const Endpoint> endpoints(int axis) const {
        return lists_[static_cast<std::size_t>(axis)].endpoints();
    }
    const Flags& flags() const { return flags_; }

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.lists_, self.keys_, self.flags_, self.changes_, self.settings_, self.active_,
                self.counters_);
        if constexpr (!std::is_const_v<Self>) self.restore_matrix();
    }

  private:
    static constexpr BodyId kMaxBodiesIfSparse = BodyId{1} << 24;

    bool is_listed() const;
    unsigned find_mask(BodyPair pair) const;
    void choose_storage();
    void restore_matrix();
    void sweep_all_axes();
    std::span<const std::uint8_t> mark_all_bodies();
    void fill_list();
    void refresh_list(int axis);
    void remove_bodies();
    void update_values(std::span<const Aabb> boxes);
    template <TracePolicy Trace>
    void sort_axis(int axis, Trace& trace);
    void sort_axis_from_scratch(int axis);
    void insert_bodies();
    void sweep(int axis, std::span<const std::uint8_t> is_chosen);
    void apply(int axis, std::span<const EndpointSwap> batch);
    void report_changes();
    void report_switched_pairs();
    std::size_t find_least_overlapping_axis() const;
    void count(int axis, const SwapCounters& counts);

    std::array<SortedAxis, 3> lists_;
    std::array<std::vector<std::uint32_t>, 3> keys_; // 2 * body + is_max, per axis
    Flags flags_;
    PendingChanges changes_;
    BroadPhaseSettings settings_;
    PairCache active_;
    BroadPhaseCounters counters_;
    SwapBuffer buffer_{Flags::kBatch, {}};
    std::vector<BodyPair> touched_;
    std::vector<std::uint8_t> all_bodies_; // scratch of mark_all_bodies()
    bool is_swept_ = false; // a complete axis was swept in this update
};

using SweepAndPrune = SweepAndPruneOf<PairFlagStore>;
using SweepAndPruneDirect = SweepAndPruneOf<BoxTestFlags>;

static_assert(BroadPhase<SweepAndPrune> && BroadPhase<SweepAndPruneDirect>);

} // namespace boxwood
