// What: the pairs that overlap now, their slots, and the events of the last update; part of every broad phase.
// Invariants: a pair keeps its slot from its enter to its leave; two active pairs never share one. A slot freed by an
//             update is reused by later updates only, so no slot is in both `left` and `entered` of one update. Slots
//             depend only on the history of events, not on the broad phase.
// Cost: O(1) per pair that changes, plus sorting them.
#pragma once

#include "collision/broad_phase/broad_phase.hpp"
#include "collision/broad_phase/pairs/pair_map.hpp"

namespace boxwood {

class ActivePairs {
  public:
    std::span<const ActivePair> pairs() const { return pairs_; }
    const BroadPhaseEvents& events() const { return events_; }
    bool contains(BodyPair pair) const { return places_.find(pair) != nullptr; }

    // An update calls begin_update, drop_bodies, note() any number of times, end_update.
    void begin_update();

    // Ends every pair that has a body with is_dead[body] != 0.
    void drop_bodies(std::span<const std::uint8_t> is_dead);

    // Prefetches the memory that note() will read for this pair.
    void prefetch(BodyPair pair) const { places_.prefetch(pair); }

    // States whether a pair overlaps at the end of this update. May be called several times per pair, always with the
    // same value.
    void note(BodyPair pair, bool overlaps) {
        if (overlaps != contains(pair)) (overlaps ? entering_ : leaving_).push_back(pair);
    }

    void end_update();

  private:
    void enter(BodyPair pair);
    void leave(BodyPair pair);

    std::vector<ActivePair> pairs_;
    PairMap places_; // index in pairs_
    BroadPhaseEvents events_;
    std::vector<BodyPair> entering_, leaving_; // unsorted, may contain a pair several times
    std::vector<std::uint32_t> free_slots_;
    std::uint32_t slot_count_ = 0;
};

} // namespace boxwood
