#include "collision/broad_phase/sweep_and_prune/sweep_and_prune.hpp"

#include <algorithm>

namespace boxwood {

namespace {

constexpr std::size_t kPrefetchDistance = 12; // in pairs

} // namespace

template <PairFlags Flags>
void SweepAndPruneOf<Flags>::insert(std::span<const BodyId> bodies, std::span<const Aabb>) {
    changes_.insert(bodies);
}

template <PairFlags Flags>
void SweepAndPruneOf<Flags>::update(std::span<const Aabb> boxes) {
    NoTrace trace;
    update(boxes, trace);
}

template <PairFlags Flags>
template <TracePolicy Trace>
void SweepAndPruneOf<Flags>::update(std::span<const Aabb> boxes, Trace& trace) {
    counters_ = {};
    touched_.clear();
    is_swept_ = false;
    changes_.gather(boxes);
    active_.begin_changes(changes_.limit());
    remove_bodies();
    choose_storage();
    update_values(boxes);
    flags_.prepare(changes_.limit(), boxes);
    for (int axis = 0; axis < 3; ++axis) sort_axis(axis, trace);
    insert_bodies();
    report_changes();
    changes_.settle();
    active_.end_changes();
}

template <PairFlags Flags>
void SweepAndPruneOf<Flags>::remove_bodies() {
    if (changes_.removed().empty()) return;
    for (SortedAxis& list : lists_) list.erase(changes_.is_removed());
    active_.remove_bodies(changes_.is_removed());
    flags_.erase(changes_.removed());
}

template <PairFlags Flags>
void SweepAndPruneOf<Flags>::update_values(std::span<const Aabb> boxes) {
    const std::size_t limit = changes_.limit();
    for (std::vector<std::uint32_t>& keys : keys_) keys.resize(2 * limit);
    for (std::size_t body = 0; body < limit; ++body) {
        const Aabb& box = boxes[body];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto k = static_cast<glm::length_t>(axis);
            keys_[axis][2 * body] = ordered_key(box.lower[k]);
            keys_[axis][2 * body + 1] = ordered_key(box.upper[k]);
        }
    }
    for (std::size_t axis = 0; axis < 3; ++axis) lists_[axis].set_values(keys_[axis]);
}

template <PairFlags Flags>
template <TracePolicy Trace>
void SweepAndPruneOf<Flags>::sort_axis(int axis, Trace& trace) {
    constexpr auto kKept = Flags::kKeepsFlags ? SwapLogging::begins_and_ends : SwapLogging::begins;
    // A sort from scratch costs the sort itself and at most two sweeps, each of about overlap_count() pairs. The
    // insertion sort stops when it has cost as much. The total is therefore at most about twice the cost of the
    // cheaper method.
    SortedAxis& list = lists_[static_cast<std::size_t>(axis)];
    // In listed mode, the short list of named pairs is read instead of a sweep.
    const std::uint64_t sweep_cost = is_listed() ? 0 : 2 * list.overlap_count();
    const std::uint64_t cost_of_sorting = sweep_cost + 32 * list.endpoints().size();
    const std::uint64_t budget = Trace::kActive ? ~std::uint64_t{0} : cost_of_sorting;
    const auto sink = [&](std::span<const EndpointSwap> batch) { apply(axis, batch); };
    const SwapCounters counts = list.template sort<kKept>(axis, budget, buffer_, sink, trace);
    count(axis, counts);
    if (!counts.is_finished) sort_axis_from_scratch(axis);
}

// Returns marks for sweep() that choose every body.
template <PairFlags Flags>
std::span<const std::uint8_t> SweepAndPruneOf<Flags>::mark_all_bodies() {
    all_bodies_.assign(changes_.limit(), 1);
    return all_bodies_;
}

// Clears the flags of all pairs in the current order, sorts, and sets the flags of the new order.
template <PairFlags Flags>
void SweepAndPruneOf<Flags>::sort_axis_from_scratch(int axis) {
    if (is_listed()) {
        count(axis, lists_[static_cast<std::size_t>(axis)].sort_counting());
        refresh_list(axis);
        return;
    }
    const std::span<const std::uint8_t> all_bodies = mark_all_bodies();
    if constexpr (Flags::kKeepsFlags) sweep(axis, all_bodies);
    count(axis, lists_[static_cast<std::size_t>(axis)].sort_counting());
    // A box test covers all axes, so one sweep along any axis finds all pairs.
    if (Flags::kKeepsFlags || !is_swept_) sweep(axis, all_bodies);
    is_swept_ = true;
}

template <PairFlags Flags>
void SweepAndPruneOf<Flags>::insert_bodies() {
    if (changes_.inserted().empty()) return;
    for (std::size_t axis = 0; axis < 3; ++axis) lists_[axis].insert(changes_.inserted(), keys_[axis]);
    if (is_listed()) return; // report_changes() adds the named pairs of new bodies
    const auto best = static_cast<int>(find_least_overlapping_axis());
    for (int axis = 0; axis < 3; ++axis)
        if (Flags::kKeepsFlags || axis == best) sweep(axis, changes_.is_inserted());
}

template <PairFlags Flags>
void SweepAndPruneOf<Flags>::sweep(int axis, std::span<const std::uint8_t> is_chosen) {
    const auto sink = [&](std::span<const EndpointSwap> batch) { apply(axis, batch); };
    lists_[static_cast<std::size_t>(axis)].sweep(is_chosen, buffer_, sink);
}

template <PairFlags Flags>
void SweepAndPruneOf<Flags>::apply(int axis, std::span<const EndpointSwap> batch) {
    flags_.apply(axis, batch, touched_);
    if (!Flags::kKeepsFlags) counters_.volume_tests += batch.size();
}

template <PairFlags Flags>
void SweepAndPruneOf<Flags>::report_changes() {
    if (!Flags::kKeepsFlags && counters_.flag_toggles != 0) {
        counters_.volume_tests += active_.pairs().size();
        for (const ActivePair& pair : active_.pairs())
            if (!flags_.is_overlapping(pair.bodies)) active_.report(pair.bodies, false);
    }
    if constexpr (Flags::kKeepsFlags)
        if (is_listed())
            for (const BodyPair pair : changes_.switched())
                changes_.is_pair_enabled(pair) ? flags_.add_to_list(pair, find_mask(pair))
                                               : flags_.remove_from_list(pair);
    for (std::size_t i = 0; i < touched_.size(); ++i) {
        if (i + kPrefetchDistance < touched_.size()) flags_.prefetch(touched_[i + kPrefetchDistance]);
        const BodyPair pair = touched_[i];
        // A pair that was disabled since the last update is reported below instead.
        if (changes_.is_enabled(pair)) active_.report(pair, flags_.is_overlapping(pair));
    }
    for (const BodyPair pair : changes_.switched())
        active_.report(pair, flags_.is_overlapping(pair) && changes_.is_enabled(pair));
    report_switched_pairs();
}

// --- storage of the flags ---------------------------------------------------------------------------------

template <PairFlags Flags>
bool SweepAndPruneOf<Flags>::is_listed() const {
    if constexpr (Flags::kKeepsFlags) return flags_.storage() == FlagStorage::listed;
    return false;
}

// Bit k of the result is set if the intervals on axis k overlap, according to the last update_values().
template <PairFlags Flags>
unsigned SweepAndPruneOf<Flags>::find_mask(BodyPair pair) const {
    const std::size_t a = 2 * std::size_t{pair.a}, b = 2 * std::size_t{pair.b};
    unsigned mask = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
        const std::vector<std::uint32_t>& keys = keys_[axis];
        if (keys[a] <= keys[b + 1] && keys[b] <= keys[a + 1]) mask |= 1u << axis;
    }
    return mask;
}

// If the storage changes, or if the list is obsolete because set_all_pairs_enabled() was called, recomputes the flags
// for the boxes of the last update.
template <PairFlags Flags>
void SweepAndPruneOf<Flags>::choose_storage() {
    if constexpr (Flags::kKeepsFlags) {
        const FlagStorage wanted =
            choose_flag_storage(settings_.storage, changes_.limit(), changes_.are_pairs_enabled_by_default());
        const bool is_list_obsolete = wanted == FlagStorage::listed && changes_.was_default_set();
        if (wanted == flags_.storage() && !is_list_obsolete) return;
        flags_.reset(wanted, changes_.limit());
        if (wanted == FlagStorage::listed) {
            fill_list();
            return;
        }
        sweep_all_axes();
    }
}

// Called after a keyframe was read. A keyframe does not store the matrix, so its flags are clear and are set again.
template <PairFlags Flags>
void SweepAndPruneOf<Flags>::restore_matrix() {
    if constexpr (Flags::kKeepsFlags)
        if (flags_.storage() == FlagStorage::dense) sweep_all_axes();
}

// Sets all flags, which must be clear, according to the order of the lists.
template <PairFlags Flags>
void SweepAndPruneOf<Flags>::sweep_all_axes() {
    const std::span<const std::uint8_t> all_bodies = mark_all_bodies();
    for (int axis = 0; axis < 3; ++axis) sweep(axis, all_bodies);
    touched_.clear();
}

// Adds all named pairs, except the pairs of new bodies, which report_changes() adds.
template <PairFlags Flags>
void SweepAndPruneOf<Flags>::fill_list() {
    if constexpr (Flags::kKeepsFlags) {
        const std::span<const std::uint8_t> is_inserted = changes_.is_inserted();
        changes_.exceptions().for_each([&](BodyPair pair) {
            if (is_inserted[pair.a] == 0 && is_inserted[pair.b] == 0)
                flags_.add_to_list(pair, find_mask(pair));
        });
    }
}

// After a sort from scratch, updates the flag of this axis for every pair on the list.
template <PairFlags Flags>
void SweepAndPruneOf<Flags>::refresh_list(int axis) {
    if constexpr (Flags::kKeepsFlags) {
        const unsigned flag = 1u << axis;
        std::vector<EndpointSwap>& changed = buffer_.room;
        changed.clear();
        flags_.for_each_listed([&](BodyPair pair, unsigned mask) {
            if (((mask ^ find_mask(pair)) & flag) != 0)
                changed.push_back({(std::uint64_t{pair.a} << 32) | pair.b});
        });
        apply(axis, changed);
    }
}

// Reports the active pairs that are now disabled, and all overlapping pairs of bodies that were enabled.
template <PairFlags Flags>
void SweepAndPruneOf<Flags>::report_switched_pairs() {
    if (changes_.has_switched_off())
        for (const ActivePair& pair : active_.pairs())
            if (!changes_.is_enabled(pair.bodies)) active_.report(pair.bodies, false);
    if (!changes_.has_switched_on()) return;
    if constexpr (Flags::kKeepsFlags)
        if (is_listed()) {
            flags_.for_each_listed([&](BodyPair pair, unsigned) {
                if (flags_.is_overlapping(pair) && changes_.is_enabled(pair)) active_.report(pair, true);
            });
            return;
        }
    const auto sink = [&](std::span<const EndpointSwap> batch) {
        for (const EndpointSwap swap : batch) {
            const BodyPair pair = swap.bodies();
            if (flags_.is_overlapping(pair) && changes_.is_enabled(pair)) active_.report(pair, true);
        }
    };
    lists_[find_least_overlapping_axis()].sweep(changes_.is_switched_on(), buffer_, sink);
}

// Returns the axis on which the fewest pairs overlap.
template <PairFlags Flags>
std::size_t SweepAndPruneOf<Flags>::find_least_overlapping_axis() const {
    const auto fewer = [](const SortedAxis& a, const SortedAxis& b) {
        return a.overlap_count() < b.overlap_count();
    };
    return static_cast<std::size_t>(std::min_element(lists_.begin(), lists_.end(), fewer) - lists_.begin());
}

template <PairFlags Flags>
void SweepAndPruneOf<Flags>::count(int axis, const SwapCounters& counts) {
    counters_.swaps[static_cast<std::size_t>(axis)] += counts.swaps;
    counters_.flag_toggles += counts.begins + counts.ends;
}

template class SweepAndPruneOf<PairFlagStore>;
template class SweepAndPruneOf<BoxTestFlags>;
template void SweepAndPruneOf<PairFlagStore>::update(std::span<const Aabb>, NoTrace&);
template void SweepAndPruneOf<PairFlagStore>::update(std::span<const Aabb>, VisitRecorder&);
template void SweepAndPruneOf<BoxTestFlags>::update(std::span<const Aabb>, NoTrace&);
template void SweepAndPruneOf<BoxTestFlags>::update(std::span<const Aabb>, VisitRecorder&);

} // namespace boxwood
