#include "collision/broad_phase/pairs/active_pairs.hpp"

#include <algorithm>

namespace boxwood {

namespace {

constexpr std::size_t kAhead = 12; // prefetch distance in pairs

void sort_unique(std::vector<BodyPair>& io_pairs) {
    std::sort(io_pairs.begin(), io_pairs.end());
    io_pairs.erase(std::unique(io_pairs.begin(), io_pairs.end()), io_pairs.end());
}

} // namespace

void ActivePairs::begin_update() {
    events_.entered.clear();
    events_.left.clear();
    entering_.clear();
    leaving_.clear();
}

void ActivePairs::drop_bodies(std::span<const std::uint8_t> is_dead) {
    for (std::size_t i = pairs_.size(); i-- > 0;) {
        const BodyPair bodies = pairs_[i].bodies;
        if (is_dead[bodies.a] != 0 || is_dead[bodies.b] != 0) leave(bodies);
    }
}

void ActivePairs::end_update() {
    sort_unique(leaving_);
    sort_unique(entering_);
    for (std::size_t i = 0; i < leaving_.size(); ++i) {
        if (i + kAhead < leaving_.size()) places_.prefetch(leaving_[i + kAhead]);
        if (i + kAhead / 2 < leaving_.size())
            boxwood::prefetch(&pairs_[*places_.find(leaving_[i + kAhead / 2])]);
        // The last pairs move into the freed places.
        if (pairs_.size() > kAhead) places_.prefetch(pairs_[pairs_.size() - kAhead].bodies);
        leave(leaving_[i]);
    }
    for (std::size_t i = 0; i < entering_.size(); ++i) {
        if (i + kAhead < entering_.size()) places_.prefetch(entering_[i + kAhead]);
        enter(entering_[i]);
    }
    std::sort(events_.left.begin(), events_.left.end(),
              [](const ActivePair& a, const ActivePair& b) { return a.bodies < b.bodies; });
    for (const ActivePair& pair : events_.left) free_slots_.push_back(pair.slot);
}

void ActivePairs::enter(BodyPair pair) {
    std::uint32_t slot = slot_count_;
    if (free_slots_.empty()) {
        ++slot_count_;
    } else {
        slot = free_slots_.back();
        free_slots_.pop_back();
    }
    places_.insert(pair, static_cast<std::uint32_t>(pairs_.size()));
    pairs_.push_back({pair, slot});
    events_.entered.push_back(pairs_.back());
}

void ActivePairs::leave(BodyPair pair) {
    const std::uint32_t place = *places_.find(pair);
    events_.left.push_back(pairs_[place]);
    places_.erase(pair);
    if (place + 1 != pairs_.size()) {
        pairs_[place] = pairs_.back();
        *places_.find(pairs_[place].bodies) = place;
    }
    pairs_.pop_back();
}

} // namespace boxwood
