// What: the active pairs of a broad phase in ascending order, maintained by merging its events.
// Invariants: after apply(), pairs() holds the same pairs, with the same slots, as the broad phase.
// Cost: O(pairs + events) per update with events, nothing without; no sorting.
#pragma once

#include "collision/broad_phase/broad_phase.hpp"

#include <span>
#include <vector>

namespace boxwood {

class SortedPairs {
  public:
    std::span<const ActivePair> pairs() const { return pairs_; }

    // Removes the pairs that left and inserts those that entered. Requires the events of each update exactly once.
    void apply(const BroadPhaseEvents& events);

    // Replaces all pairs by these, which must be in ascending order.
    void assign(std::span<const ActivePair> pairs) { pairs_.assign(pairs.begin(), pairs.end()); }

  private:
    std::vector<ActivePair> pairs_, next_;
};

// Calls left(old), entered(new) or kept(old, new) for each pair of two ascending lists, in ascending order.
template <class Left, class Entered, class Kept>
void compare_pairs(std::span<const ActivePair> before, std::span<const ActivePair> after, Left&& left,
                   Entered&& entered, Kept&& kept) {
    std::size_t i = 0, j = 0;
    while (i < before.size() || j < after.size()) {
        if (j == after.size() || (i < before.size() && before[i].bodies < after[j].bodies))
            left(before[i++]);
        else if (i == before.size() || after[j].bodies < before[i].bodies)
            entered(after[j++]);
        else
            kept(before[i++], after[j++]);
    }
}

} // namespace boxwood
