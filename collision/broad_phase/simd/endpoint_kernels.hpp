// What: endpoints with wide vectors, sixteen at once: they take new values, and walk left through the sorted ones in an
//       insertion sort.
// Invariants: list, counts and exchanges are those of the plain sort in sorted_axis.hpp; the exchanges come in another
//             order. The sixteen stop together, so that no branch depends on how far each of them goes.
// Cost: per sixteen endpoints 16 steps, and one more for each endpoint before them that any of them passes. The 650,000
//       exchanges of 10,000 bodies at full speed take 0.55 ms, one by one 1.0 ms. A block in order already costs one
//       comparison.
//       Tried, and slower: sixteen passed endpoints a step for each one that moves, where every vector waits for the
//       store before it; the exchanges of a whole axis first and the endpoints moved once, because what has not moved
//       yet is not sorted, and twice as many must be looked at.
// Oracle: the plain sort; inversions counted by a merge sort.
#pragma once

#include "collision/broad_phase/sweep_and_prune/endpoint.hpp"

#include <cstddef>
#include <span>

namespace boxwood {

enum class SwapLogging { begins, begins_and_ends }; // of an overlap: a MIN passed a MAX, a MAX passed a MIN

struct SwapCounters {
    std::uint64_t swaps = 0;  // of any two endpoints
    std::uint64_t begins = 0; // a MIN moved left past a MAX
    std::uint64_t ends = 0;   // a MAX moved left past a MIN
    bool is_finished = true;  // false: the budget ran out, the list is a valid but unsorted order
};

// Where a kernel leaves exchanges, and who takes them each time that the room is full.
struct SwapRoom {
    static constexpr std::size_t kSlack =
        256; // exchanges of a block among itself, and what is written beyond

    std::span<EndpointSwap> room; // more than kSlack
    void* taker = nullptr;
    void (*take)(void* taker, std::span<const EndpointSwap> batch) = nullptr;
};

// list[0] is a sentinel before every value, and keeps its own.
struct EndpointKernel {
    // Every endpoint gets the key keys[2 * body + is_max].
    void (*set_values)(std::span<Endpoint> list, std::span<const std::uint32_t> keys);
    // Gives up, after a whole block, once there were more exchanges than `budget`.
    SwapCounters (*sort)(std::span<Endpoint> list, std::uint64_t budget, SwapLogging kept,
                         const SwapRoom& out);
};

void set_values_plain(std::span<Endpoint> list, std::span<const std::uint32_t> keys);

// The kernel for this machine, or null: then what is plain is the fastest.
const EndpointKernel* choose_endpoint_kernel();

} // namespace boxwood
