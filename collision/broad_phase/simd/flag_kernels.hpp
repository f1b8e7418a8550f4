// What: flips the flags of swaps in a triangular matrix of pairs: eight pairs per word, flag k of a pair in bit k of
//     its four. Sixteen swaps at a time: a kernel computes where their flags are, and later which of the pairs have
//     both other flags set; between the two each word is changed separately, in order, because swaps may share a word.
// Invariants: words and touched pairs are the same with any kernel, in the same order. A pair is touched if all its
//     flags are now set, or all except the one that was just cleared.
// Cost: 1.4 ns per swap with vectors of sixteen, 2.5 ns without, as long as the matrix fits the third-level cache.
//     Tried, and no faster: prefetching a word twice, first far ahead and then shortly before its use; prefetching for
//     writing, or past the second level; flipping flags while the sort runs; a matrix of two thirds the size.
// Oracle: tests flip the flags one by one; all pairs of boxes.
#pragma once

#include "collision/broad_phase/sweep_and_prune/endpoint.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace boxwood {

// Index of a pair in a triangular matrix whose row is the greater id; a != b.
inline std::size_t triangular_index(BodyId a, BodyId b) {
    const BodyId swap =
        (a ^ b) & (0u - static_cast<BodyId>(a < b)); // no branch: which id is greater is unpredictable
    const std::size_t row = a ^ swap;
    return row * (row - 1) / 2 + (b ^ swap);
}
inline std::size_t triangular_size(BodyId limit) {
    return limit == 0 ? 0 : std::size_t{limit} * (limit - 1) / 2;
}

inline constexpr std::size_t kPairsInWord = 8;
inline constexpr std::size_t kFlagsAtOnce = 16;

struct FlagKernel {
    BodyId body_limit; // the largest body count that its indices can represent
    // The word indices of sixteen swaps, and the bit to flip in each word.
    void (*find_places)(const EndpointSwap* swaps, int axis, std::uint32_t* out_places,
                        std::uint32_t* out_flags);
    // One bit per swap: whether its pair is touched, from the words after the flips.
    std::uint32_t (*find_touched)(int axis, const std::uint32_t* flags, const std::uint32_t* words);
};

const FlagKernel& plain_flag_kernel(BodyId limit);
const FlagKernel* wide_flag_kernel(); // null if the processor has no such vectors

void flip_flags(const FlagKernel& kernel, std::uint32_t* words, int axis, std::span<const EndpointSwap> swaps,
                std::vector<BodyPair>& io_touched);

} // namespace boxwood
