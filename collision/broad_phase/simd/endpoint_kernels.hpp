// What: endpoint kernels with wide vectors, sixteen endpoints at once: they assign new values, and move endpoints left
//     through the sorted list in an insertion sort.
// Invariants: list, counts and swaps are those of the plain sort in sorted_axis.hpp; the order of the swaps differs.
//     The sixteen lanes stop together, so that no branch depends on how far each of them moves.
// Cost: per sixteen endpoints 16 steps, plus one for each earlier endpoint that any of them passes. The 650,000 swaps
//     of 10,000 bodies at full speed take 0.55 ms, with the plain sort 1.0 ms. A block that is already sorted costs one
//     comparison.
//     Tried, and slower: sixteen passed endpoints per step for each moving one, because every vector load waits for the
//     previous store; first all swaps of an axis, then moving the endpoints once, because the endpoints not moved yet
//     are unsorted and twice as many must be read.
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
    bool is_finished = true;  // false: the budget ran out; the list is a valid but unsorted order
};

// The buffer in which a kernel writes swaps, and the callback that takes them each time the buffer is full.
struct SwapRoom {
    static constexpr std::size_t kSlack = 256; // swaps within one block, and elements written beyond the end

    std::span<EndpointSwap> room; // larger than kSlack
    void* taker = nullptr;
    void (*take)(void* taker, std::span<const EndpointSwap> batch) = nullptr;
};

// list[0] is a sentinel before every value; its value does not change.
struct EndpointKernel {
    // Sets the key of every endpoint to keys[2 * body + is_max].
    void (*set_values)(std::span<Endpoint> list, std::span<const std::uint32_t> keys);
    // Stops, after a whole block, once the number of swaps exceeds `budget`.
    SwapCounters (*sort)(std::span<Endpoint> list, std::uint64_t budget, SwapLogging kept,
                         const SwapRoom& out);
};

void set_values_plain(std::span<Endpoint> list, std::span<const std::uint32_t> keys);

// The kernel for this machine, or null if the plain code is the fastest.
const EndpointKernel* choose_endpoint_kernel();

} // namespace boxwood
