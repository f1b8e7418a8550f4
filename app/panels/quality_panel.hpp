// What: the page about the quality of both hierarchies, with every metric and histogram and a sortable table of nodes.
//       Values that belong to one node are links to it.
// Units: areas and volumes in percent of the root's; overlaps in percent of the node's own box; costs by the surface
//        area heuristic.
// Invariants: the hierarchies are surveyed on a background thread whenever show() gets another hierarchy.
// Cost: O(rows on screen) per frame, and a few passes over the nodes for a new sort order.
#pragma once

#include "app/jobs/job.hpp"
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

    // Starts a survey unless the last survey was of the same hierarchies.
    void show(const Hierarchies& hierarchies);
    void wait() { job_.wait(); }
    // Fills the rest of the panel. `selected`: for each side, its selected node or NodeTable::kNone. Returns the
    // clicked node.
    std::optional<PickedNode> draw(const std::array<std::uint32_t, 2>& selected);

    void sort_by(NodeOrder order) { list_.sort = {.column = static_cast<int>(order), .descending = true}; }
    NodeOrder order() const { return static_cast<NodeOrder>(list_.sort.column < 0 ? 0 : list_.sort.column); }
    int side = 0;      // side of the listed nodes
    int histogram = 0; // displayed histogram

  private:
    void draw_metrics();
    void draw_histogram(glm::vec2 size);
    void draw_nodes(std::uint32_t selected);
    void draw_node_controls();
    void draw_node_rows(std::uint32_t selected, std::size_t first, std::size_t end);
    void sort_nodes();
    void choose_page();
    void link_cell(std::size_t side_index, const std::string& text, const NodeQuality& node,
                   std::string_view tip);
    void pick_bar(std::size_t bar);

    struct Surveys {
        std::array<HierarchySurvey, 2> of;
        // The node with the highest cost (the root is excluded), the node with the largest overlap, the deepest leaf,
        // and the largest leaf.
        std::array<std::array<NodeQuality, 4>, 2> extremes;
    };

    struct NodeList {
        ui::TableSort sort{.column = 5, .descending = true}; // as the user chose it
        std::vector<std::uint32_t> nodes;                    // all nodes of `side`, ordered by `sorted_by`
        ui::TableSort sorted_by;
        int side = -1; // -1: the list must be sorted again
        int page = 0;  // see kRowsPerPage
    };

    Hierarchies hierarchies_;
    Surveys surveys_;
    NodeList list_;
    int shown_left_ = 0; // 0: metrics, 1: histogram; used if there is room for only one of them
    ui::PlotState plot_;
    std::optional<PickedNode> picked_;
    Job<Surveys> job_;
};

} // namespace boxwood
