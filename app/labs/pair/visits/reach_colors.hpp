// What: the colors of both surfaces in each view by reach: not reached by the query, reached, reached by no other one.
// Invariants: the colors are those of the last paint().
#pragma once

#include "app/labs/lab.hpp"
#include "app/labs/pair/visits/compared_row.hpp"
#include "engine/draw/palette.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

class ReachColors {
  public:
    // Rows by view; `revision` changes with them.
    void paint(std::span<const ComparedRow* const> rows, std::uint64_t revision,
               const draw::Palette& palette);
    bool is_painted(std::uint64_t revision) const { return painted_revision_ == revision; }
    std::span<const draw::Color> of(std::size_t view, std::size_t side) const { return colors_[view][side]; }
    std::uint32_t revision() const { return 0x80000000u | revision_; } // distinct from the heat map's

  private:
    using SurfaceColors = std::array<std::vector<draw::Color>, 2>;

    std::array<SurfaceColors, kMaxViews> colors_;
    std::uint32_t revision_ = 0;
    std::uint64_t painted_revision_ = 0;
    draw::Color painted_as_{}; // body color of the theme at that time
};

} // namespace boxwood
