// What: the page "Side by side": a row per compared hierarchy, with its query as a skyline. Dragging in a skyline moves
//       all queries.
#pragma once

#include "app/labs/inspector/traversal_timeline.hpp"
#include "app/labs/pair/visits/compared_hierarchies.hpp"
#include "engine/ui/controls/table.hpp"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace boxwood {

class SideBySideTable {
  public:
    // `trees` draws below the table with the given height in pixels, if there is space. True: the user went to a visit
    // while none was on screen.
    bool draw(ComparedHierarchies& io_compared, TraversalInspector& io_own, const HierarchyChoice& own,
              const draw::Palette& palette, const std::function<void(float)>& trees);

  private:
    std::vector<std::size_t> sorted_rows(const ComparedHierarchies& compared,
                                         std::span<const int> shown) const;
    // Returns the clicked position in a query, from 0 to 1.
    std::optional<double> draw_table(const ComparedHierarchies& compared, const TraversalInspector& own,
                                     float height, const draw::Palette& palette);

    std::array<TraversalTimeline, kMaxViews> timelines_;
    ui::TableSort sort_{};
};

} // namespace boxwood
