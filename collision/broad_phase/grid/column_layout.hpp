// What: chooses the columns and bins into which a column grid sorts boxes: the axes, the cell edges, and the number
//     of cells before they repeat.
// Invariants: all layouts give the same pairs, at different speeds. Cell numbers grow with the coordinate and wrap
//     around modulo `counts`. A layout therefore has no border and does not need the bounds of the scene.
// Degenerate input: the layout is also valid without boxes, for points, and for infinite boxes.
// Cost: reads a sample of at most 256 boxes, every n-th box, and selects quantiles of it. n is odd, so that a sample of
//     bodies that alternate between two kinds contains both.
// Departs from: grids that span the bounds of the scene. A single distant outlier degrades them.
// Oracle: all pairs of boxes, in tests of column-grid with columns of 0.1 to 10 times the default width.
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
    // Number of cells by u, v, w, where w counts the bins along a column. Each count is a power of two. Along u and v,
    // a count is 1 or at least 4: two overlapping boxes together can cover three cells along an axis, which must be
    // three different columns.
    std::array<std::uint32_t, 3> counts{1, 1, 8};

    std::uint64_t bin_count() const { return std::uint64_t{counts[0]} * counts[1] * counts[2]; }
    // The axis x, y or z that belongs to the cell axis 0 (u), 1 (v) or 2 (w).
    int axis_of(int cell_axis) const { return (sweep_axis + 1 + cell_axis) % 3; }
};

// Chooses a layout for boxes[body] of the given bodies. `cell_factor` scales the edges of the columns; 1 is the
// default.
ColumnLayout choose_column_layout(std::span<const BodyId> bodies, std::span<const Aabb> boxes,
                                  float cell_factor);

} // namespace boxwood
