// What: the copies of boxes that column-grid puts into its bins: one for each column that a box touches.
// Invariants: a box that would stand in more than two columns along an axis, or touch too many bins, has none and
//             is handed back. Which copies there are is the same whatever vectors are used; their order is not.
// Cost: 8 boxes per step with AVX-512, 1 in C++.
// Oracle: the plain one; all pairs of boxes.
#pragma once

#include "collision/broad_phase/grid/column_entry.hpp"
#include "collision/broad_phase/grid/column_layout.hpp"
#include "collision/broad_phase/simd/grid_quantizer.hpp"
#include "collision/core/prefetch.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace boxwood {

// A copy to be: its bin, and its tag with the number of bins that it touches beyond the first.
struct CellReference {
    std::uint32_t bin = 0, tag = 0;
};

struct CellReferences {
    std::vector<CellReference> copies; // the first `count` are in use
    std::size_t count = 0;
    std::uint32_t greatest_reach = 0;
    std::vector<BodyId>* large = nullptr; // where boxes that get no copies are appended
    std::span<const ColumnEntry> soon;    // written all over once the copies are made

    // Asks the memory for the next ones of these: little by little, so that the copies are made meanwhile. All at
    // once was tried: the processor then waits for them.
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
    std::array<std::uint32_t, 3> masks{};     // a cell number & its mask is its place along u, v, w
    std::array<std::uint32_t, 3> shifts{};    // and << its shift a part of the number of a bin
    std::uint32_t most_reach = 0;

    ColumnCells() = default;
    explicit ColumnCells(const ColumnLayout& chosen);
};

// Appends the copies of boxes[body] for the given bodies, sorted; there must be room for four of each and
// kCopyPadding more.
using MakeColumnCopies = void (*)(const ColumnCells& cells, std::span<const BodyId> bodies,
                                  std::span<const Aabb> boxes, CellReferences& io_copies);
inline constexpr std::size_t kCopyPadding = 8;

void make_copies_plain(const ColumnCells& cells, std::span<const BodyId> bodies, std::span<const Aabb> boxes,
                       CellReferences& io_copies);

// Requires AVX-512.
void make_copies_avx512(const ColumnCells& cells, std::span<const BodyId> bodies, std::span<const Aabb> boxes,
                        CellReferences& io_copies);

} // namespace boxwood
