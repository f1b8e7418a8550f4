// What: shows the recorded trees in the capture lab: the visits of the query, and below them each tree as an icicle.
#pragma once

#include "app/labs/capture/case/case_on_screen.hpp"
#include "app/labs/capture/case/recorded_visits.hpp"
#include "app/labs/capture/case/tree_measures.hpp"
#include "app/labs/inspector/traversal_timeline.hpp"
#include "app/labs/inspector/tree_icicle.hpp"

#include <array>
#include <functional>
#include <string>
#include <string_view>

namespace boxwood {

// Returns a sentence without its final period: what the visit tested, and the result of the test.
std::string describe_visit(const CaseOnScreen& current_case, std::size_t index);

class TreesPage {
  public:
    // The functions that run the lab's actions.
    struct Actions {
        std::function<void(std::string_view)> act;
        std::function<std::string(std::string_view)> why_unavailable;
    };
    // True: the user selected a node.
    bool draw(CaseOnScreen& io_current_case, RecordedVisits& io_visits, const TreeMeasures& measures,
              const Actions& actions, const draw::Palette& palette);

  private:
    void draw_timeline(const CaseOnScreen& current_case, RecordedVisits& io_visits,
                       const TreeMeasures& measures, float height, const draw::Palette& palette);
    bool draw_tree(std::size_t object, CaseOnScreen& io_current_case, const RecordedVisits& visits,
                   const TreeMeasures& measures, float height, const draw::Palette& palette);

    std::array<TreeIcicle, 2> icicles_;
    TraversalTimeline timeline_;
};

} // namespace boxwood
