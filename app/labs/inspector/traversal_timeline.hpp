// What: draws the visits of a query from left to right. The height of a pixel column is the greatest depth of its
//       volume tests; its color tells whether any of them did not prune its pair. A row below marks triangle
//       intersections or, for a distance query, closer triangles. The mouse drags a cursor that marks the current
//       visit; later visits are dimmed.
// Cost: at most two rectangles per pixel column and frame; the visits are binned once per recording and width.
#pragma once

#include "collision/core/trace.hpp"
#include "engine/draw/palette.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace boxwood {

struct TimelineInput {
    std::span<const Visit> visits;
    std::uint64_t revision = 0;           // changes with the visits
    std::optional<std::size_t> current{}; // the visit on screen
    std::size_t first_number = 1;         // number of the first visit in the tooltip
    const draw::Palette& palette;
    bool is_distance_query = false; // the marks are closer triangles instead of contacts
    float height = 0.0f;            // pixels
};

class TraversalTimeline {
  public:
    // Returns the visit under the mouse while the mouse drags the cursor.
    std::optional<std::size_t> draw(const TimelineInput& input);

  private:
    // The visits of one pixel column: their greatest depth plus 1, whether any volume test did not prune its pair,
    // and whether any triangles intersect or are closer.
    struct Column {
        std::uint32_t depth = 0;
        bool overlaps = false, has_contact = false;
        friend bool operator==(const Column&, const Column&) = default;
    };
    void bin_visits(const TimelineInput& input, std::size_t width);

    std::vector<Column> columns_;
    std::uint32_t deepest_ = 1;
    std::uint64_t revision_ = 0;
};

} // namespace boxwood
