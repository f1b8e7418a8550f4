// What: flips the flags of exchanges in a triangular matrix of pairs, eight in a word, flag k of a pair in bit k of its
//       four. Sixteen exchanges at a time: a kernel finds where their flags lie, and later which of the pairs have both
//       other flags set; between the two each word is changed on its own, in order, as exchanges may share one.
// Invariants: words and touched pairs are the same with any kernel, in the same order. A pair is touched if all its
//             flags are set now, or all but the one that has just been cleared.
// Cost: 1.4 ns per exchange with vectors of sixteen, 2.5 without, as long as the matrix fits the third-level cache.
//       Tried, and no faster: to ask the memory for a word twice, first far ahead and then close by; to ask for it in
//       order to write, or past the second level; to flip what comes while the sort goes on; a matrix of two thirds the size.
// Oracle: tests flip them obviously; all pairs of boxes.
#pragma once

#include "collision/broad_phase/sweep_and_prune/endpoint.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace boxwood {

// Place of a pair in a triangular matrix whose row is the greater id; a != b.
inline std::size_t triangular_index(BodyId a, BodyId b) {
    const BodyId swap =
        (a ^ b) & (0u - static_cast<BodyId>(a < b)); // no branch: which is greater is a coin toss
    const std::size_t row = a ^ swap;
    return row * (row - 1) / 2 + (b ^ swap);
}
inline std::size_t triangular_size(BodyId limit) {
    return limit == 0 ? 0 : std::size_t{limit} * (limit - 1) / 2;
}

inline constexpr std::size_t kPairsInWord = 8;
inline constexpr std::size_t kFlagsAtOnce = 16;

struct FlagKernel {
    BodyId body_limit; // that its places hold
    // The words of sixteen exchanges, and the bit to flip in each.
    void (*find_places)(const EndpointSwap* swaps, int axis, std::uint32_t* out_places,
                        std::uint32_t* out_flags);
    // A bit for each of sixteen that is touched, by the words after the flips.
    std::uint32_t (*find_touched)(int axis, const std::uint32_t* flags, const std::uint32_t* words);
};

const FlagKernel& plain_flag_kernel(BodyId limit);
const FlagKernel* wide_flag_kernel(); // null where the processor has no such vectors

void flip_flags(const FlagKernel& kernel, std::uint32_t* words, int axis, std::span<const EndpointSwap> swaps,
                std::vector<BodyPair>& io_touched);

} // namespace boxwood
