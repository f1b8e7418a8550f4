// What: colors the triangles of both surfaces in each view. The color shows whether the view's query reached the
//       triangle, and whether no other query reached it.
// Invariants: only paint() changes the colors.
#pragma once

#include "app/labs/pair/visits/compared_row.hpp"
#include "app/labs/view.hpp"
#include "engine/draw/palette.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

class ReachColors {
  public:
    // Computes the colors. Rows are by view; `revision` changes with the rows.
    void paint(std::span<const ComparedRow* const> rows, std::uint64_t revision,
               const draw::Palette& palette);
    bool is_painted(std::uint64_t revision) const { return painted_revision_ == revision; }
    std::span<const draw::Color> of(std::size_t view, std::size_t side) const { return colors_[view][side]; }
    // Differs from all revisions of the heat map.
    std::uint32_t revision() const { return 0x80000000u | revision_; }

  private:
    using SurfaceColors = std::array<std::vector<draw::Color>, 2>;

    std::array<SurfaceColors, kMaxViews> colors_;
    std::uint32_t revision_ = 0;
    std::uint64_t painted_revision_ = 0;
    draw::Color painted_as_{}; // body color of the theme at the last paint()
};

} // namespace boxwood
