#include "app/panels/quality_panel.hpp"

#include "engine/ui/controls.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/format.hpp"
#include "engine/ui/panel.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace boxwood {
namespace {

constexpr float kMetricsWidth = 280.0f, kNodesWidth = 440.0f, kLeastPlot = 220.0f, kGap = 16.0f; // at scale 1
constexpr std::size_t kMostListed = 1000;

std::string count_text(std::uint64_t count) {
    return ui::format_count(static_cast<std::int64_t>(count));
}
std::string percent_text(double percent) {
    return ui::format_fixed(percent, 1) + " %";
}

std::string text_of(const NodeQuality& node, int column) {
    switch (static_cast<NodeOrder>(column)) {
    case NodeOrder::node:
        return count_text(node.node);
    case NodeOrder::depth:
        return std::to_string(node.depth);
    case NodeOrder::triangles:
        return count_text(node.triangles);
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
    task_.cancel();
    hierarchies_ = hierarchies;
    listed_side_ = -1;
    task_.start([this] {
        for (const std::size_t of : {0u, 1u}) {
            if (task_.is_cancelled()) return;
            const HierarchySurvey& survey = surveys_[of] = survey_hierarchy(*hierarchies_[of]);
            extremes_[of] = {survey.dearest(), survey.extreme(NodeOrder::overlap), survey.deepest_leaf(),
                             survey.largest_leaf()};
        }
    });
}

std::optional<QualityPanel::PickedNode> QualityPanel::draw(const std::array<std::uint32_t, 2>& selected) {
    picked_.reset();
    if (task_.is_running()) {
        ui::text("measuring both hierarchies · " + ui::format_fixed(task_.seconds(), 1) + " s",
                 {ui::Font::body, ui::palette().text3});
        return {};
    }
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float rest = room.x - ui::px(kMetricsWidth + kNodesWidth + 2.0f * kGap);
    const bool has_plot = rest > ui::px(kLeastPlot);
    ImGui::BeginChild("metrics", {ui::px(kMetricsWidth), room.y}, false, ImGuiWindowFlags_NoScrollbar);
    draw_metrics();
    ImGui::EndChild();
    ui::same_line(kGap);
    if (has_plot) {
        ImGui::BeginChild("histogram", {rest, room.y}, false, ImGuiWindowFlags_NoScrollbar);
        draw_histogram({rest, room.y});
        ImGui::EndChild();
        ui::same_line(kGap);
    }
    ImGui::BeginChild("nodes", {0.0f, room.y}, false, ImGuiWindowFlags_NoScrollbar);
    draw_nodes(selected[static_cast<std::size_t>(side)]);
    ImGui::EndChild();
    return picked_;
}

void QualityPanel::link_cell(std::size_t of, const std::string& text, const NodeQuality& node,
                             std::string_view tip) {
    const glm::vec2 cell = ui::table_custom_cell();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                         std::max(0.0f, std::floor(cell.x - ui::text_size(ui::Font::small, text).x)));
    const std::string id = std::string(tip) + std::to_string(of);
    if (ui::link_text(id.c_str(), text,
                      {ui::Font::small, of == 0 ? ui::palette().body_a : ui::palette().body_b}))
        picked_ = PickedNode{of, node.node};
    ui::tooltip(std::string(tip) + ": node " + count_text(node.node) + (of == 0 ? " of A" : " of B") +
                ", at depth " + std::to_string(node.depth) + "; a click selects it");
}

void QualityPanel::draw_metrics() {
    constexpr std::array kColumns{ui::Column{"metric"}, ui::Column{"A", 72.0f, true},
                                  ui::Column{"B", 72.0f, true}};
    if (!ui::begin_table("metrics", kColumns, {.height = ImGui::GetContentRegionAvail().y})) return;
    int number = 0;
    const auto row = [&](std::string_view name, auto&& text_of_quality) {
        ui::table_row(number++);
        ui::table_cell(name, ui::palette().text2);
        for (const HierarchySurvey& survey : surveys_) ui::table_cell(text_of_quality(survey.quality));
    };
    const auto links = [&](std::string_view name, std::size_t extreme, auto&& text) {
        ui::table_row(number++);
        ui::table_cell(name, ui::palette().text2);
        for (const std::size_t of : {0u, 1u}) {
            const NodeQuality& node = extremes_[of][extreme];
            link_cell(of, text(node), node, name);
        }
    };
    using Q = HierarchyQuality;
    row("surface area cost", [](const Q& q) { return ui::format_significant(q.surface_area_cost, 4); });
    links("its largest term", 0,
          [](const NodeQuality& n) { return ui::format_significant(static_cast<double>(n.cost), 3); });
    row("sibling overlap", [](const Q& q) { return percent_text(100.0 * q.sibling_overlap); });
    links("at its worst", 1,
          [](const NodeQuality& n) { return percent_text(static_cast<double>(n.overlap)); });
    row("volume sum", [](const Q& q) { return ui::format_significant(q.volume_sum, 4); });
    links("deepest leaf", 2, [](const NodeQuality& n) { return "depth " + std::to_string(n.depth); });
    row("mean leaf depth", [](const Q& q) { return ui::format_fixed(q.mean_leaf_depth, 1); });
    row("its deviation", [](const Q& q) { return ui::format_fixed(std::sqrt(q.leaf_depth_variance), 1); });
    links("largest leaf", 3, [](const NodeQuality& n) { return std::to_string(n.triangles) + " tri"; });
    row("bytes per triangle", [](const Q& q) { return ui::format_fixed(q.bytes_per_primitive, 1); });
    row("triangles", [](const Q& q) { return count_text(q.primitives); });
    row("nodes", [](const Q& q) { return count_text(q.nodes); });
    row("leaves", [](const Q& q) { return count_text(q.leaves); });
    ui::end_table();
}

void QualityPanel::draw_histogram(glm::vec2 size) {
    constexpr std::array<const char*, 3> kHistograms{"leaves by depth", "leaves by size",
                                                     "sibling overlap by depth"};
    ui::dropdown(
        {.label = "##histogram",
         .options = kHistograms,
         .tooltip = "Of both hierarchies; a click selects a node of the list's side that counts there"},
        histogram);
    const auto values_of = [&](const HierarchyQuality& q) {
        return histogram == 0   ? as_floats(q.leaves_at_depth, 1.0)
               : histogram == 1 ? as_floats(q.leaves_of_size, 1.0)
                                : as_floats(q.overlap_at_depth, 100.0);
    };
    std::array<std::vector<float>, 2> values{values_of(surveys_[0].quality), values_of(surveys_[1].quality)};
    const std::size_t count = std::max(values[0].size(), values[1].size());
    for (std::vector<float>& of : values) of.resize(count, std::numeric_limits<float>::quiet_NaN());
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

// Of those that count there, the one with most overlap, or the largest leaf.
void QualityPanel::pick_bar(std::size_t bar) {
    const auto of = static_cast<std::size_t>(side);
    const NodeQuality* best = nullptr;
    for (const NodeQuality& node : surveys_[of].nodes) {
        const bool counts = histogram == 2
                                ? !node.is_leaf && node.depth == bar
                                : node.is_leaf && (histogram == 0 ? node.depth : node.triangles) == bar;
        if (!counts) continue;
        const auto weight = [&](const NodeQuality& n) { return histogram == 2 ? n.overlap : n.area; };
        if (best == nullptr || weight(node) > weight(*best)) best = &node;
    }
    if (best != nullptr) picked_ = PickedNode{of, best->node};
}

void QualityPanel::draw_nodes(std::uint32_t selected) {
    constexpr std::array<const char*, 2> kSides{"A", "B"};
    ImGui::PushItemWidth(ui::px(96.0f));
    ImGui::BeginChild("side", {ui::px(96.0f), ui::px(ui::grid::kControl)}, false,
                      ImGuiWindowFlags_NoScrollbar);
    ui::segmented({.label = "##side", .options = kSides, .tooltip = "Whose nodes are listed"}, side);
    ImGui::EndChild();
    ImGui::PopItemWidth();
    const HierarchySurvey& survey = surveys_[static_cast<std::size_t>(side)];
    if (listed_side_ != side || listed_sort_ != sort_) {
        listed_side_ = side;
        listed_sort_ = sort_;
        listed_ =
            survey.first_by(static_cast<NodeOrder>(std::max(sort_.column, 0)), sort_.descending, kMostListed);
    }
    ui::same_line();
    ui::export_button({.label = "Nodes as CSV", .name = "nodes", .tooltip = "The nodes below"},
                      [&] { return nodes_csv(listed_); });
    ui::same_line(4.0f);
    ui::export_button(
        {.label = "Metrics as CSV", .name = "metrics", .tooltip = "All metrics and histograms of both"},
        [&] { return survey_csv(surveys_); });
    constexpr std::array<ui::Column, 7> kColumns{
        ui::Column{"node", 0.0f, true, "Its name in visits and trees"},
        ui::Column{"depth", 38.0f, true, "Levels below the root"},
        ui::Column{"tri", 50.0f, true, "Triangles below it"},
        ui::Column{"area %", 56.0f, true, "Of its volume, of the root's"},
        ui::Column{"vol. %", 60.0f, true, "Of its volume, of the root's"},
        ui::Column{"overlap %", 72.0f, true, "What its children's boxes share, of its own box"},
        ui::Column{"cost", 60.0f, true,
                   "Its term of the surface area cost: area, of a leaf times its triangles"}};
    if (!ui::begin_table("nodes", kColumns, {.height = ImGui::GetContentRegionAvail().y, .io_sort = &sort_}))
        return;
    ui::table_rows(static_cast<int>(listed_.size()), [&](int i) {
        const NodeQuality& node = listed_[static_cast<std::size_t>(i)];
        if (ui::table_row(i, {.is_selectable = true, .is_selected = node.node == selected}).clicked)
            picked_ = PickedNode{static_cast<std::size_t>(side), node.node};
        for (int column = 0; column < static_cast<int>(kColumns.size()); ++column)
            ui::table_cell(text_of(node, column));
    });
    ui::end_table();
}

} // namespace boxwood
