#include "collision/broad_phase/found_pairs.hpp"

#include <algorithm>

namespace boxwood {

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
}

void FoundPairs::sort(BodyId limit) {
    const std::span<const BodyPair> found = found_.pairs();
    sorted_.resize(found.size() + 1);
    if (found.size() > 2 * std::size_t{limit}) {
        // Many pairs per body: by the greater id first, and then, stably, by the lower one.
        other_order_.resize(found.size());
        distribute(found, &BodyPair::b, limit, other_order_);
        distribute(other_order_, &BodyPair::a, limit, sorted_);
    } else {
        distribute(found, &BodyPair::a, limit, sorted_);
        for (std::size_t i = 1; i < found.size(); ++i) {
            const BodyPair moving = sorted_[i];
            std::size_t to = i;
            for (; to > 0 && moving < sorted_[to - 1]; --to) sorted_[to] = sorted_[to - 1];
            sorted_[to] = moving;
        }
    }
    sorted_.back() = {};
}

void FoundPairs::distribute(std::span<const BodyPair> pairs, BodyId BodyPair::*id, BodyId limit,
                            std::span<BodyPair> out_pairs) {
    ends_.assign(limit + std::size_t{1}, 0);
    for (const BodyPair& pair : pairs) ++ends_[pair.*id + std::size_t{1}];
    std::uint32_t sum = 0;
    for (std::uint32_t& end : ends_) end = sum += end;
    // From here on ends_[id] counts up from the begin of the pairs of id to their end.
    for (const BodyPair& pair : pairs) out_pairs[ends_[pair.*id]++] = pair;
}

// Both lists end with a pair after all others. Whether a pair is new, old or both is a coin toss when everything
// teleports: every outcome is written, the places of the next ones decide what stays.
void FoundPairs::merge(std::span<const std::uint8_t> is_removed) {
    const std::size_t old_count = pairs_.size(), new_count = sorted_.size() - 1;
    pairs_.push_back({});
    next_.resize(new_count + 1);
    entered_at_.resize(std::max(entered_at_.size(), new_count + 1));
    left_.resize(std::max(left_.size(), old_count + 1));
    std::size_t i = 0, j = 0, entered = 0, left = 0;
    const auto key_of = [](BodyPair pair) { return (std::uint64_t{pair.a} << 32) | pair.b; };
    while (i < old_count || j < new_count) {
        const ActivePair old = pairs_[i];
        const BodyPair found = sorted_[j];
        const std::uint64_t old_key = key_of(old.bodies), new_key = key_of(found);
        bool takes_old = old_key <= new_key, takes_new = new_key <= old_key;
        // A pair of a body that was removed and came in again leaves first and enters in the next round.
        if (!is_removed.empty() && takes_old && (is_removed[old.bodies.a] | is_removed[old.bodies.b]) != 0)
            takes_new = false;
        left_[left] = old;
        left += takes_old && !takes_new;
        next_[j] = {found, old.slot};
        entered_at_[entered] = static_cast<std::uint32_t>(j);
        entered += takes_new && !takes_old;
        i += takes_old;
        j += takes_new;
    }
    events_.left.assign(left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(left));
    entered_count_ = entered;
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
