// What: 8 x 8 bit matrices (squares) for pairs of lanes of two wide nodes. Bit 8 i + k is for lane i of one node (a
//     row) and lane k of the other node.
// Oracle: tests/collision/query/lane_squares_test.cpp.
#pragma once

#include <cstdint>

namespace boxwood {

// Multiplying by this constant repeats eight bits in every row.
inline constexpr std::uint64_t kEachRow = 0x0101010101010101u;

// Sets all bits of row i if bit i is set.
inline std::uint64_t fill_rows(std::uint32_t bits) {
    const std::uint64_t spread = (bits * kEachRow) & 0x8040201008040201u;
    return (((spread + 0x7F * kEachRow) >> 7) & kEachRow) * 255u;
}

// Sets bit i if row i is not empty.
inline std::uint32_t find_rows(std::uint64_t square) {
    constexpr std::uint64_t kLow = 0x7F * kEachRow;
    const std::uint64_t high = (((square & kLow) + kLow) | square) & ~kLow;
    return static_cast<std::uint32_t>(((high >> 7) * 0x0102040810204080u) >> 56);
}

// Moves bit 8 i + k to bit 8 k + i [Warren 2013, 7-3].
inline std::uint64_t transpose(std::uint64_t square) {
    const auto swap = [&square](std::uint64_t mask, int shift) {
        const std::uint64_t t = (square ^ (square >> shift)) & mask;
        square ^= t ^ (t << shift);
    };
    swap(0x00AA00AA00AA00AAu, 7);
    swap(0x0000CCCC0000CCCCu, 14);
    swap(0x00000000F0F0F0F0u, 28);
    return square;
}

} // namespace boxwood
