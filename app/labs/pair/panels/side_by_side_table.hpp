// What: shows the page "Side by side": one row for the lab's own hierarchies and one per comparison view, each with its
//       traversal timeline. Dragging in a timeline moves all queries to the same position.
#pragma once

#include "app/labs/inspector/traversal_timeline.hpp"
#include "app/labs/pair/visits/compared_hierarchies.hpp"
#include "engine/ui/controls/table.hpp"

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace boxwood {

class SideBySideTable {
  public:
    // If there is space below the table, `trees` draws there, with the given height in pixels. True: the user went to a
    // visit while no visit was on screen.
    bool draw(ComparedHierarchies& io_compared, TraversalInspector& io_own, const HierarchyChoice& own,
              const draw::Palette& palette, const std::function<void(float)>& trees);

  private:
    std::vector<std::size_t> sorted_rows(const ComparedHierarchies& compared) const;
    // Returns the position in a query that the user clicked, from 0 to 1.
    std::optional<double> draw_table(const ComparedHierarchies& compared, const TraversalInspector& own,
                                     float height, const draw::Palette& palette);

    std::array<TraversalTimeline, kMaxViews> timelines_;
    ui::TableSort sort_{}; // its column is an index in the list of all columns
};

} // namespace boxwood
