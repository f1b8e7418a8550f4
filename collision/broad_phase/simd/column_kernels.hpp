// What: the inner loops of column-grid, once for each kind of vectors that a machine may have.
// Invariants: of one table all kinds report the same pairs in the same order.
// Cost: 8, 4 or 1 boxes per step.
// Oracle: the plain one, which has no vectors; all pairs of boxes.
#pragma once

#include "collision/broad_phase/pairs/pair_appender.hpp"
#include "collision/broad_phase/simd/cell_references.hpp"
#include "collision/broad_phase/simd/partner_lists.hpp"

#include <span>
#include <string_view>

namespace boxwood {

// A box that is not in the columns, and which copies count: those whose tag has all bits of `first`.
struct ColumnProbe {
    ColumnEntry entry;
    std::uint32_t first = 0;

    bool takes(std::uint32_t tag) const { return (tag & first) == first; }
};

struct ColumnKernel {
    std::string_view name;
    MakeColumnCopies make_copies = nullptr;
    // Reports each overlapping pair of the table once, to out_pairs; returns the number of box tests.
    std::uint64_t (*sweep)(const ColumnTable& table, PairAppender& out_pairs) = nullptr;
    // Writes the bodies of the entries that overlap the probe and pass it, in order; returns where the next one goes.
    // There must be room for one per entry and kFindPadding more; behind the entries there are kEntryPadding more.
    BodyId* (*find)(std::span<const ColumnEntry> entries, const ColumnProbe& probe, BodyId* out) = nullptr;
    TakeBodies take_bodies = nullptr;
};
inline constexpr std::size_t kFindPadding = 8;

// Those that this machine can run, the fastest first; the last one is plain C++.
std::vector<ColumnKernel> list_column_kernels();

} // namespace boxwood
