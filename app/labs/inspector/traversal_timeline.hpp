// What: a query as a skyline: its volume tests from left to right, bar height is depth, color is the result; a row
//       below marks triangle intersections. A cursor on the current visit follows the mouse; later visits are dimmed.
// Cost: per frame at most one rectangle per pixel column; the visits are binned once per recording and width.
#pragma once

#include "collision/core/trace.hpp"
#include "engine/draw/palette.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace boxwood {

struct Skyline {
    std::span<const Visit> visits;
    std::uint64_t revision = 0;           // changes with the visits
    std::optional<std::size_t> current{}; // the visit on screen
    const draw::Palette& palette;
    bool is_of_distance = false; // marks closer triangles, not contacts
    float height = 0.0f;         // pixels
};

class TraversalTimeline {
  public:
    // The visit under the mouse while it drags the cursor.
    std::optional<std::size_t> draw(const Skyline& skyline);

  private:
    // Content of one pixel column: the deepest visit, and whether any visit overlapped or found intersecting or closer triangles.
    struct Column {
        std::uint32_t depth = 0;
        bool overlaps = false, has_contact = false;
        friend bool operator==(const Column&, const Column&) = default;
    };
    void gather(const Skyline& skyline, std::size_t width);

    std::vector<Column> columns_;
    std::uint32_t deepest_ = 1;
    std::uint64_t revision_ = 0;
};

} // namespace boxwood
