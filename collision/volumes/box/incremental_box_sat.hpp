// What: incremental SAT of two boxes that shrink by one side at a time, in the same or in different frames. The state
//     of a pair consists of the overlaps at the two ends of each axis. A step decreases a few of these overlaps.
// Frame: each box is in its own frame; the relation contains the relative pose.
// Invariants: conservative against the ground truth after any sequence of steps. The error bound of BoxRelation does
//     not cover the steps. With u = 2^-24 and n steps in all, their rounding decreases an overlap S along an axis s by
//     at most the sum of three terms: (n + 2) u S for the subtractions; 4 u times the sum of the widths of both boxes
//     along s, for the products and the last subtractions; n_a u |root_a| . |s|, and likewise for B, for the rounded
//     sides of the boxes. This sum is added once, at the root. Weights are rounded towards 0, so no step subtracts too
//     much. Requires that the boxes of a pair overlap before one of them shrinks. The caller must therefore test the
//     roots with separated_axis first.
// Degenerate input: as in box_relation.hpp; an axis with numbers beyond the range of float never separates.
// Cost: the setup takes 0.2 us (0.6 us with cross axes), once per object pair. A test takes 2 to 5 ns, for 2, 3 or 8
//     vectors of four ends.
// Source: [Zachmann 2002] sections 4.1 and 4.2: reboxing, and its extension to other axes; precomputed products.
// Departs from the source: stores the differences of ends instead of the ends, because the test compares only the
//     differences. A step updates all ends of all axes and subtracts 0 at unaffected ends, instead of selecting the
//     affected ends by sign.
// Oracle: tests/collision/volumes/incremental_box_sat_test.cpp: ends computed from scratch; the largest gap over all
//     candidate planes (tests/oracles/separation.hpp).
#pragma once

#include "collision/volumes/box/box_relation.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace boxwood {

// Axes: aabb_of_obb has the face normals of A, sat_lite has the face normals of both boxes, and sat adds the nine cross
// axes.
template <OverlapTest kTest, class Lanes = Float4>
struct IncrementalBoxSat {
    static constexpr std::size_t kFaces = kTest == OverlapTest::aabb_of_obb ? 3 : 6;
    static constexpr std::size_t kCrosses = kTest == OverlapTest::sat ? 9 : 0;
    static constexpr std::size_t kFaceVectors = (2 * kFaces + 3) / 4, kCrossVectors = (2 * kCrosses + 3) / 4;
    static constexpr std::size_t kVectors = kFaceVectors + kCrossVectors;

    // The overlaps at A's upper end and B's lower end for all axes, then the overlaps at B's upper end and A's lower
    // end. Face normals and cross axes fill separate vectors. A negative overlap separates.
    using Overlaps = std::array<Lanes, kVectors>;

    Overlaps root{};
    // Decrease of each overlap per unit of movement: [0: of A, 1: of B][axis][0: the upper side moves, as for a lower
    // child; 1: the lower side].
    std::array<std::array<std::array<Overlaps, 2>, 3>, 2> weights{};

    // The first separating axis, numbered as in Aabb::kAxisNames; -1 if the boxes overlap.
    static int separated_axis(const Overlaps& overlaps) {
        unsigned axes = either_end<kFaces>(separated_ends<0, kFaceVectors>(overlaps));
        if constexpr (kCrosses > 0)
            axes |= either_end<kCrosses>(separated_ends<kFaceVectors, kVectors>(overlaps)) << kFaces;
        return axes == 0 ? -1 : std::countr_zero(axes);
    }

    // Updates the overlaps after a move of one side by `move`, which is equal in all lanes. Returns separated_axis of
    // the result. Has no branches because the separating axis is unpredictable.
    static int step(const Overlaps& before, const Overlaps& weights, const Lanes& move,
                    Overlaps& out_overlaps) {
        for (std::size_t i = 0; i < kVectors; ++i) out_overlaps[i] = before[i] - weights[i] * move;
        return separated_axis(out_overlaps);
    }

    // A step in two stages. scaled() computes the decreases due to one move; they are the same for several pairs.
    // subtract_decreases() subtracts the decreases due to two moves, one of each box.
    static Overlaps scaled(const Overlaps& weights, const Lanes& move) {
        Overlaps decreases;
        for (std::size_t i = 0; i < kVectors; ++i) decreases[i] = weights[i] * move;
        return decreases;
    }
    static int subtract_decreases(const Overlaps& before, const Overlaps& decreases_a,
                                  const Overlaps& decreases_b, Overlaps& out_overlaps) {
        for (std::size_t i = 0; i < kVectors; ++i)
            out_overlaps[i] = (before[i] - decreases_a[i]) - decreases_b[i];
        return separated_axis(out_overlaps);
    }

  private:
    template <std::size_t kBegin, std::size_t kEnd>
    static unsigned separated_ends(const Overlaps& overlaps) {
        unsigned bits = 0;
        for (std::size_t i = kBegin; i < kEnd; ++i)
            bits |= find_greater(Lanes{}, overlaps[i]) << 4 * (i - kBegin);
        return bits;
    }
    // Bit k is set if one of the two ends of axis k separates.
    template <std::size_t kAxes>
    static unsigned either_end(unsigned ends) {
        return (ends | ends >> kAxes) & ((1u << kAxes) - 1);
    }
};

// A box and the maximum number of moves of its sides.
struct RestrictedBoxCursor {
    Aabb root;
    std::uint32_t steps = 0;
};

// `relation` must be made from these roots.
template <OverlapTest kTest>
IncrementalBoxSat<kTest> make_incremental_box_sat(const BoxRelation& relation, const RestrictedBoxCursor& a,
                                                  const RestrictedBoxCursor& b);

extern template IncrementalBoxSat<OverlapTest::aabb_of_obb>
make_incremental_box_sat(const BoxRelation&, const RestrictedBoxCursor&, const RestrictedBoxCursor&);
extern template IncrementalBoxSat<OverlapTest::sat_lite>
make_incremental_box_sat(const BoxRelation&, const RestrictedBoxCursor&, const RestrictedBoxCursor&);
extern template IncrementalBoxSat<OverlapTest::sat>
make_incremental_box_sat(const BoxRelation&, const RestrictedBoxCursor&, const RestrictedBoxCursor&);

} // namespace boxwood
