#include "app/panels/quality_panel.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace boxwood {
namespace {

// Pixels at scale 1. The narrow widths are used if three columns do not fit otherwise.
constexpr float kMetricsWidth = 280.0f, kNodesWidth = 440.0f, kMinPlot = 220.0f, kGap = 16.0f;
constexpr float kNarrowMetrics = 252.0f, kNarrowNodes = 268.0f;
constexpr float kSidesWidth = 72.0f, kRoomForWords = 240.0f;
constexpr std::size_t kRowsPerPage = 500'000; // floats can position at most 800 000 rows exactly

std::string percent_text(double percent) {
    return ui::format_fixed(percent, 1) + " %";
}

std::string text_of(const NodeQuality& node, int column) {
    switch (static_cast<NodeOrder>(column)) {
    case NodeOrder::node:
        return ui::format_count(node.node);
    case NodeOrder::depth:
        return std::to_string(node.depth);
    case NodeOrder::triangles:
        return ui::format_count(node.triangles);
    case NodeOrder::overlap:
        return node.is_leaf ? "leaf" : ui::format_fixed(static_cast<double>(node.overlap), 1);
    case NodeOrder::area:
    case NodeOrder::volume:
        return ui::format_significant(value_of(node, static_cast<NodeOrder>(column)), 2);
    case NodeOrder::cost:
        return ui::format_significant(static_cast<double>(node.cost), 2);
    }
    return {};
}

std::vector<float> as_floats(const auto& values, double scale) {
    std::vector<float> floats;
    for (const auto value : values) floats.push_back(static_cast<float>(scale * static_cast<double>(value)));
    return floats;
}

} // namespace

void QualityPanel::show(const Hierarchies& hierarchies) {
    if (hierarchies_ == hierarchies) return;
    hierarchies_ = hierarchies;
    list_.side = -1;
    job_.start([hierarchies](Job<Surveys>::Control& control) {
        Surveys surveys;
        for (const std::size_t side_index : {0u, 1u}) {
            if (control.is_cancelled()) break;
            const HierarchySurvey& survey = surveys.of[side_index] =
                survey_hierarchy(*hierarchies[side_index]);
            surveys.extremes[side_index] = {survey.costliest(), survey.node_with_largest(NodeOrder::overlap),
                                            survey.deepest_leaf(), survey.largest_leaf()};
        }
        return surveys;
    });
}

std::optional<QualityPanel::PickedNode> QualityPanel::draw(const std::array<std::uint32_t, 2>& selected) {
    picked_.reset();
    if (std::optional<Surveys> surveys = job_.take_result()) surveys_ = std::move(*surveys);
    if (job_.is_busy()) {
        ui::text("measuring both hierarchies · " + ui::format_fixed(job_.seconds(), 1) + " s",
                 {ui::Font::body, ui::palette().text3});
        return {};
    }
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const auto rest_next_to = [&](float metrics, float nodes) {
        return room.x - ui::px(metrics + nodes + 2.0f * kGap);
    };
    const bool is_wide = rest_next_to(kMetricsWidth, kNodesWidth) > ui::px(kMinPlot);
    const float metrics = is_wide ? kMetricsWidth : kNarrowMetrics,
                nodes = is_wide ? kNodesWidth : kNarrowNodes;
    const float rest = rest_next_to(metrics, nodes);
    const auto part = [&](const char* id, float width, auto&& draw_part) {
        ImGui::BeginChild(id, {width, room.y}, false, ImGuiWindowFlags_NoScrollbar);
        draw_part();
        ImGui::EndChild();
    };
    if (rest > ui::px(kMinPlot)) {
        part("metrics", ui::px(metrics), [&] { draw_metrics(); });
        ui::same_line(kGap);
        part("histogram", rest, [&] { draw_histogram({rest, room.y}); });
    } else {
        const float left = room.x - ui::px(nodes + kGap);
        part("metrics", left, [&] {
            constexpr std::array<const char*, 2> kViews{"metrics", "histogram"};
            ui::segmented({.label = "##left", .options = kViews, .tooltip = "Metrics or histogram"},
                          shown_left_);
            shown_left_ == 0 ? draw_metrics() : draw_histogram({left, room.y});
        });
    }
    ui::same_line(kGap);
    part("nodes", 0.0f, [&] { draw_nodes(selected[static_cast<std::size_t>(side)]); });
    return picked_;
}

void QualityPanel::link_cell(std::size_t side_index, const std::string& text, const NodeQuality& node,
                             std::string_view tip) {
    const glm::vec2 cell = ui::table_custom_cell();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                         std::max(0.0f, std::floor(cell.x - ui::text_size(ui::Font::small, text).x)));
    const std::string id = std::string(tip) + std::to_string(side_index);
    if (ui::link_text(id.c_str(), text,
                      {ui::Font::small, side_index == 0 ? ui::palette().body_a : ui::palette().body_b}))
        picked_ = PickedNode{side_index, node.node};
    ui::tooltip(std::string(tip) + ": node " + ui::format_count(node.node) +
                (side_index == 0 ? " of A" : " of B") + ", at depth " + std::to_string(node.depth) +
                "; click to select it");
}

void QualityPanel::draw_metrics() {
    const bool is_wide = ImGui::GetContentRegionAvail().x > ui::px(kMetricsWidth - 1.0f);
    const float number = is_wide ? 72.0f : 58.0f;
    const std::array columns{ui::Column{"metric"}, ui::Column{"A", number, true},
                             ui::Column{"B", number, true}};
    if (!ui::begin_table("metrics", columns, {.height = ImGui::GetContentRegionAvail().y})) return;
    int line = 0;
    const auto row = [&](std::string_view name, auto&& text_of_quality) {
        ui::table_row(line++);
        ui::table_cell(name, ui::palette().text2);
        for (const HierarchySurvey& survey : surveys_.of) ui::table_cell(text_of_quality(survey.quality));
    };
    const auto links = [&](std::string_view name, std::size_t node_with_largest, auto&& text) {
        ui::table_row(line++);
        ui::table_cell(name, ui::palette().text2);
        for (const std::size_t side_index : {0u, 1u}) {
            const NodeQuality& node = surveys_.extremes[side_index][node_with_largest];
            link_cell(side_index, text(node), node, name);
        }
    };
    using Q = HierarchyQuality;
    row("surface area cost", [](const Q& q) { return ui::format_significant(q.surface_area_cost, 4); });
    links("costliest non-root", 0,
          [](const NodeQuality& n) { return ui::format_significant(static_cast<double>(n.cost), 3); });
    row("sibling overlap", [](const Q& q) { return percent_text(100.0 * q.sibling_overlap); });
    links("largest overlap", 1,
          [](const NodeQuality& n) { return percent_text(static_cast<double>(n.overlap)); });
    row("volume sum", [](const Q& q) { return ui::format_significant(q.volume_sum, 4); });
    links("deepest leaf", 2, [](const NodeQuality& n) { return "depth " + std::to_string(n.depth); });
    row("mean leaf depth", [](const Q& q) { return ui::format_fixed(q.mean_leaf_depth, 1); });
    row("depth deviation", [](const Q& q) { return ui::format_fixed(std::sqrt(q.leaf_depth_variance), 1); });
    links("largest leaf", 3, [](const NodeQuality& n) { return std::to_string(n.triangles) + " tri"; });
    row("bytes per triangle", [](const Q& q) { return ui::format_fixed(q.bytes_per_primitive, 1); });
    row("triangles", [](const Q& q) { return ui::format_count(q.primitives); });
    row("nodes", [](const Q& q) { return ui::format_count(q.nodes); });
    row("leaves", [](const Q& q) { return ui::format_count(q.leaves); });
    ui::end_table();
}

void QualityPanel::draw_histogram(glm::vec2 size) {
    constexpr std::array<const char*, 3> kHistograms{"leaves by depth", "leaves by size",
                                                     "sibling overlap by depth"};
    ui::dropdown({.label = "##histogram",
                  .options = kHistograms,
                  .tooltip = "Histogram over both hierarchies; a click selects a node in that bar"},
                 histogram);
    const auto values_of = [&](const HierarchyQuality& q) {
        return histogram == 0   ? as_floats(q.leaves_at_depth, 1.0)
               : histogram == 1 ? as_floats(q.leaves_of_size, 1.0)
                                : as_floats(q.overlap_at_depth, 100.0);
    };
    std::array<std::vector<float>, 2> values{values_of(surveys_.of[0].quality),
                                             values_of(surveys_.of[1].quality)};
    const std::size_t count = std::max(values[0].size(), values[1].size());
    for (std::vector<float>& side_values : values)
        side_values.resize(count, std::numeric_limits<float>::quiet_NaN());
    const std::array series{ui::Series{"A", ui::palette().body_a, values[0], false},
                            ui::Series{"B", ui::palette().body_b, values[1], true}};
    const ui::Plot plot{.x_name = histogram == 1 ? "triangles" : "depth",
                        .unit = histogram == 2 ? "%" : "leaves",
                        .series = series};
    ui::plot_legend("histogram legend", plot, plot_);
    const ui::PlotEvents events =
        ui::plot("histogram plot", plot, {size.x, ImGui::GetContentRegionAvail().y}, plot_);
    if (events.picked_x && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
        pick_bar(static_cast<std::size_t>(std::max(0.0, std::round(*events.picked_x))));
}

// Picks the node with the largest overlap in the bar; in histograms of leaves, the leaf with the largest area.
void QualityPanel::pick_bar(std::size_t bar) {
    const auto side_index = static_cast<std::size_t>(side);
    const NodeQuality* best = nullptr;
    for (const NodeQuality& node : surveys_.of[side_index].nodes) {
        const bool is_in_bar = histogram == 2
                                   ? !node.is_leaf && node.depth == bar
                                   : node.is_leaf && (histogram == 0 ? node.depth : node.triangles) == bar;
        if (!is_in_bar) continue;
        const auto weight = [&](const NodeQuality& n) { return histogram == 2 ? n.overlap : n.area; };
        if (best == nullptr || weight(node) > weight(*best)) best = &node;
    }
    if (best != nullptr) picked_ = PickedNode{side_index, best->node};
}

void QualityPanel::sort_nodes() {
    if (list_.side == side && list_.sorted_by == list_.sort) return;
    list_.side = side;
    list_.sorted_by = list_.sort;
    const HierarchySurvey& survey = surveys_.of[static_cast<std::size_t>(side)];
    list_.nodes =
        survey.sorted_by(static_cast<NodeOrder>(std::max(list_.sort.column, 0)), list_.sort.descending);
    list_.page = 0;
}

void QualityPanel::draw_node_controls() {
    constexpr std::array<const char*, 2> kSides{"A", "B"};
    ImGui::PushItemWidth(ui::px(kSidesWidth));
    ImGui::BeginChild("side", {ui::px(kSidesWidth), ui::px(ui::grid::kControl)}, false,
                      ImGuiWindowFlags_NoScrollbar);
    ui::segmented({.label = "##side", .options = kSides, .tooltip = "The hierarchy whose nodes are listed"},
                  side);
    ImGui::EndChild();
    ImGui::PopItemWidth();
    sort_nodes();
    ui::same_line();
    const bool has_room = ImGui::GetContentRegionAvail().x > ui::px(kRoomForWords);
    ui::export_button({.label = has_room ? "Nodes as CSV" : "Nodes",
                       .name = "nodes",
                       .tooltip = "All nodes of this side, in this order, as CSV"},
                      [&] { return nodes_csv(surveys_.of[static_cast<std::size_t>(side)], list_.nodes); });
    ui::same_line(4.0f);
    ui::export_button({.label = has_room ? "Metrics as CSV" : "Metrics",
                       .name = "metrics",
                       .tooltip = "All metrics and histograms of both hierarchies as CSV"},
                      [&] { return survey_csv(surveys_.of); });
}

// Draws the page controls of a list that is too long for one table.
void QualityPanel::choose_page() {
    const auto pages = static_cast<int>((list_.nodes.size() + kRowsPerPage - 1) / kRowsPerPage);
    if (ui::icon_button("previous page", ui::Icon::step_back,
                        {.tooltip = "Previous rows", .enabled = list_.page > 0}))
        --list_.page;
    ui::same_line(4.0f);
    const std::size_t first = static_cast<std::size_t>(list_.page) * kRowsPerPage;
    ui::text("rows " + ui::format_count(first + 1) + " to " +
                 ui::format_count(std::min(first + kRowsPerPage, list_.nodes.size())) + " of " +
                 ui::format_count(list_.nodes.size()),
             {ui::Font::small, ui::palette().text3, ui::grid::kControl});
    ui::same_line(4.0f);
    if (ui::icon_button("next page", ui::Icon::step_forward,
                        {.tooltip = "Next rows", .enabled = list_.page + 1 < pages}))
        ++list_.page;
}

void QualityPanel::draw_nodes(std::uint32_t selected) {
    draw_node_controls();
    if (list_.nodes.size() > kRowsPerPage) choose_page();
    const std::size_t first = static_cast<std::size_t>(list_.page) * kRowsPerPage;
    draw_node_rows(selected, first, std::min(first + kRowsPerPage, list_.nodes.size()));
}

void QualityPanel::draw_node_rows(std::uint32_t selected, std::size_t first, std::size_t end) {
    constexpr std::array<ui::Column, 7> kColumns{
        ui::Column{"node", 0.0f, true, "Number of the node in visits and trees"},
        ui::Column{"depth", 38.0f, true, "Levels below the root"},
        ui::Column{"tri", 50.0f, true, "Triangles below the node"},
        ui::Column{"area %", 56.0f, true, "Surface area as a share of the root's"},
        ui::Column{"vol. %", 60.0f, true, "Volume as a share of the root's"},
        ui::Column{"overlap %", 72.0f, true,
                   "Intersection of its children's boxes as a share of its own box"},
        ui::Column{"cost", 60.0f, true,
                   "Term of the node in the surface area cost: its area; for a leaf, times its number of "
                   "triangles"}};
    // If space is short, drops the metrics that correlate with others.
    static constexpr std::array<int, 7> kAll{0, 1, 2, 3, 4, 5, 6};
    static constexpr std::array<int, 4> kFew{0, 1, 2, 5};
    const bool is_wide = ImGui::GetContentRegionAvail().x > ui::px(kNodesWidth - 1.0f);
    const std::span<const int> shown = is_wide ? std::span<const int>(kAll) : std::span<const int>(kFew);
    std::vector<ui::Column> columns;
    ui::TableSort sort{.column = -1, .descending = list_.sort.descending};
    for (const int column : shown) {
        if (column == list_.sort.column) sort.column = static_cast<int>(columns.size());
        columns.push_back(kColumns[static_cast<std::size_t>(column)]);
    }
    const ui::TableSort before = sort;
    if (!ui::begin_table("nodes", columns,
                         {.height = ImGui::GetContentRegionAvail().y, .io_sort = &sort, .has_bar = true}))
        return;
    if (sort != before)
        list_.sort = {.column = shown[static_cast<std::size_t>(sort.column)], .descending = sort.descending};
    const std::vector<NodeQuality>& nodes = surveys_.of[static_cast<std::size_t>(side)].nodes;
    ui::table_rows(static_cast<int>(end - first), [&](int i) {
        const NodeQuality& node = nodes[list_.nodes[first + static_cast<std::size_t>(i)]];
        if (ui::table_row(i, {.is_selectable = true, .is_selected = node.node == selected}).clicked)
            picked_ = PickedNode{static_cast<std::size_t>(side), node.node};
        for (const int column : shown) ui::table_cell(text_of(node, column));
    });
    ui::end_table();
}

} // namespace boxwood
