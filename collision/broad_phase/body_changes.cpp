#include "collision/broad_phase/body_changes.hpp"

#include "collision/core/check.hpp"

#include <algorithm>

namespace boxwood {

namespace {

void mark(std::span<const BodyId> bodies, std::size_t limit, std::vector<std::uint8_t>& out_marks) {
    out_marks.assign(limit, 0);
    for (const BodyId body : bodies) out_marks[body] = 1;
}

} // namespace

void BodyChanges::insert(std::span<const BodyId> bodies) {
    for (const BodyId body : bodies) {
        BOXWOOD_ASSERT(!is_live(body));
        if (states_.size() <= body) states_.resize(body + std::size_t{1}, State::absent);
        states_[body] = State::fresh;
        inserted_.push_back(body);
    }
}

void BodyChanges::remove(std::span<const BodyId> bodies) {
    for (const BodyId body : bodies) {
        BOXWOOD_ASSERT(is_live(body));
        if (states_[body] == State::settled) removed_.push_back(body);
        states_[body] = State::absent;
    }
    std::erase_if(switches_, [&](const Switch& s) { return !is_live(s.pair.a) || !is_live(s.pair.b); });
}

void BodyChanges::set_pair_enabled(BodyPair pair, bool is_enabled) {
    BOXWOOD_ASSERT(pair.a < pair.b && is_live(pair.a) && is_live(pair.b));
    switches_.push_back({pair, is_enabled});
}

void BodyChanges::gather() {
    // A body inserted, removed and inserted again was noted twice; one inserted and removed is absent.
    std::erase_if(inserted_, [&](BodyId body) { return states_[body] != State::fresh; });
    std::sort(inserted_.begin(), inserted_.end());
    inserted_.erase(std::unique(inserted_.begin(), inserted_.end()), inserted_.end());
    std::sort(removed_.begin(), removed_.end());
    mark(removed_, states_.size(), is_removed_);
    mark(inserted_, states_.size(), is_inserted_);
    disabled_.erase(removed_);
    switched_.clear();
    for (const Switch& s : switches_) {
        disabled_.set(s.pair, !s.is_enabled);
        switched_.push_back(s.pair);
    }
}

void BodyChanges::settle() {
    for (const BodyId body : inserted_) states_[body] = State::settled;
    inserted_.clear();
    removed_.clear();
    switches_.clear();
}

} // namespace boxwood
