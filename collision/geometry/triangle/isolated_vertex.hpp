// What: finds the vertex of a triangle that is alone on its side of a plane, from the signs of all three vertices.
// Invariants: vertex k can be alone on side s if s * sign_k >= 0, and s * sign <= 0 for the other two vertices. If two
//             signs are 0, only the third vertex can be alone. If several vertices can be alone, the table contains the
//             one with the lowest index; a triangle test has the same result for each of them.
// Cost: one table look-up.
// Source: the permutations are from [Devillers 2002], the rule for zeros is not.
// Oracle: tests/collision/geometry/triangle_intersect_test.cpp lists the 27 patterns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace boxwood {

using Signs = std::array<int, 3>; // of a triangle's vertices relative to a plane: -1, 0 or 1

struct IsolatedVertex {
    std::int8_t vertex = -1; // -1: none, the signs are all zero or all the same
    std::int8_t side = 0;    // -1 or 1
};

inline constexpr bool can_be_alone(const Signs& signs, std::size_t vertex, int side) {
    const int own = side * signs[vertex];
    const int next = side * signs[(vertex + 1) % 3], previous = side * signs[(vertex + 2) % 3];
    const bool has_two_zeros = (own == 0) + (next == 0) + (previous == 0) == 2;
    return own >= 0 && next <= 0 && previous <= 0 && !(has_two_zeros && own == 0) &&
           (own != 0 || next != 0 || previous != 0);
}

inline constexpr std::size_t pattern_of(const Signs& signs) {
    return static_cast<std::size_t>(9 * (signs[0] + 1) + 3 * (signs[1] + 1) + (signs[2] + 1));
}

inline constexpr std::array<IsolatedVertex, 27> kIsolatedVertices = [] {
    std::array<IsolatedVertex, 27> table{};
    for (int a = -1; a <= 1; ++a)
        for (int b = -1; b <= 1; ++b)
            for (int c = -1; c <= 1; ++c)
                for (std::int8_t vertex = 2; vertex >= 0; --vertex)
                    for (const std::int8_t side : {std::int8_t{-1}, std::int8_t{1}})
                        if (can_be_alone({a, b, c}, static_cast<std::size_t>(vertex), side))
                            table[pattern_of({a, b, c})] = {vertex, side};
    return table;
}();

inline constexpr IsolatedVertex find_isolated_vertex(const Signs& signs) {
    return kIsolatedVertices[pattern_of(signs)];
}

} // namespace boxwood
