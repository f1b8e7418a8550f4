// What: the cell references that column-grid sorts into its bins: one for each column that a box overlaps.
// Invariants: a box that would be in more than two columns along an axis, or overlap too many bins, has none and is
//     returned to the caller. The set of references is the same with any vector width; their order is not.
// Cost: 8 boxes per step with AVX-512, 1 in C++.
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

// A reference before sorting: its bin, and its tag with the number of bins that the box overlaps beyond the first.
struct CellReference {
    std::uint32_t bin = 0, tag = 0;
};

struct CellReferences {
    std::vector<CellReference> copies; // the first `count` are in use
    std::size_t count = 0;
    std::uint32_t greatest_reach = 0;
    std::vector<BodyId>* large = nullptr; // receives boxes that get no references
    std::span<const ColumnEntry> soon;    // the caller overwrites these entries after the references are made

    // Prefetches the next entries of `soon` in small portions, interleaved with making references. Prefetching all at
    // once was tried: the processor then stalls on them.
    void fetch_soon(std::size_t most) {
        const std::span<const ColumnEntry> next = soon.first(std::min(most, soon.size()));
        prefetch(next);
        soon = soon.subspan(next.size());
    }
};

struct ColumnCells {
    ColumnLayout layout;
    GridQuantizer lanes;
    std::array<std::size_t, 3> axes{0, 1, 2}; // of u, v, w
    std::array<std::uint32_t, 3> masks{};     // cell number & mask = position along u, v, w
    std::array<std::uint32_t, 3> shifts{};    // position << shift = its bits of the bin number
    std::uint32_t most_reach = 0;

    ColumnCells() = default;
    explicit ColumnCells(const ColumnLayout& chosen);
};

// Appends the cell references of boxes[body] for the given bodies, sorted. Requires room for four references per body
// and kCopyPadding more.
using MakeColumnCopies = void (*)(const ColumnCells& cells, std::span<const BodyId> bodies,
                                  std::span<const Aabb> boxes, CellReferences& io_copies);
inline constexpr std::size_t kCopyPadding = 8;

void make_copies_plain(const ColumnCells& cells, std::span<const BodyId> bodies, std::span<const Aabb> boxes,
                       CellReferences& io_copies);

// Requires AVX-512.
void make_copies_avx512(const ColumnCells& cells, std::span<const BodyId> bodies, std::span<const Aabb> boxes,
                        CellReferences& io_copies);

} // namespace boxwood
