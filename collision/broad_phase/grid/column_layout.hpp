// What: the columns and bins into which the boxes of a column grid are sorted: the axes, the edges of a cell and the
//     number of cells before cells repeat.
// Invariants: all layouts give the same pairs at different speeds. Cell numbers grow with the coordinate and are taken
//     modulo `counts`, so that a layout has no border and needs no bounds.
// Degenerate input: no boxes, points, and infinite boxes give a valid layout.
// Cost: reads and sorts a sample of at most 256 boxes: every n-th box. n is odd, because kinds of bodies can alternate.
// Departs from: grids that span the bounds of the scene, which a single distant outlier degrades.
// Oracle: the tests of column-grid run every broad phase with cells of 0.1 to 10 times its default size.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/volumes/aabb.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace boxwood {

struct ColumnLayout {
    int sweep_axis = 2;           // axis of the columns; u and v are the next two in cyclic order
    glm::vec3 origin{0.0f};       // by axis: x, y, z
    glm::vec3 inverse_cell{1.0f}; // cells per unit of length, by axis
    // Number of cells by u, v, w, where w counts the bins along a column. Each count is a power of two. Along u and v
    // it is 1 or at least 4, because two overlapping boxes together cover at most three cells along an axis.
    std::array<std::uint32_t, 3> counts{1, 1, 8};

    std::uint64_t bin_count() const { return std::uint64_t{counts[0]} * counts[1] * counts[2]; }
    // The axis x, y or z of the cell axis 0 (u), 1 (v) or 2 (w).
    int axis_of(int cell_axis) const { return (sweep_axis + 1 + cell_axis) % 3; }
};

// Chooses a layout for boxes[body] of the given bodies. `cell_factor` scales the edges of the columns; the default is
// 1.
ColumnLayout choose_column_layout(std::span<const BodyId> bodies, std::span<const Aabb> boxes,
                                  float cell_factor);

} // namespace boxwood
