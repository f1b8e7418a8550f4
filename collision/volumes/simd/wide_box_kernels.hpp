// What: the test of box_relation.hpp on the children of two wide nodes: some boxes of one against all of the other, once
//     for each kind of vectors that a machine may have.
// Frame: that of box_relation.hpp.
// Invariants: each pair is decided, and its first axis counted, as find_separating_axis does with the boxes that
//     WideBoxes::box gives, bit for bit: the same operations in the same order. Which is larger is what
//     DescentRule::opens_a says where volumes differ.
// Cost: 8 pairs 25 ns with AVX2, and 12 ns for what depends on one of the two nodes only.
// Source: box_relation.hpp.
// Oracle: find_separating_axis (tests/collision/volumes/wide_box_kernels_test.cpp).
#pragma once

#include "collision/volumes/box/box_relation.hpp"
#include "collision/volumes/box/wide_boxes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace boxwood {

// Numbers of BoxRelation one by one, each to be spread over all lanes: entry [i][j] belongs to axis i of A and j of B. The
// fourth of each row is unused: rows are copied whole.
struct WideBoxRelation {
    using Row = std::array<float, 4>;
    using Matrix = std::array<Row, 3>;
    Row twice_t{}, error_bound_a{};
    Matrix m{}, abs_m{}, cofactor_next{}, cofactor_previous{};
    Matrix n{}, abs_n{}; // [j][i]
    OverlapTest test = OverlapTest::sat;
    float volume_a = 1.0f, volume_b = 1.0f; // what volumes are multiplied by before they are compared
};
WideBoxRelation make_wide_relation(const BoxRelation& relation, float volume_a, float volume_b);

// How many pairs were separated by each axis or one before it, per lane. Lanes without a box count as separated by all.
struct SeparatingAxisHits {
    static constexpr std::size_t kAxes = 15;
    std::size_t axes = kAxes; // that are tested, and counted: the first ones
    static constexpr std::size_t kLanes = 2 * WideBoxes::kLanes; // some kernels test two rows at once
    using Lanes = std::array<std::uint32_t, kLanes>;
    alignas(64) std::array<Lanes, kAxes> until{};
    std::uint64_t tests = 0, absent = 0; // pairs of boxes, and of a box with no box

    // Adds what was counted, as QueryCounters::separations_by_axis counts it, overlaps to the last bin.
    void add_to(std::span<std::uint64_t> io_exits) const;
};

// Bit 8 i + k: lane i of the one node, a row, with lane k of the other. Of rows that were not asked for: 0.
struct WidePairs {
    std::uint64_t overlap = 0, is_a_larger = 0, is_tied = 0;
};

// What a kernel keeps from one call to the next of one relation: what depends on the last node of A, and of B, alone. The
// boxes must not change in between.
struct DistanceKeyTerms {
    const WideBoxes *a = nullptr, *b = nullptr;
    static constexpr std::size_t kBytesOfLanes = WideBoxes::kLanes * sizeof(float);
    alignas(32) std::array<std::byte, 25 * kBytesOfLanes> of_a;
    alignas(32) std::array<std::byte, 31 * kBytesOfLanes> of_b;
};

struct WideBoxKernel {
    std::string_view name;
    // `rows`: of A's lanes if is_row_of_a, else of B's; `lanes`: those of the other node that hold a box.
    struct Query {
        const WideBoxes *a = nullptr, *b = nullptr;
        std::uint32_t rows = 0, lanes = 0;
        bool is_row_of_a = false;
    };
    void (*test)(const WideBoxRelation& relation, const Query& query, DistanceKeyTerms& io_terms,
                 WidePairs& out_pairs, SeparatingAxisHits& io_exits) = nullptr;
};

// Those that this machine can run, the fastest first; the last one needs no more than any machine of its kind has.
std::span<const WideBoxKernel> list_wide_box_kernels();

} // namespace boxwood
