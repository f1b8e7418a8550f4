// What: one level of the column grid. It sorts boxes of similar size into a grid of columns, and into bins along each
//     column.
// Invariants: a box has one, two or four cell references: one in each column that it overlaps. Boxes that overlap
//     more than two columns along an axis, or too many bins, are returned to the caller. Cell numbers wrap around, so
//     columns repeat in space (see ColumnLayout).
// Cost: build() makes one pass over the boxes, two over the references and two over the bins; find_pairs() makes one
//     pass over the references and tests each of them against the entries that follow it in the bins that its box
//     overlaps.
// Source: [Knuth 1998] section 5.2, algorithm D (distribution counting).
// Oracle: all pairs of boxes.
#pragma once

#include "collision/broad_phase/simd/column_kernels.hpp"

namespace boxwood {

class ColumnBins {
  public:
    // Discards the content of the level and inserts boxes[body] for each of the given bodies, whose ids must be
    // ascending. A body whose box is too large for the layout is not inserted, but appended to out_large.
    void build(const ColumnLayout& layout, const ColumnKernel& kernel, std::span<const BodyId> bodies,
               std::span<const Aabb> boxes, std::vector<BodyId>& out_large);

    // Appends each overlapping pair of boxes of the level one time. Returns the number of box tests.
    std::uint64_t find_pairs(const ColumnKernel& kernel, PairAppender& out_pairs) const;

    // Writes each body of the level whose box overlaps `box`, one time, and returns the end of the output. `out` must
    // have room for reference_count() + kFindPadding bodies. Adds the number of box tests to io_tests.
    BodyId* find_partners(const Aabb& box, const ColumnKernel& kernel, BodyId* out,
                          std::uint64_t& io_tests) const;

    std::size_t reference_count() const { return references_.count; }

  private:
    // `count` consecutive cells on one axis, starting at `first`, with wrap-around.
    struct Run {
        std::uint32_t first = 0, count = 0;
    };

    void count_bins();
    void fill_bins(std::span<const Aabb> boxes);
    ColumnTable table() const;
    // Returns the entries of a column that begin in a range of bins, which must not wrap around.
    std::span<const ColumnEntry> entries_in(std::uint32_t first_bin_of_column, Run bins) const;
    Run run_of(std::int32_t lower, std::int32_t upper, std::size_t cell_axis) const;

    std::span<const CellReference> references() const {
        return std::span(references_.list).first(references_.count);
    }

    ColumnCells cells_;
    CellReferences references_;
    std::vector<std::uint32_t> ends_; // by bin: the end of its entries in entries_
    std::vector<ColumnEntry> entries_;
};

} // namespace boxwood
