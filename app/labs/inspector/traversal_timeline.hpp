// What: a query as a skyline: its volume tests from left to right, as high as they are deep, by verdict; below it where
//     triangles intersect. A cursor on the visit that is on screen follows the mouse; what is to come is dimmed.
// Cost: per frame at most as many rectangles as it is wide; the visits are looked through once per recording and width.
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
    std::uint64_t revision = 0;           // another one for other visits
    std::optional<std::size_t> current{}; // the visit on screen
    const draw::Palette& palette;
    float height = 0.0f; // pixels
};

class TraversalTimeline {
  public:
    // Where the mouse has put the cursor.
    std::optional<std::size_t> draw(const Skyline& skyline);

  private:
    // What falls into one column of pixels: the deepest visit, and whether any of them overlapped or met triangles.
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
