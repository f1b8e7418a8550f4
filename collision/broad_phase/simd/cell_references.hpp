// What: makes the cell references that the column grid sorts into its bins: one for each column that a box overlaps.
// Invariants: a box that overlaps more than two columns along an axis, or too many bins, has no references and its
//     body is returned to the caller. The order of the references depends on the vector width; their set does not.
// Cost: 8 boxes per step with AVX-512, 1 box in plain C++.
// Oracle: the plain kernel; all pairs of boxes.
#pragma once

#include "collision/broad_phase/grid/column_entry.hpp"
#include "collision/broad_phase/grid/column_layout.hpp"
#include "collision/broad_phase/simd/grid_quantizer.hpp"
#include "collision/core/prefetch.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace boxwood {

// A reference before the sort: its bin, and its tag, which includes the number of bins that the box overlaps beyond
// the first.
struct CellReference {
    std::uint32_t bin = 0, tag = 0;
};

struct CellReferences {
    std::vector<CellReference> list; // the first `count` are in use
    std::size_t count = 0;
    std::uint32_t max_reach = 0;           // the largest number of bins beyond the first
    std::vector<BodyId>* large = nullptr;  // receives bodies that get no references
    std::span<const ColumnEntry> upcoming; // entries that the caller will overwrite next

    // Prefetches the next entries of `upcoming` in small portions between the references, since prefetching all of
    // them in one go stalls the processor.
    void prefetch_entries(std::size_t max_count) {
        const std::span<const ColumnEntry> next = upcoming.first(std::min(max_count, upcoming.size()));
        prefetch(next);
        upcoming = upcoming.subspan(next.size());
    }
};

struct ColumnCells {
    ColumnLayout layout;
    GridQuantizer quantizer;
    std::array<std::size_t, 3> axes{0, 1, 2}; // of u, v, w
    std::array<std::uint32_t, 3> masks{};     // cell number & mask = position along u, v, w
    std::array<std::uint32_t, 3> shifts{};    // position << shift = its bits of the bin number
    std::uint32_t reach_limit = 0;            // a box with more bins beyond the first gets no references

    ColumnCells() = default;
    explicit ColumnCells(const ColumnLayout& chosen);
};

// Appends the cell references of boxes[body] for the given bodies. Their ids must be ascending. The list must have
// room for four references per body and kReferencePadding more.
using MakeCellReferences = void (*)(const ColumnCells& cells, std::span<const BodyId> bodies,
                                    std::span<const Aabb> boxes, CellReferences& io_references);
inline constexpr std::size_t kReferencePadding = 8;

void make_references_plain(const ColumnCells& cells, std::span<const BodyId> bodies,
                           std::span<const Aabb> boxes, CellReferences& io_references);

// Requires AVX-512.
void make_references_avx512(const ColumnCells& cells, std::span<const BodyId> bodies,
                            std::span<const Aabb> boxes, CellReferences& io_references);

} // namespace boxwood
