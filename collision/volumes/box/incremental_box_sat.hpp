// What: the overlap test of two boxes that shrink by one side at a time, in the same or in different frames: what is
//     known of a pair is how far the two overlap at each end of each axis, and a step takes away from a few of these.
// Frame: those of the boxes; the relation knows the poses.
// Invariants: conservative against the ground truth, whatever the steps. Beyond what BoxRelation says, with u = 2^-24 and
//     n steps in all, what rounding can take from an overlap S along an axis s is at most (n + 2) u S for the
//     subtractions, 4 u times both widths for the products and the last subtractions, and n_a u |root_a| . |s|, alike
//     for B, for sides that the boxes themselves had rounded. All of it is added once, at the root. Weights are rounded
//     towards 0, so that no step takes too much.
//     Requires that the boxes of a pair overlap before one of them shrinks: ends that stay where they are cannot
//     separate anew, so whoever begins must test the roots completely (separated_axis).
// Degenerate input: as in box_relation.hpp; numbers beyond the range of float make an axis that never separates.
// Cost: steps 0.2 us (0.6 us with cross axes), once per object pair; a test 2 to 5 ns: 2, 3 or 8 vectors of four ends.
// Source: [Zachmann 2002] sections 4.1 and 4.2: re-boxing, and the same along other axes; products known beforehand.
// Departs from the source: of the ends only their differences are kept, which is what is compared. All ends of an axis
//     set move at once, those that stay by 0, instead of a choice by sign.
// Oracle: tests/collision/volumes/incremental_box_sat_test.cpp: ends from scratch, a linear program for separation.
#pragma once

#include "collision/volumes/box/box_relation.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace boxwood {

// Which axes: re-boxing has the face normals of A, lite those of both, sat the nine cross axes as well.
template <OverlapTest kTest, class Lanes = Float4>
struct IncrementalBoxSat {
    static constexpr std::size_t kFaces = kTest == OverlapTest::reboxing ? 3 : 6;
    static constexpr std::size_t kCrosses = kTest == OverlapTest::sat ? 9 : 0;
    static constexpr std::size_t kFaceVectors = (2 * kFaces + 3) / 4, kCrossVectors = (2 * kCrosses + 3) / 4;
    static constexpr std::size_t kVectors = kFaceVectors + kCrossVectors;

    // How far the boxes overlap where A ends and B begins, for each axis, then where B ends and A begins; face
    // normals fill vectors of their own. Below 0: apart.
    using Overlaps = std::array<Lanes, kVectors>;

    Overlaps root{};
    // What a move by 1 takes from each end: [0: of A, 1: of B][axis][0: its upper side moves, as of a lower child; 1:
    // its lower side].
    std::array<std::array<std::array<Overlaps, 2>, 3>, 2> weights{};

    // The first axis, numbered as in Aabb::kAxisNames, that separates; -1: the boxes overlap.
    static int separated_axis(const Overlaps& overlaps) {
        unsigned axes = either_end<kFaces>(separated_ends<0, kFaceVectors>(overlaps));
        if constexpr (kCrosses > 0)
            axes |= either_end<kCrosses>(separated_ends<kFaceVectors, kVectors>(overlaps)) << kFaces;
        return axes == 0 ? -1 : std::countr_zero(axes);
    }

    // The same after one side has moved by `move`, all lanes of which are equal. No branches: which axis separates, if
    // any, is anyone's guess.
    static int step(const Overlaps& before, const Overlaps& weights, const Lanes& move,
                    Overlaps& out_overlaps) {
        for (std::size_t i = 0; i < kVectors; ++i) out_overlaps[i] = before[i] - weights[i] * move;
        return separated_axis(out_overlaps);
    }

    // A step in two parts, where the first serves several pairs: what the move takes, and taking two moves, one of each
    // box.
    static Overlaps scaled(const Overlaps& weights, const Lanes& move) {
        Overlaps work;
        for (std::size_t i = 0; i < kVectors; ++i) work[i] = weights[i] * move;
        return work;
    }
    static int take_both(const Overlaps& before, const Overlaps& work_a, const Overlaps& work_b,
                         Overlaps& out_overlaps) {
        for (std::size_t i = 0; i < kVectors; ++i) out_overlaps[i] = (before[i] - work_a[i]) - work_b[i];
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
    // Bit k: one of the two ends of axis k separates.
    template <std::size_t kAxes>
    static unsigned either_end(unsigned ends) {
        return (ends | ends >> kAxes) & ((1u << kAxes) - 1);
    }
};

// A box and how often a side of it may move.
struct RestrictedBoxCursor {
    Aabb root;
    std::uint32_t steps = 0;
};

// Requires the relation of these roots.
template <OverlapTest kTest>
IncrementalBoxSat<kTest> make_box_steps(const BoxRelation& relation, const RestrictedBoxCursor& a,
                                        const RestrictedBoxCursor& b);

extern template IncrementalBoxSat<OverlapTest::reboxing>
make_box_steps(const BoxRelation&, const RestrictedBoxCursor&, const RestrictedBoxCursor&);
extern template IncrementalBoxSat<OverlapTest::lite>
make_box_steps(const BoxRelation&, const RestrictedBoxCursor&, const RestrictedBoxCursor&);
extern template IncrementalBoxSat<OverlapTest::sat>
make_box_steps(const BoxRelation&, const RestrictedBoxCursor&, const RestrictedBoxCursor&);

} // namespace boxwood
