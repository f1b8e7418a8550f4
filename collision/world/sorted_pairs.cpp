#include "collision/world/sorted_pairs.hpp"

#include "collision/core/check.hpp"

namespace boxwood {

void SortedPairs::apply(const BroadPhaseEvents& events) {
    if (events.left.empty() && events.entered.empty()) return;
    next_.clear();
    auto left = events.left.begin();
    auto entered = events.entered.begin();
    for (const ActivePair& pair : pairs_) {
        if (left != events.left.end() && left->bodies == pair.bodies) {
            ++left;
            continue;
        }
        while (entered != events.entered.end() && entered->bodies < pair.bodies) next_.push_back(*entered++);
        next_.push_back(pair);
    }
    next_.insert(next_.end(), entered, events.entered.end());
    BOXWOOD_ASSERT(left == events.left.end());
    pairs_.swap(next_);
}

} // namespace boxwood
