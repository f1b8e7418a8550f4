// What: the page side by side: a row per compared hierarchy with its query as a skyline, which scrubs all of them.
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
    // `trees` fills this many pixels below the table, if there is room. True: a click goes to a visit while none is on
    // screen.
    bool draw(ComparedHierarchies& io_compared, TraversalInspector& io_own, const HierarchyChoice& own,
              const draw::Palette& palette, const std::function<void(float)>& trees);

  private:
    std::vector<std::size_t> sorted_rows(const ComparedHierarchies& compared,
                                         std::span<const int> shown) const;
    // Returns the share of the query that was clicked.
    std::optional<double> draw_table(const ComparedHierarchies& compared, const TraversalInspector& own,
                                     float height, const draw::Palette& palette);

    std::array<TraversalTimeline, kMaxViews> skylines_;
    ui::TableSort sort_{};
};

} // namespace boxwood
