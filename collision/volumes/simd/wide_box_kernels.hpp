// What: tests the children of two wide nodes as in box_relation.hpp: selected boxes of one node against all boxes of
//     the other. There is one kernel per instruction set.
// Frame: A's, as in box_relation.hpp.
// Invariants: for each pair, the result and its first separating axis are bitwise the same as from find_separating_axis
//     on the boxes that WideBoxes::box or MovedBoxes::box returns: the same operations in the same order. If the
//     volumes of two boxes differ, is_a_larger equals DescentRule::opens_a for Descent::larger_volume.
// Cost: 25 ns for 8 pairs with AVX2, plus 12 ns for the terms that depend on only one of the two nodes.
// Source: box_relation.hpp.
// Oracle: find_separating_axis (tests/collision/volumes/wide_box_kernels_test.cpp).
#pragma once

#include "collision/volumes/box/box_relation.hpp"
#include "collision/volumes/box/moved_boxes.hpp"
#include "collision/volumes/box/wide_boxes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace boxwood {

// Scalars of BoxRelation; kernels broadcast each to all lanes. Entry [i][j] belongs to axis i of A and axis j of B. The
// fourth entry of each row is unused; it lets rows be copied as one vector.
struct WideBoxRelation {
    using Row = std::array<float, 4>;
    using Matrix = std::array<Row, 3>;
    Row twice_t{}, error_bound_a{};
    Matrix m{}, abs_m{}, cofactor_next{}, cofactor_previous{};
    Matrix n{}, abs_n{}; // [j][i]
    OverlapTest test = OverlapTest::sat;
    float volume_a = 1.0f, volume_b = 1.0f; // factors of the boxes' volumes, for is_a_larger
};
WideBoxRelation make_wide_relation(const BoxRelation& relation, float volume_a, float volume_b);

// For each axis and lane: the number of pairs that this axis or an earlier one separates. Lanes without a box count as
// separated by all axes.
struct SeparatingAxisHits {
    static constexpr std::size_t kAxes = 15;
    std::size_t axes = kAxes; // number of axes tested and counted, from the first
    static constexpr std::size_t kLanes = 2 * WideBoxes::kLanes; // some kernels test two rows at once
    using Lanes = std::array<std::uint32_t, kLanes>;
    alignas(64) std::array<Lanes, kAxes> until{};
    std::uint64_t tests = 0, absent = 0; // pairs of two boxes; pairs with an empty lane

    // Adds the counts in the layout of QueryCounters::separations_by_axis; overlaps go to the last bin.
    void add_to(std::span<std::uint64_t> io_hits) const;
};

// Bit 8 i + k: lane i of one node (the row) with lane k of the other. is_tied: the volumes of both boxes are equal.
// Bits of rows that were not requested are 0.
struct WidePairs {
    std::uint64_t overlap = 0, is_a_larger = 0, is_tied = 0;
};

// Terms that a kernel caches between calls with the same relation. of_a depends only on the previous node of A, and
// of_b only on the previous node of B. The boxes must not change between the calls.
struct BoxTestTerms {
    const void *a = nullptr, *b = nullptr; // addresses of the nodes' boxes
    static constexpr std::size_t kBytesOfLanes = WideBoxes::kLanes * sizeof(float);
    alignas(32) std::array<std::byte, 25 * kBytesOfLanes> of_a;
    alignas(32) std::array<std::byte, 31 * kBytesOfLanes> of_b;
};

// The boxes of a node of BoxTree8. A node has only one parent box, so the address of the moves identifies the boxes.
struct PlacedMoves {
    const MovedBoxes* moves = nullptr;
    Aabb parent;
};

struct WideBoxKernel {
    std::string_view name;
    // `rows`: bit mask of the lanes to test, of A if is_row_of_a, else of B. `lanes`: bit mask of the other node's
    // lanes that contain a box.
    template <class Boxes>
    struct QueryOf {
        Boxes a{}, b{};
        std::uint32_t rows = 0, lanes = 0;
        bool is_row_of_a = false;
    };
    using Query = QueryOf<const WideBoxes*>;
    using QueryOfMoves = QueryOf<PlacedMoves>;
    void (*test)(const WideBoxRelation& relation, const Query& query, BoxTestTerms& io_terms,
                 WidePairs& out_pairs, SeparatingAxisHits& io_hits) = nullptr;
    void (*test_moves)(const WideBoxRelation& relation, const QueryOfMoves& query, BoxTestTerms& io_terms,
                       WidePairs& out_pairs, SeparatingAxisHits& io_hits) = nullptr;
};

// The kernels that this processor supports, fastest first; the last one needs only the baseline instruction set.
std::span<const WideBoxKernel> list_wide_box_kernels();

} // namespace boxwood
