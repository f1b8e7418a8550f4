// What: the pairs that overlap now, their slots, and the events of the last update; part of every broad phase. An
//     update names the pairs that may have changed, or all pairs that overlap.
// Invariants: as in broad_phase.hpp; pairs() is sorted. A slot that an update frees is reused by later updates only, so
//     no slot is in both `left` and `entered` of one update. Slots depend only on the history of events: they are the
//     same for both ways to update.
// Cost: of changes, O(n log n) to sort them, then one copy of the pairs and 4 bytes per body if there are any; of all
//     pairs, O(bodies + pairs). 12 bytes per pair, twice.
//     Tried, and no faster: a hash map from pairs to places in an unsorted list, which costs nothing for pairs that
//     stay but several cache misses per event; a world then needs a sorted list of its own.
// Source: [Knuth 1998] section 5.2, algorithm D (distribution counting), twice: by the greater body, then by the lower.
// Oracle: all pairs of boxes; broad phases that update in different ways give the same events and slots.
#pragma once

#include "collision/broad_phase/broad_phase.hpp"
#include "collision/broad_phase/pairs/pair_appender.hpp"
#include "collision/broad_phase/pending_changes.hpp"
#include "collision/broad_phase/simd/partner_lists.hpp"

#include <algorithm>

namespace boxwood {

class PairCache {
  public:
    std::span<const ActivePair> pairs() const { return pairs_; }
    const BroadPhaseEvents& events() const { return events_; }

    // --- an update by changes: begin_changes(), drop_bodies(), note() any number of times, end_changes()

    void begin_changes(BodyId limit); // ids below `limit` from now on
    // Ends every pair that has a body with is_dead[body] != 0.
    void drop_bodies(std::span<const std::uint8_t> is_dead);
    // States whether a pair overlaps at the end of this update. May be called several times per pair, always with the
    // same value.
    void note(BodyPair pair, bool overlaps) {
        if (overlaps != contains(pair)) changes_.push_back(std::uint64_t{pair.a} << 32 | pair.b);
    }
    void end_changes();

    // --- an update by all pairs

    // Call begin() for ids below `limit`; then append every overlapping pair of live bodies once, enabled or not, to
    // the returned buffer in any order, or to io_lists() for bodies that have no pair in the buffer; then call finish()
    // after changes.gather().
    PairAppender& begin(BodyId limit) {
        found_.clear();
        lists_.clear(limit);
        return found_;
    }
    PartnerLists& io_lists() { return lists_; }
    void finish(const PendingChanges& changes);

    // --- an update that changes nothing
    void repeat() {
        events_.entered.clear();
        events_.left.clear();
    }

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.pairs_, self.events_.entered, self.events_.left, self.free_slots_, self.slot_count_,
                self.rows_);
    }

  private:
    // Of the sorted pairs, the first one that does not precede `pair`.
    const ActivePair* find(BodyPair pair) const {
        constexpr std::ptrdiff_t kFew = 16;
        const ActivePair *at = pairs_.data() + rows_[pair.a], *const end = pairs_.data() + rows_[pair.a + 1];
        if (end - at > kFew)
            return std::lower_bound(at, end, pair.b,
                                    [](const ActivePair& x, BodyId b) { return x.bodies.b < b; });
        while (at != end && at->bodies.b < pair.b) ++at;
        return at;
    }
    bool contains(BodyPair pair) const {
        const ActivePair* const at = find(pair);
        return at != pairs_.data() + pairs_.size() && at->bodies == pair;
    }
    void merge_changes();
    void shift_rows();
    void count_rows();
    void drop_disabled(const PendingChanges& changes);
    void sort(BodyId limit);
    void sort_with_lists(BodyId limit);
    void merge(std::span<const std::uint8_t> is_removed);
    void take_slots();

    std::vector<ActivePair> pairs_, next_;
    BroadPhaseEvents events_;
    std::vector<std::uint32_t> free_slots_;
    std::uint32_t slot_count_ = 0;

    std::vector<std::uint64_t> changes_; // pairs that enter or leave: a, then b
    std::vector<std::uint32_t> rows_;    // by lower body, where its pairs begin; one more for the end

    PairAppender found_;
    PartnerLists lists_;
    std::vector<BodyPair> other_order_;
    std::vector<BodyPair> sorted_;    // terminated by a pair that is greater than all others
    std::vector<std::uint32_t> ends_; // by lower id, in sorted_
};

} // namespace boxwood
