// What: endpoint kernels for sweep and prune, with vectors of sixteen endpoints. They assign new values, and move
//     endpoints to the left in the sorted list for an insertion sort.
// Invariants: if the budget is not exceeded, the list, the counts and the swaps equal the results of the plain sort in
//     sorted_axis.hpp, except for the order of the swaps. The sixteen lanes stop together, so no branch depends on how
//     far a single lane moves.
// Cost: 16 steps per block of sixteen endpoints, plus one step for each earlier endpoint that any of the sixteen
//     passes. If 10,000 bodies at full speed cause 650,000 swaps, these take 0.55 ms; the plain sort takes 1.0 ms. A
//     block that is already sorted costs one comparison.
//     Two alternatives are slower. The first compares one moving endpoint with sixteen passed endpoints per step;
//     every vector load then waits for the previous store. The second computes all swaps of an axis first and moves
//     the endpoints afterwards; the endpoints not yet moved are then unsorted, and twice as many must be read.
// Oracle: the plain sort; a merge sort that counts inversions.
#pragma once

#include "collision/broad_phase/sweep_and_prune/endpoint.hpp"

#include <cstddef>
#include <span>

namespace boxwood {

// The swaps to report. When a MIN passes a MAX to its left, an overlap begins; when a MAX passes a MIN, it ends.
enum class SwapLogging { begins, begins_and_ends };

struct SwapCounters {
    std::uint64_t swaps = 0;  // swaps of any two endpoints
    std::uint64_t begins = 0; // a MIN moved left past a MAX
    std::uint64_t ends = 0;   // a MAX moved left past a MIN
    bool is_finished = true;  // false if the budget was exceeded; the list is then valid but can be unsorted
};

// The buffer to which a kernel writes swaps, and the callback that receives the swaps when the buffer is full.
struct SwapOutput {
    // Room for the swaps within a block, and for elements written beyond the end.
    static constexpr std::size_t kPadding = 256;

    std::span<EndpointSwap> buffer; // larger than kPadding
    void* context = nullptr;
    void (*take)(void* context, std::span<const EndpointSwap> batch) = nullptr;
};

// list[0] is a sentinel that precedes every value and does not change.
struct EndpointKernel {
    // Sets the key of every endpoint to keys[2 * body + is_max].
    void (*set_values)(std::span<Endpoint> list, std::span<const std::uint32_t> keys);
    // Stops after the block in which the number of swaps has exceeded `budget`.
    SwapCounters (*sort)(std::span<Endpoint> list, std::uint64_t budget, SwapLogging kept,
                         const SwapOutput& out);
};

void set_values_plain(std::span<Endpoint> list, std::span<const std::uint32_t> keys);

// Returns the kernel for this machine, or null if the plain code is the fastest.
const EndpointKernel* choose_endpoint_kernel();

} // namespace boxwood
