// What: flips the flags of swaps in a triangular matrix of pairs. A word has eight pairs with four bits each; bit k
//     of a pair is its flag for axis k. A kernel processes sixteen swaps at a time: it computes the positions of
//     their flags and, after the flips, finds the pairs that have both other flags set. The words are changed one at
//     a time, in the order of the swaps, because swaps can share a word.
// Invariants: all kernels give the same words and touched pairs, in the same order. A pair is touched if all its flags
//     are set after the flip, or all except the flag that was cleared.
// Cost: 1.4 ns per swap with vectors of sixteen, 2.5 ns without, if the matrix fits into the third-level cache. Three
//     variants are not faster: to prefetch each word a second time, shortly before its use; to prefetch it for writing;
//     and to flip the flags during the sort.
// Oracle: tests that flip one flag at a time; all pairs of boxes.
#pragma once

#include "collision/broad_phase/sweep_and_prune/endpoint.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace boxwood {

// Returns the index of a pair in a triangular matrix; the greater id is the row. Requires a != b.
inline std::size_t triangular_index(BodyId a, BodyId b) {
    const BodyId swap =
        (a ^ b) &
        (0u - static_cast<BodyId>(a < b)); // no branch, because it is unpredictable which id is greater
    const std::size_t row = a ^ swap;
    return row * (row - 1) / 2 + (b ^ swap);
}
inline std::size_t triangular_size(BodyId limit) {
    return limit == 0 ? 0 : std::size_t{limit} * (limit - 1) / 2;
}

inline constexpr std::size_t kPairsInWord = 8;
inline constexpr std::size_t kFlagsAtOnce = 16;

struct FlagKernel {
    BodyId body_limit; // the largest number of bodies for which the kernel can represent all indices
    // Computes the word indices of sixteen swaps, and the bit to flip in each word.
    void (*find_words)(const EndpointSwap* swaps, int axis, std::uint32_t* out_words,
                       std::uint32_t* out_flags);
    // Returns a bit per swap, set if its pair is touched. `words` are the words after the flips.
    std::uint32_t (*find_touched)(int axis, const std::uint32_t* flags, const std::uint32_t* words);
};

const FlagKernel& plain_flag_kernel(BodyId limit);
const FlagKernel* wide_flag_kernel(); // null if the processor has no AVX-512

void flip_flags(const FlagKernel& kernel, std::uint32_t* words, int axis, std::span<const EndpointSwap> swaps,
                std::vector<BodyPair>& io_touched);

} // namespace boxwood
