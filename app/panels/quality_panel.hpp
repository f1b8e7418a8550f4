// What: the page of both hierarchies' quality: every metric and histogram, and the nodes behind them, sortable; what
//       belongs to a node is a link to it.
// Units: percent of the root's; costs in terms of the surface area heuristic.
// Invariants: surveyed beside the frame, once per hierarchy.
// Cost: a frame, the rows on screen; another order of the nodes, a few passes over them.
#pragma once

#include "app/jobs/background_task.hpp"
#include "engine/draw/palette.hpp"
#include "engine/explain/hierarchy/hierarchy_survey.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/plot/plot.hpp"

#include <array>
#include <memory>
#include <optional>

namespace boxwood {

class QualityPanel {
  public:
    struct PickedNode {
        std::size_t side = 0;
        std::uint32_t node = 0;
    };
    using Hierarchies = std::array<std::shared_ptr<const AnyHierarchy>, 2>;

    void show(const Hierarchies& hierarchies); // starts a survey where these are others
    void wait() { task_.wait(); }
    // Fills what is left of the panel. `selected`: node of either side, or kNone. Returns what was clicked.
    std::optional<PickedNode> draw(const std::array<std::uint32_t, 2>& selected);

    void sort_by(NodeOrder order) { sort_ = {.column = static_cast<int>(order), .descending = true}; }
    int side = 0;      // whose nodes are listed
    int histogram = 0; // that is shown

  private:
    void draw_metrics();
    void draw_histogram(glm::vec2 size);
    void draw_nodes(std::uint32_t selected);
    void draw_node_controls();
    void draw_node_rows(std::uint32_t selected, std::size_t first, std::size_t end);
    void sort_nodes();
    void choose_part();
    void link_cell(std::size_t of, const std::string& text, const NodeQuality& node, std::string_view tip);
    void pick_bar(std::size_t bar);

    Hierarchies hierarchies_;
    std::array<HierarchySurvey, 2> surveys_;
    std::array<std::array<NodeQuality, 4>, 2> extremes_; // dearest, most overlap, deepest and largest leaf
    ui::TableSort sort_{.column = 5, .descending = true}, listed_sort_;
    int listed_side_ = -1;
    std::vector<std::uint32_t> listed_; // all nodes of one side, in order
    int part_ = 0;                      // of the list: so many rows that a table can still place exactly
    int shown_left_ = 0;                // metrics or histogram, where there is room for one
    ui::PlotState plot_;
    std::optional<PickedNode> picked_;
    BackgroundTask task_; // last, so that it ends first
};

} // namespace boxwood
