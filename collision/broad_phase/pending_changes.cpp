#include "collision/broad_phase/pending_changes.hpp"

#include "collision/core/check.hpp"

#include <algorithm>

namespace boxwood {

namespace {

void mark(std::span<const BodyId> bodies, std::size_t limit, std::vector<std::uint8_t>& out_marks) {
    out_marks.assign(limit, 0);
    for (const BodyId body : bodies) out_marks[body] = 1;
}

} // namespace

void PendingChanges::insert(std::span<const BodyId> bodies) {
    for (const BodyId body : bodies) {
        BOXWOOD_REQUIRE(body < kMaxBodyId && !is_live(body));
        if (states_.size() <= body) {
            states_.resize(body + std::size_t{1}, State::absent);
            exclusions_.resize(states_.size(), 0);
        }
        states_[body] = State::fresh;
        inserted_.push_back(body);
    }
}

void PendingChanges::remove(std::span<const BodyId> bodies) {
    for (const BodyId body : bodies) {
        BOXWOOD_REQUIRE(is_live(body));
        if (states_[body] == State::settled) removed_.push_back(body);
        states_[body] = State::absent;
        disabled_count_ -= is_body_enabled(body) ? 0 : 1;
        fixed_count_ -= is_body_fixed(body) ? 1 : 0;
        exclusions_[body] = 0;
    }
    std::erase_if(switches_, [&](const Switch& s) { return !is_live(s.pair.a) || !is_live(s.pair.b); });
}

void PendingChanges::set_pair_enabled(BodyPair pair, bool is_enabled) {
    BOXWOOD_REQUIRE(pair.a < pair.b && is_live(pair.a) && is_live(pair.b));
    switches_.push_back({pair, is_enabled});
}

void PendingChanges::set_body_enabled(BodyId body, bool is_enabled) {
    set_exclusion(body, kDisabled, !is_enabled, disabled_count_);
}

void PendingChanges::set_body_fixed(BodyId body, bool is_fixed) {
    set_exclusion(body, kFixed, is_fixed, fixed_count_);
}

void PendingChanges::set_exclusion(BodyId body, std::uint8_t flag, bool is_set, std::size_t& io_count) {
    BOXWOOD_REQUIRE(is_live(body));
    if (((exclusions_[body] & flag) != 0) == is_set) return;
    exclusions_[body] ^= flag;
    io_count += is_set ? 1 : ~std::size_t{0};
    (is_set ? newly_excluded_ : newly_allowed_).push_back(body);
}

void PendingChanges::set_all_pairs_enabled(bool is_enabled) {
    switches_.clear(); // overridden by this call
    exceptions_.clear();
    is_enabled_by_default_ = is_enabled;
    was_default_set_ = true;
}

void PendingChanges::require_boxes(std::span<const Aabb> boxes) const {
    BOXWOOD_REQUIRE(boxes.size() >= states_.size());
    bool has_bad_box = false;
    for (std::size_t body = 0; body < states_.size(); ++body) {
        has_bad_box |=
            boxes[body].is_empty() && states_[body] != State::absent; // is_empty() is also true for a NaN
    }
    BOXWOOD_REQUIRE(!has_bad_box);
}

void PendingChanges::gather(std::span<const Aabb> boxes) {
    require_boxes(boxes);
    // inserted_ contains a body twice if it was inserted, removed and inserted again. A body that was inserted and then
    // removed is dropped.
    std::erase_if(inserted_, [&](BodyId body) { return states_[body] != State::fresh; });
    std::sort(inserted_.begin(), inserted_.end());
    inserted_.erase(std::unique(inserted_.begin(), inserted_.end()), inserted_.end());
    std::sort(removed_.begin(), removed_.end());
    mark(removed_, states_.size(), is_removed_);
    mark(inserted_, states_.size(), is_inserted_);
    exceptions_.erase(removed_);
    switched_.clear();
    for (const Switch& s : switches_) {
        exceptions_.set(s.pair, s.is_enabled != is_enabled_by_default_);
        switched_.push_back(s.pair);
    }
    gather_body_switches();
}

void PendingChanges::gather_body_switches() {
    has_switched_off_ = has_switched_on_ = was_default_set_;
    is_switched_on_.assign(states_.size(), was_default_set_ && is_enabled_by_default_ ? 1 : 0);
    for (const BodyId body : newly_excluded_) has_switched_off_ |= is_live(body);
    for (const BodyId body : newly_allowed_) {
        if (!is_live(body)) continue;
        has_switched_on_ = true;
        is_switched_on_[body] = 1;
    }
}

void PendingChanges::settle() {
    for (const BodyId body : inserted_) states_[body] = State::settled;
    inserted_.clear();
    removed_.clear();
    switches_.clear();
    newly_excluded_.clear();
    newly_allowed_.clear();
    was_default_set_ = false;
}

} // namespace boxwood
