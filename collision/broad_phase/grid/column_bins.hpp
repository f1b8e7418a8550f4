// What: one level of column-grid: boxes of similar size in a grid of columns, in bins along each column.
// Invariants: a box has a copy in each column that it touches, one, two or four; boxes that would touch more, or
//             too many bins, are handed back. A column begins where cell numbers repeat (see ColumnLayout).
// Cost: build two passes over the boxes and one over the copies; find_pairs one pass over the copies.
// Source: [Knuth 1998] section 5.2, algorithm D (distribution counting).
// Oracle: all pairs of boxes.
#pragma once

#include "collision/broad_phase/simd/column_kernels.hpp"

namespace boxwood {

class ColumnBins {
  public:
    // Takes boxes[body] of the given bodies; appends those that are too large for the layout to out_large.
    void build(const ColumnLayout& layout, const ColumnKernel& kernel, std::span<const BodyId> bodies,
               std::span<const Aabb> boxes, std::vector<BodyId>& out_large);

    // Every overlapping pair of boxes in the grid, once; returns the number of box tests.
    std::uint64_t find_pairs(const ColumnKernel& kernel, PairAppender& out_pairs) const;

    // Writes every body whose box in the grid overlaps this one, once, where there is room for reference_count() and
    // kFindPadding more; returns where the next one goes.
    BodyId* find_partners(const Aabb& box, const ColumnKernel& kernel, BodyId* out,
                          std::uint64_t& io_tests) const;

    std::size_t reference_count() const { return copies_.count; }

  private:
    // Cells in a row on one axis, wrapped: count of them from the first.
    struct Run {
        std::uint32_t first = 0, count = 0;
    };

    void count_bins();
    void fill_bins(std::span<const Aabb> boxes);
    ColumnTable table() const;
    // Of a column, the entries that begin in a run of bins.
    std::span<const ColumnEntry> entries_in(std::uint32_t column, Run bins) const;
    Run run_of(std::int32_t lower, std::int32_t upper, std::size_t lane) const;

    std::span<const CellReference> copies() const { return std::span(copies_.copies).first(copies_.count); }

    ColumnCells cells_;
    CellReferences copies_;
    std::vector<std::uint32_t> ends_; // by bin
    std::vector<ColumnEntry> entries_;
};

} // namespace boxwood
