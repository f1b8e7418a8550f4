// What: the sorted endpoints of all bodies on one axis, and the insertion sort that keeps them sorted.
// Invariants: between calls the list is sorted by (value, MIN before MAX), equal endpoints in their previous order; a
//     body's MIN precedes its MAX at all times, also during a sort.
// Cost: sort O(n + swaps); sort_counting O(n log n); insert, erase and sweep O(n + pairs reported). With vectors of
//     sixteen: endpoint_kernels.hpp.
// Source: [Cohen 1995] section 4.2.
// Oracle: a test counts the inversions between the orders before and after with its own merge sort.
#pragma once

#include "collision/broad_phase/simd/endpoint_kernels.hpp"
#include "collision/core/trace.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace boxwood {

// Buffer for swaps, and the minimum number passed to the sink at once.
struct SwapBuffer {
    std::size_t batch = 4096;
    std::vector<EndpointSwap> room;
};

class SortedAxis {
  public:
    std::span<const Endpoint> endpoints() const { return {endpoints_.data() + 1, endpoints_.size() - 1}; }
    std::uint64_t overlap_count() const {
        return overlap_count_;
    } // pairs of bodies that overlap on this axis

    // Sets every endpoint to its new value, keys[2 * body + is_max]; the order does not change until the next sort.
    void set_values(std::span<const std::uint32_t> keys);

    // Insertion sort. Passes the swaps of a MIN and a MAX to sink(span<const EndpointSwap>) in batches; io_buffer is
    // scratch. Stops once the number of swaps exceeds `budget`.
    template <SwapLogging kKept, TracePolicy Trace, class Sink>
    SwapCounters sort(int axis, std::uint64_t budget, SwapBuffer& io_buffer, Sink&& sink, Trace& trace);

    // Sorts in O(n log n) and counts the swaps that insertion sort would have made, which are the inversions.
    SwapCounters sort_counting();

    // Adds bodies that are not in the list, with values as in set_values.
    void insert(std::span<const BodyId> bodies, std::span<const std::uint32_t> keys);

    // Removes the endpoints of bodies with is_dead[body] != 0; the others keep their order.
    void erase(std::span<const std::uint8_t> is_dead);

    // Reports each pair of bodies that overlaps in the present order and contains at least one body with
    // is_chosen[body] != 0, once, to sink(span<const EndpointSwap>) in batches. io_buffer is scratch.
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

    std::vector<Endpoint> endpoints_{Endpoint{}}; // [0] is a sentinel before every value
    std::vector<Endpoint> scratch_;
    std::uint64_t overlap_count_ = 0;
};

// The bodies whose interval is open at the present position of a sweep; removal swaps with the last element.
class ActiveSet {
  public:
    explicit ActiveSet(std::size_t body_limit)
        : place_(body_limit) {}
    std::span<const BodyId> bodies() const { return bodies_; }
    void open(BodyId body) {
        place_[body] = static_cast<std::uint32_t>(bodies_.size());
        bodies_.push_back(body);
    }
    void close(BodyId body) {
        bodies_[place_[body]] = bodies_.back();
        place_[bodies_.back()] = place_[body];
        bodies_.pop_back();
    }

  private:
    std::vector<BodyId> bodies_;
    std::vector<std::uint32_t> place_;
};

inline Visit visit_of(Endpoint moving, Endpoint passed, int axis) {
    const bool is_unlike = moving.is_max() != passed.is_max();
    return {moving.body(),
            passed.body(),
            is_unlike ? 1u : 0u,
            VisitKind::recorded_swap,
            is_unlike && !moving.is_max(),
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
        std::uint64_t unlike = 0; // passed endpoints of the other type
        // Which of the passed endpoints are of the other type is unpredictable: every one is written, and the output
        // position decides whether it stays, so there is no branch to mispredict.
        for (std::uint64_t passed; (passed = to[-1].bits) > limit; --to) {
            to->bits = passed;
            out[unlike].bits = mover | static_cast<std::uint32_t>(passed);
            const std::uint64_t is_unlike = ((passed ^ moving) >> 31) & 1u;
            unlike += is_unlike;
            if constexpr (Trace::kActive) trace.record(visit_of(Endpoint{moving}, Endpoint{passed}, axis));
        }
        to->bits = moving;
        const std::uint64_t is_min = ((moving >> 31) & 1u) ^ 1u;
        const std::uint64_t begun = unlike * is_min;
        counts.swaps += static_cast<std::uint64_t>(from - to);
        counts.begins += begun;
        counts.ends += unlike - begun;
        kept += kKept == SwapLogging::begins ? begun : unlike;
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
    io_buffer.room.resize(io_buffer.batch + SwapRoom::kSlack);
    const auto take = [](void* taker, std::span<const EndpointSwap> batch) {
        (*static_cast<std::remove_reference_t<Sink>*>(taker))(batch);
    };
    const SwapRoom room{io_buffer.room, const_cast<void*>(static_cast<const void*>(&sink)), take};
    const SwapCounters counts = kernel.sort(endpoints_, budget, kept, room);
    overlap_count_ += counts.begins - counts.ends;
    return counts;
}

template <class Sink>
void SortedAxis::sweep(std::span<const std::uint8_t> is_chosen, SwapBuffer& io_buffer, Sink&& sink) const {
    ActiveSet chosen(is_chosen.size());
    ActiveSet others(is_chosen.size());
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
