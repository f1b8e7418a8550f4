// What: finds support vertices of a polytope. A look-up in a table over the faces of a cube gives a vertex far along
//     a direction. Hill climbing from this vertex gives the exact support vertex.
// Frame: the polytope's own. Directions can have any nonzero length.
// Invariants: the table contains the support vertex of the center of each cell. A direction differs from the center of
//     its cell by at most half of the cell's diagonal, so hill climbing from the vertex in the table takes few steps.
// Degenerate input: if vertices have the same height within rounding, up to 64 of them are searched for a higher
//     neighbor. The zero direction gives any vertex.
// Cost: a table with c x c cells per side of the cube takes 24 c^2 bytes and 6 c^2 short climbs to build.
// Source: [Cohen 1995] section 4.2 (a table of start features, suggested by the group of Zeltzer).
// Oracle: warm_start_test scans all vertices.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

// Returns a vertex that has no higher neighbor along the direction. By convexity it is the highest vertex, within
// flatness() and reflex().
std::uint32_t climb_to_support(const Polytope& polytope, const glm::dvec3& direction, std::uint32_t start);

class SupportTable {
  public:
    static constexpr std::uint32_t kCells = 8;

    // Constructs an empty table, which allows no look-ups.
    SupportTable() = default;
    explicit SupportTable(const Polytope& polytope, std::uint32_t cells = kCells);

    bool is_empty() const { return vertices_.empty(); }
    std::uint32_t look_up_start(const glm::dvec3& direction) const;
    std::size_t size_in_bytes() const { return vertices_.size() * sizeof(std::uint32_t); }

  private:
    std::uint32_t cells_ = 0;
    std::vector<std::uint32_t> vertices_; // [side of the cube][row][column]
};

} // namespace boxwood
