#include "collision/broad_phase/pairs/pair_cache.hpp"

#include <algorithm>
#include <utility>

namespace boxwood {

namespace {

constexpr std::size_t kRun = 4; // pairs compared at a time; each list ends with kRun sentinels
constexpr std::uint32_t kLongRow = 32; // with more pairs per body, std::sort is faster than insertion

// The slots for new pairs: first the free slots, from the last to the first, then new slots.
struct NewSlots {
    std::span<const std::uint32_t> free;
    std::uint32_t count = 0;

    std::uint32_t operator[](std::size_t i) const {
        return i < free.size() ? free[free.size() - 1 - i]
                               : count + static_cast<std::uint32_t>(i - free.size());
    }
};

// Ensures that there is room for kRun pairs after the pairs in use.
ActivePair* reserve_run(std::vector<ActivePair>& io_pairs, std::size_t used) {
    if (io_pairs.size() < used + kRun) io_pairs.resize(used + used / 8 + 64);
    return io_pairs.data();
}

BodyPair pair_of(std::uint64_t change) {
    return {static_cast<BodyId>(change >> 32), static_cast<BodyId>(change)};
}

} // namespace

// --- an update by changes -----------------------------------------------------------------------------------

void PairCache::begin_changes(BodyId limit) {
    repeat();
    changes_.clear();
    row_begins_.resize(limit + std::size_t{1}, static_cast<std::uint32_t>(pairs_.size()));
}

void PairCache::remove_bodies(std::span<const std::uint8_t> is_removed) {
    std::erase_if(pairs_, [&](const ActivePair& pair) {
        const bool has_left = is_removed[pair.bodies.a] != 0 || is_removed[pair.bodies.b] != 0;
        if (has_left) events_.left.push_back(pair);
        return has_left;
    });
    if (!events_.left.empty()) count_rows();
}

void PairCache::end_changes() {
    const std::size_t removed_count = events_.left.size();
    if (!changes_.empty()) {
        std::sort(changes_.begin(), changes_.end());
        changes_.erase(std::unique(changes_.begin(), changes_.end()), changes_.end());
        merge_changes();
    }
    if (removed_count > 0)
        std::sort(events_.left.begin(), events_.left.end(),
                  [](const ActivePair& x, const ActivePair& y) { return x.bodies < y.bodies; });
    assign_slots();
}

void PairCache::merge_changes() {
    const NewSlots new_slots{free_slots_, slot_count_};
    const ActivePair *kept = pairs_.data(), *const end = kept + pairs_.size();
    next_.clear();
    for (const std::uint64_t change : changes_) {
        const BodyPair pair = pair_of(change);
        const ActivePair* const at = find(pair);
        next_.insert(next_.end(), kept, at);
        kept = at;
        if (at != end && at->bodies == pair) {
            events_.left.push_back(*kept++);
        } else {
            next_.push_back({pair, new_slots[events_.entered.size()]});
            events_.entered.push_back(next_.back());
        }
    }
    next_.insert(next_.end(), kept, end);
    shift_rows();
    pairs_.swap(next_);
}

// Moves the begin of each row: forward by the number of pairs that entered before it, back by the number that left.
void PairCache::shift_rows() {
    const ActivePair* entered = events_.entered.data();
    std::uint32_t shift = 0; // modulo 2^32
    std::size_t row = 0;
    const auto shift_below = [&](std::size_t end) {
        if (shift != 0)
            for (std::size_t i = row; i < end; ++i) row_begins_[i] += shift;
        row = end;
    };
    for (const std::uint64_t change : changes_) {
        const BodyPair pair = pair_of(change);
        shift_below(pair.a + std::size_t{1});
        const bool has_entered =
            entered != events_.entered.data() + events_.entered.size() && entered->bodies == pair;
        shift += has_entered ? 1u : ~0u;
        entered += has_entered ? 1 : 0;
    }
    shift_below(row_begins_.size());
}

void PairCache::count_rows() {
    std::fill(row_begins_.begin(), row_begins_.end(), 0u);
    for (const ActivePair& pair : pairs_) ++row_begins_[pair.bodies.a];
    exclusive_prefix_sum(row_begins_);
}

// --- an update by all pairs ---------------------------------------------------------------------------------

void PairCache::finish(const PendingChanges& changes) {
    if (!changes.is_everything_enabled()) drop_disabled(changes);
    sort(changes.limit());
    merge(changes.removed().empty() ? std::span<const std::uint8_t>{} : changes.is_removed());
    assign_slots();
}

void PairCache::drop_disabled(const PendingChanges& changes) {
    const std::span<BodyPair> all = found_.pairs();
    const auto end =
        std::remove_if(all.begin(), all.end(), [&](BodyPair p) { return !changes.is_enabled(p); });
    found_.truncate(static_cast<std::size_t>(end - all.begin()));
    lists_.keep_if([&](BodyPair p) { return changes.is_enabled(p); });
}

void PairCache::sort(BodyId limit) {
    const std::span<const BodyPair> found = found_.pairs();
    sorted_.resize(found.size() + lists_.size() + kRun);
    if (lists_.size() > 0) {
        sort_with_lists(limit);
    } else if (found.size() > 2 * std::size_t{limit}) {
        // With many pairs per body, sorts by the greater id, then stably by the lower one.
        other_order_.resize(found.size());
        distribute(found, &BodyPair::b, limit, ends_, other_order_);
        distribute(other_order_, &BodyPair::a, limit, ends_, sorted_);
    } else {
        distribute(found, &BodyPair::a, limit, ends_, sorted_);
        std::uint32_t begin = 0;
        for (const std::uint32_t end : ends_) {
            if (end - begin > kLongRow) std::sort(sorted_.data() + begin, sorted_.data() + end);
            begin = end;
        }
        for (std::size_t i = 1; i < found.size(); ++i) {
            const BodyPair moving = sorted_[i];
            std::size_t to = i;
            for (; to > 0 && moving < sorted_[to - 1]; --to) sorted_[to] = sorted_[to - 1];
            sorted_[to] = moving;
        }
    }
    std::fill(sorted_.end() - kRun, sorted_.end(), BodyPair{});
}

// Sorts by the greater id, then stably by the lower one. The lists are already sorted by the greater id. A body's
// list contains all pairs in which the body has the lower id.
void PairCache::sort_with_lists(BodyId limit) {
    other_order_.resize(found_.pairs().size());
    distribute(found_.pairs(), &BodyPair::b, limit, ends_, other_order_);
    ends_.assign(limit, 0);
    for (const BodyPair& pair : other_order_) ++ends_[pair.a];
    for (const PartnerLists::List& list : lists_.lists()) {
        for (const BodyId partner : lists_.below(list)) ++ends_[partner];
        ends_[list.body] += static_cast<std::uint32_t>(lists_.above(list).size());
    }
    exclusive_prefix_sum(ends_);
    BodyPair* const sorted = sorted_.data();
    std::uint32_t* const ends = ends_.data();
    auto next = other_order_.begin();
    for (const PartnerLists::List& list : lists_.lists()) {
        for (; next != other_order_.end() && next->b < list.body; ++next) sorted[ends[next->a]++] = *next;
        for (const BodyId partner : lists_.below(list)) sorted[ends[partner]++] = {partner, list.body};
        BodyPair* out = sorted + ends[list.body];
        for (const BodyId partner : lists_.above(list)) *out++ = {list.body, partner};
    }
    for (; next != other_order_.end(); ++next) sorted[ends[next->a]++] = *next;
}

// The lists of old and new pairs end with sentinels that are greater than all pairs. If all bodies teleport, it is
// unpredictable which of the two lists contain a pair. To avoid branches, each step writes the pair to all outputs and
// advances only the positions of the outputs that it belongs to. If few pairs change, most pairs are in both lists, and
// kRun pairs are copied at a time.
void PairCache::merge(std::span<const std::uint8_t> is_removed) {
    const std::size_t old_count = pairs_.size(), new_count = sorted_.size() - kRun;
    pairs_.resize(old_count + kRun);
    next_.resize(new_count + kRun);
    const ActivePair* const old = pairs_.data();
    const BodyPair* const found = sorted_.data();
    ActivePair *const next = next_.data(), *left_pairs = nullptr, *entered_pairs = nullptr;
    std::size_t i = 0, j = 0, left = 0, entered = 0;
    const bool has_removed = !is_removed.empty();
    const NewSlots new_slots{free_slots_, slot_count_};
    // Keys are loaded one step ahead. A step then waits only for the previous comparison, not for memory.
    const auto key_of = [](BodyPair pair) { return (std::uint64_t{pair.a} << 32) | pair.b; };
    // Uses integers instead of bool, so that compilers generate no branches.
    const auto choose = []<class T>(std::uint64_t takes_first, T first, T second) {
        return second ^ ((second ^ first) & (T{0} - static_cast<T>(takes_first)));
    };
    std::uint64_t old_key = key_of(old[0].bodies), new_key = key_of(found[0]);
    const auto step = [&] {
        const std::uint64_t takes_old = old_key <= new_key;
        std::uint64_t takes_new = new_key <= old_key;
        const ActivePair before = old[i];
        // If a body was removed and inserted again, its pair leaves in this step and enters in the next one.
        if (has_removed && takes_old != 0)
            takes_new &= (is_removed[before.bodies.a] | is_removed[before.bodies.b]) ^ 1u;
        const BodyPair pair = found[j];
        const std::uint32_t slot = new_slots[entered];
        left_pairs[left] = before;
        entered_pairs[entered] = {pair, slot};
        next[j] = {pair, choose(takes_old, before.slot, slot)};
        old_key = choose(takes_old, key_of(old[i + 1].bodies), old_key);
        new_key = choose(takes_new, key_of(found[j + 1]), new_key);
        left += takes_new ^ 1;
        entered += takes_old ^ 1;
        i += takes_old;
        j += takes_new;
    };
    const auto is_run_unchanged = [&] {
        bool is_equal = old_key == new_key;
        for (std::size_t k = 1; is_equal && k < kRun; ++k) is_equal = old[i + k].bodies == found[j + k];
        return is_equal;
    };
    while (i < old_count || j < new_count) {
        const bool is_end = i + kRun > old_count || j + kRun > new_count;
        if (!is_end && !has_removed && is_run_unchanged()) {
            std::copy(old + i, old + i + kRun, next + j);
            i += kRun, j += kRun;
            old_key = key_of(old[i].bodies), new_key = key_of(found[j]);
            continue;
        }
        left_pairs = reserve_run(events_.left, left);
        entered_pairs = reserve_run(events_.entered, entered);
        for (std::size_t k = is_end ? kRun - 1 : 0; k < kRun; ++k) step();
    }
    events_.left.resize(left);
    events_.entered.resize(entered);
    next_.resize(new_count);
    pairs_.swap(next_);
}

void PairCache::assign_slots() {
    const std::size_t entered = events_.entered.size(), reused = std::min(entered, free_slots_.size());
    slot_count_ += static_cast<std::uint32_t>(entered - reused);
    free_slots_.resize(free_slots_.size() - reused);
    const std::size_t free_count = free_slots_.size();
    free_slots_.resize(free_count + events_.left.size());
    std::transform(events_.left.begin(), events_.left.end(),
                   free_slots_.begin() + static_cast<std::ptrdiff_t>(free_count),
                   [](const ActivePair& pair) { return pair.slot; });
}

} // namespace boxwood
