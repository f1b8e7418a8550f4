// What: the overlapping pairs, their slots, and the events of the last update. Every broad phase contains one. In an
//     update, the broad phase reports either all pairs that may have changed or all pairs that overlap.
// Invariants: the invariants of broad_phase.hpp; pairs() is sorted. Only later updates reuse a slot that an update
//     frees, so no slot is in both `left` and `entered` of one update. Both kinds of update assign the same slots,
//     since slots depend only on the history of events.
// Cost: an update by changes sorts n changes in O(n log n) time. If n > 0, it also copies all pairs and 4 bytes per
//     body. An update by all pairs takes O(bodies + pairs) time. If there are no lists and the buffer has at most two
//     pairs per id, it also sorts the n pairs of each body in O(n log n) time. Memory is 2 * 12 bytes per pair, and an
//     update by all pairs needs 16 to 32 bytes more per pair.
//     A hash map from pairs to positions in an unsorted list is not faster: it costs nothing for pairs that stay, but
//     several cache misses per event, and a world then needs a separate sorted list.
// Source: [Knuth 1998] section 5.2, algorithm D (distribution counting), twice: by the greater body, then by the lower.
// Oracle: all pairs of boxes; broad phases with different kinds of update give the same events and slots.
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

    // --- an update by changes: begin_changes(), remove_bodies(), report() any number of times, end_changes()

    void begin_changes(BodyId limit); // ids are below `limit` from now on
    // Makes every pair leave that has a body with is_removed[body] != 0.
    void remove_bodies(std::span<const std::uint8_t> is_removed);
    // Reports whether a pair overlaps and is enabled at the end of this update. Repeated calls for a pair are allowed
    // if they report the same value.
    void report(BodyPair pair, bool overlaps) {
        if (overlaps != contains(pair)) changes_.push_back(std::uint64_t{pair.a} << 32 | pair.b);
    }
    void end_changes();

    // --- an update by all pairs

    // Call begin() for ids below `limit`. Then append every overlapping pair of live bodies once, in any order and
    // also if it is disabled, to the returned buffer. All pairs of a body can go to io_lists() instead; the buffer
    // must then contain no pair of this body. Call finish() after changes.gather().
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
                self.row_begins_);
    }

  private:
    // Returns the first of the sorted pairs that is not before `pair`.
    const ActivePair* find(BodyPair pair) const {
        constexpr std::ptrdiff_t kMaxLinearSearch = 16;
        const ActivePair *at = pairs_.data() + row_begins_[pair.a], *const end = pairs_.data() +
                                                                                 row_begins_[pair.a + 1];
        if (end - at > kMaxLinearSearch)
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
    void assign_slots();

    std::vector<ActivePair> pairs_, next_;
    BroadPhaseEvents events_;
    std::vector<std::uint32_t> free_slots_;
    std::uint32_t slot_count_ = 0;

    std::vector<std::uint64_t> changes_; // pairs that enter or leave, as a << 32 | b
    // By lower body: the begin of its pairs; then the end of all pairs. Only for updates by changes.
    std::vector<std::uint32_t> row_begins_;

    PairAppender found_;
    PartnerLists lists_;
    std::vector<BodyPair> other_order_;
    std::vector<BodyPair> sorted_;    // with kRun sentinels that are greater than all pairs
    std::vector<std::uint32_t> ends_; // by lower id: the end of its pairs in sorted_
};

} // namespace boxwood
