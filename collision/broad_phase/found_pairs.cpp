#include "collision/broad_phase/found_pairs.hpp"

#include <algorithm>
#include <utility>

namespace boxwood {

namespace {

constexpr std::size_t kRun = 4; // pairs compared at a time; as many close each list

} // namespace

void FoundPairs::finish(const BodyChanges& changes) {
    if (!changes.is_everything_enabled()) drop_disabled(changes);
    sort(changes.limit());
    merge(changes.removed().empty() ? std::span<const std::uint8_t>{} : changes.is_removed());
    give_slots();
}

void FoundPairs::drop_disabled(const BodyChanges& changes) {
    const std::span<BodyPair> all = found_.pairs();
    const auto end =
        std::remove_if(all.begin(), all.end(), [&](BodyPair p) { return !changes.is_enabled(p); });
    found_.truncate(static_cast<std::size_t>(end - all.begin()));
    lists_.keep_if([&](BodyPair p) { return changes.is_enabled(p); });
}

void FoundPairs::sort(BodyId limit) {
    const std::span<const BodyPair> found = found_.pairs();
    sorted_.resize(found.size() + lists_.size() + kRun);
    if (lists_.size() > 0) {
        sort_with_lists(limit);
    } else if (found.size() > 2 * std::size_t{limit}) {
        // Many pairs per body: by the greater id first, and then, stably, by the lower one.
        other_order_.resize(found.size());
        distribute(found, &BodyPair::b, limit, ends_, other_order_);
        distribute(other_order_, &BodyPair::a, limit, ends_, sorted_);
    } else {
        distribute(found, &BodyPair::a, limit, ends_, sorted_);
        for (std::size_t i = 1; i < found.size(); ++i) {
            const BodyPair moving = sorted_[i];
            std::size_t to = i;
            for (; to > 0 && moving < sorted_[to - 1]; --to) sorted_[to] = sorted_[to - 1];
            sorted_[to] = moving;
        }
    }
    std::fill(sorted_.end() - kRun, sorted_.end(), BodyPair{});
}

// By the greater id first, which the lists are already, and then, stably, by the lower one. Whoever has a list has all
// pairs of which it is the lower one there.
void FoundPairs::sort_with_lists(BodyId limit) {
    other_order_.resize(found_.pairs().size());
    distribute(found_.pairs(), &BodyPair::b, limit, ends_, other_order_);
    ends_.assign(limit, 0);
    for (const BodyPair& pair : other_order_) ++ends_[pair.a];
    for (const PartnerLists::List& list : lists_.lists()) {
        for (const BodyId partner : lists_.below(list)) ++ends_[partner];
        ends_[list.body] += static_cast<std::uint32_t>(lists_.above(list).size());
    }
    sum_before(ends_);
    auto next = other_order_.begin();
    for (const PartnerLists::List& list : lists_.lists()) {
        for (; next != other_order_.end() && next->b < list.body; ++next) sorted_[ends_[next->a]++] = *next;
        for (const BodyId partner : lists_.below(list)) sorted_[ends_[partner]++] = {partner, list.body};
        for (const BodyId partner : lists_.above(list)) sorted_[ends_[list.body]++] = {list.body, partner};
    }
    for (; next != other_order_.end(); ++next) sorted_[ends_[next->a]++] = *next;
}

// Both lists end with pairs after all others. Whether a pair is new, old or both is a coin toss when everything
// teleports: every outcome is written, the places of the next ones decide what stays. Where little changes most pairs
// are both: kRun of them are copied at a time.
void FoundPairs::merge(std::span<const std::uint8_t> is_removed) {
    const std::size_t old_count = pairs_.size(), new_count = sorted_.size() - kRun;
    pairs_.resize(old_count + kRun);
    next_.resize(new_count + kRun);
    entered_at_.resize(std::max(entered_at_.size(), new_count + 1));
    left_.resize(std::max(left_.size(), old_count + 1));
    const ActivePair *old = pairs_.data(), *const old_end = old + old_count;
    const BodyPair *found = sorted_.data(), *const found_end = found + new_count;
    ActivePair *next = next_.data(), *left = left_.data();
    std::uint32_t* entered = entered_at_.data();
    const auto key_of = [](BodyPair pair) { return (std::uint64_t{pair.a} << 32) | pair.b; };
    const auto is_run_equal = [&old, &found] {
        bool is_equal = old->bodies == *found;
        for (std::size_t k = 1; is_equal && k < kRun; ++k) is_equal &= old[k].bodies == found[k];
        return is_equal;
    };
    const auto step = [&] {
        const std::uint64_t old_key = key_of(old->bodies), new_key = key_of(*found);
        bool takes_old = old_key <= new_key, takes_new = new_key <= old_key;
        // A pair of a body that was removed and came in again leaves first and enters in the next round.
        if (!is_removed.empty() && takes_old && (is_removed[old->bodies.a] | is_removed[old->bodies.b]) != 0)
            takes_new = false;
        *left = *old;
        left += takes_old && !takes_new;
        *next = {*found, old->slot};
        *entered = static_cast<std::uint32_t>(found - sorted_.data());
        entered += takes_new && !takes_old;
        old += takes_old;
        found += takes_new;
        next += takes_new;
    };
    while (old + kRun <= old_end && found + kRun <= found_end) {
        if (is_removed.empty() && is_run_equal()) {
            std::copy(old, old + kRun, next);
            old += kRun, found += kRun, next += kRun;
        } else {
            for (std::size_t k = 0; k < kRun; ++k) step();
        }
    }
    while (old < old_end || found < found_end) step();
    events_.left.assign(left_.data(), left);
    entered_count_ = static_cast<std::size_t>(entered - entered_at_.data());
    next_.resize(new_count);
    pairs_.swap(next_);
}

void FoundPairs::give_slots() {
    events_.entered.clear();
    for (const std::uint32_t place : std::span(entered_at_).first(entered_count_)) {
        std::uint32_t slot = slot_count_;
        if (free_slots_.empty()) {
            ++slot_count_;
        } else {
            slot = free_slots_.back();
            free_slots_.pop_back();
        }
        pairs_[place].slot = slot;
        events_.entered.push_back(pairs_[place]);
    }
    for (const ActivePair& pair : events_.left) free_slots_.push_back(pair.slot);
}

} // namespace boxwood
