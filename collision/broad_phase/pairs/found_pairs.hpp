// What: the pairs that overlap now, their slots, and the events of the last update, for broad phases that find all
//       pairs from scratch in every update: sorts the pairs and merges them with those of the previous update.
// Invariants: as in broad_phase.hpp; pairs() is sorted; slots are assigned as in ActivePairs.
// Cost: O(bodies + pairs) per update.
// Source: [Knuth 1998] section 5.2, algorithm D (distribution counting), twice: by the greater body, then by the lower.
// Oracle: all pairs of boxes; ActivePairs gives the same events and slots.
#pragma once

#include "collision/broad_phase/broad_phase.hpp"
#include "collision/broad_phase/pairs/pair_appender.hpp"
#include "collision/broad_phase/pending_changes.hpp"
#include "collision/broad_phase/simd/partner_lists.hpp"

namespace boxwood {

class FoundPairs {
  public:
    std::span<const ActivePair> pairs() const { return pairs_; }
    const BroadPhaseEvents& events() const { return events_; }

    // An update calls begin() for ids below `limit`; then appends every overlapping pair of live bodies once, enabled
    // or not, to the returned buffer in any order, or to io_lists() for bodies that have no pair in the buffer; then
    // calls finish() after changes.gather().
    PairAppender& begin(BodyId limit) {
        found_.clear();
        lists_.clear(limit);
        return found_;
    }
    PartnerLists& io_lists() { return lists_; }
    void finish(const PendingChanges& changes);

    // Replaces begin() and finish() in an update that changes nothing.
    void repeat() {
        events_.entered.clear();
        events_.left.clear();
    }

  private:
    void drop_disabled(const PendingChanges& changes);
    void sort(BodyId limit);
    void sort_with_lists(BodyId limit);
    void merge(std::span<const std::uint8_t> is_removed);
    void take_slots();

    PairAppender found_;
    PartnerLists lists_;
    std::vector<BodyPair> other_order_;
    std::vector<BodyPair> sorted_;    // terminated by a pair that is greater than all others
    std::vector<std::uint32_t> ends_; // by lower id, in sorted_
    std::vector<ActivePair> pairs_, next_;
    BroadPhaseEvents events_;
    std::vector<std::uint32_t> free_slots_;
    std::uint32_t slot_count_ = 0;
};

} // namespace boxwood
