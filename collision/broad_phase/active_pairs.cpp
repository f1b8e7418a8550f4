#include "collision/broad_phase/active_pairs.hpp"

#include <algorithm>

namespace boxwood {

namespace {

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
    for (const BodyPair pair : leaving_) leave(pair);
    for (const BodyPair pair : entering_) enter(pair);
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
