// What: the sorted endpoints of all bodies on one axis, and the insertion sort that keeps them sorted.
// Invariants: the list is sorted by value, except after set_values() and after a sort() that exceeded its budget, until
//     the next sort. At the same value, MIN precedes MAX; endpoints that agree in both keep their order. A body's MIN
//     always precedes its MAX, even during a sort.
// Cost: sort() takes O(n + swaps) time. sort_counting() takes O(n log n) time. insert() takes O(n) time plus a sort of
//     the new endpoints; erase() takes O(n) time; sweep() takes O(n + pairs reported) time. Times with vectors of
//     sixteen are in endpoint_kernels.hpp.
// Source: [Cohen 1995] section 4.2.
// Oracle: a merge sort in the tests counts the inversions between the old and the new order.
#pragma once

#include "collision/broad_phase/simd/endpoint_kernels.hpp"
#include "collision/core/trace.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace boxwood {

// The bodies whose interval is open at the current position of a sweep. A body is removed by moving the last body to
// its position.
class ActiveSet {
  public:
    // Closes all intervals. Later bodies must be below body_limit.
    void reset(std::size_t body_limit) {
        bodies_.clear();
        if (positions_.size() < body_limit) positions_.resize(body_limit);
    }
    std::span<const BodyId> bodies() const { return bodies_; }
    void open(BodyId body) {
        positions_[body] = static_cast<std::uint32_t>(bodies_.size());
        bodies_.push_back(body);
    }
    void close(BodyId body) {
        bodies_[positions_[body]] = bodies_.back();
        positions_[bodies_.back()] = positions_[body];
        bodies_.pop_back();
    }

  private:
    std::vector<BodyId> bodies_;
    std::vector<std::uint32_t> positions_;
};

// Scratch memory of sorts and sweeps. Each call of the sink passes at least `batch` swaps, except the last call, which
// can pass none. If it is reused, sorts and sweeps of at most as many bodies as before allocate nothing.
struct SwapBuffer {
    std::size_t batch = 4096;
    std::vector<EndpointSwap> room;
    ActiveSet chosen{}, others{}; // of a sweep
};

class SortedAxis {
  public:
    std::span<const Endpoint> endpoints() const { return {endpoints_.data() + 1, endpoints_.size() - 1}; }
    // Number of pairs of bodies that overlap on this axis in the current order.
    std::uint64_t overlap_count() const { return overlap_count_; }

    // Sets every endpoint to its new value, keys[2 * body + is_max]. The order does not change before the next sort.
    void set_values(std::span<const std::uint32_t> keys);

    // Sorts by insertion. Passes the swaps of a MIN and a MAX that kKept selects to sink(span<const EndpointSwap>) in
    // batches; io_buffer is scratch memory. Stops when the number of swaps exceeds `budget`.
    template <SwapLogging kKept, TracePolicy Trace, class Sink>
    SwapCounters sort(int axis, std::uint64_t budget, SwapBuffer& io_buffer, Sink&& sink, Trace& trace);

    // Sorts in O(n log n) time and counts the inversions, which are the swaps that an insertion sort would make.
    SwapCounters sort_counting();

    // Adds bodies that are not in the list; `keys` is the same as in set_values().
    void insert(std::span<const BodyId> bodies, std::span<const std::uint32_t> keys);

    // Removes the endpoints of bodies with is_removed[body] != 0. The other endpoints keep their order.
    void erase(std::span<const std::uint8_t> is_removed);

    // Reports pairs of bodies to sink(span<const EndpointSwap>) in batches, each pair once. These are the pairs that
    // overlap in the current order and have a body with is_chosen[body] != 0. io_buffer is scratch memory.
    template <class Sink>
    void sweep(std::span<const std::uint8_t> is_chosen, SwapBuffer& io_buffer, Sink&& sink) const;

    // For keyframes (core/state_bytes.hpp).
    template <class Self, class Archive>
    static void visit_state(Self& self, Archive& archive) {
        archive(self.endpoints_, self.overlap_count_);
    }

  private:
    template <class Sink>
    SwapCounters sort_wide(const EndpointKernel& kernel, std::uint64_t budget, SwapLogging kept,
                           SwapBuffer& io_buffer, Sink&& sink);
    void count_overlaps();

    std::vector<Endpoint> endpoints_{Endpoint{}}; // [0] is a sentinel that precedes every value
    std::vector<Endpoint> scratch_;
    std::uint64_t overlap_count_ = 0;
};

inline Visit visit_of(Endpoint moving, Endpoint passed, int axis) {
    const bool is_opposite = moving.is_max() != passed.is_max();
    return {moving.body(),
            passed.body(),
            is_opposite ? 1u : 0u,
            VisitKind::recorded_swap,
            is_opposite && !moving.is_max(),
            static_cast<std::int8_t>(axis)};
}

template <SwapLogging kKept, TracePolicy Trace, class Sink>
SwapCounters SortedAxis::sort(int axis, std::uint64_t budget, SwapBuffer& io_buffer, Sink&& sink,
                              Trace& trace) {
    static const EndpointKernel* const kernel = choose_endpoint_kernel();
    if (!Trace::kActive && kernel != nullptr) return sort_wide(*kernel, budget, kKept, io_buffer, sink);
    io_buffer.room.resize(io_buffer.batch + endpoints_.size());
    SwapCounters counts;
    std::size_t kept = 0;
    Endpoint* const first = endpoints_.data();
    Endpoint* const last = first + endpoints_.size();
    for (Endpoint* from = first + 1; from != last; ++from) {
        const std::uint64_t moving = from->bits;
        const std::uint64_t limit = moving | kBodyMask;
        const std::uint64_t mover = moving << 32;
        EndpointSwap* const out = io_buffer.room.data() + kept;
        Endpoint* to = from;
        std::uint64_t opposite = 0; // number of passed endpoints of the other type
        // Whether a passed endpoint is of the other type is unpredictable. To avoid a branch, every swap is written,
        // and the output position advances only if the swap counts.
        for (std::uint64_t passed; (passed = to[-1].bits) > limit; --to) {
            to->bits = passed;
            out[opposite].bits = mover | static_cast<std::uint32_t>(passed);
            const std::uint64_t is_opposite = ((passed ^ moving) >> 31) & 1u;
            opposite += is_opposite;
            if constexpr (Trace::kActive) trace.record(visit_of(Endpoint{moving}, Endpoint{passed}, axis));
        }
        to->bits = moving;
        const std::uint64_t is_min = ((moving >> 31) & 1u) ^ 1u;
        const std::uint64_t begun = opposite * is_min;
        counts.swaps += static_cast<std::uint64_t>(from - to);
        counts.begins += begun;
        counts.ends += opposite - begun;
        kept += kKept == SwapLogging::begins ? begun : opposite;
        if (kept >= io_buffer.batch) {
            sink(std::span<const EndpointSwap>(io_buffer.room.data(), kept));
            kept = 0;
        }
        if (counts.swaps > budget) {
            counts.is_finished = false;
            break;
        }
    }
    sink(std::span<const EndpointSwap>(io_buffer.room.data(), kept));
    overlap_count_ += counts.begins - counts.ends;
    return counts;
}

template <class Sink>
SwapCounters SortedAxis::sort_wide(const EndpointKernel& kernel, std::uint64_t budget, SwapLogging kept,
                                   SwapBuffer& io_buffer, Sink&& sink) {
    io_buffer.room.resize(io_buffer.batch + SwapOutput::kPadding);
    const auto take = [](void* context, std::span<const EndpointSwap> batch) {
        (*static_cast<std::remove_reference_t<Sink>*>(context))(batch);
    };
    const SwapOutput output{io_buffer.room, const_cast<void*>(static_cast<const void*>(&sink)), take};
    const SwapCounters counts = kernel.sort(endpoints_, budget, kept, output);
    overlap_count_ += counts.begins - counts.ends;
    return counts;
}

template <class Sink>
void SortedAxis::sweep(std::span<const std::uint8_t> is_chosen, SwapBuffer& io_buffer, Sink&& sink) const {
    ActiveSet &chosen = io_buffer.chosen, &others = io_buffer.others;
    chosen.reset(is_chosen.size());
    others.reset(is_chosen.size());
    io_buffer.room.resize(io_buffer.batch + endpoints_.size());
    std::size_t kept = 0;
    const auto report = [&](BodyId body, std::span<const BodyId> open) {
        EndpointSwap* out = io_buffer.room.data() + kept;
        for (const BodyId other : open) (out++)->bits = (std::uint64_t{body} << 32) | other;
        kept += open.size();
    };
    for (const Endpoint endpoint : endpoints()) {
        const BodyId body = endpoint.body();
        ActiveSet& own = is_chosen[body] != 0 ? chosen : others;
        if (endpoint.is_max()) {
            own.close(body);
            continue;
        }
        report(body, chosen.bodies());
        if (is_chosen[body] != 0) report(body, others.bodies());
        own.open(body);
        if (kept >= io_buffer.batch) {
            sink(std::span<const EndpointSwap>(io_buffer.room.data(), kept));
            kept = 0;
        }
    }
    sink(std::span<const EndpointSwap>(io_buffer.room.data(), kept));
}

} // namespace boxwood
