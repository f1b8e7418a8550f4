#include "app/labs/inspector/panels/node_panels.hpp"

#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/row.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <array>
#include <optional>
#include <string>

namespace boxwood {
namespace {

void show_filters(const QueryRecording& recording, NodeMarks& io_marks) {
    if (!io_marks.is_filtered()) return;
    ui::section("Part of the trees");
    for (const std::size_t side : {0u, 1u}) {
        const SubtreeFilter& filter = io_marks.filter(side);
        if (!filter.is_active()) continue;
        std::string text = std::string((side == 0 ? "A" : "B")) + ": ";
        if (filter.isolated() != NodeTable::kNone)
            text += "only below node " + ui::format_count(filter.isolated());
        if (filter.hidden_count() > 0)
            text += (filter.isolated() != NodeTable::kNone ? ", " : "") +
                    ui::format_count(filter.hidden_count()) +
                    (filter.hidden_count() == 1 ? " subtree hidden" : " subtrees hidden");
        ui::text(text, {ui::Font::body, ui::palette().text2});
        if (recording.is_lazy(side))
            ui::paragraph(std::array{ui::TextRun{
                "The hierarchy is lazy. Triangles below nodes that no query has split yet are omitted.",
                {ui::Font::small, ui::palette().text3}}});
    }
    if (ui::button("Show all", {.tooltip = "Shows both trees and surfaces completely (Shift+A)"}))
        io_marks.show_all();
}

// The selected node, with links to its parent and children. Shown if only one node is selected.
void show_selected_node(const ShownTest& test, NodeMarks& io_marks, bool offers_faults,
                        const draw::Palette& palette) {
    const std::optional<NodeName> name = test.selected();
    if (!name) return;
    const NodeTable& table = test.recording().table(name->side);
    const NodeTable::Node& node = table.nodes[name->node];
    ui::section("Selected node", {.right_text = table.is_leaf(name->node) ? "leaf" : "inner node"});
    ui::swatch(name->side == 0 ? palette.body_a : palette.body_b, ui::grid::kControl);
    ui::same_line(6.0f);
    ui::text(ui::format_count(name->node), {ui::Font::title_bold, palette.text1, ui::grid::kControl});
    ui::same_line(12.0f);
    ui::text("depth " + std::to_string(node.depth) + " · " + ui::format_count(node.count) +
                 (node.count == 1 ? " triangle below" : " triangles below"),
             {ui::Font::small, palette.text3, ui::grid::kControl});
    std::optional<std::uint32_t> wanted;
    const auto link = [&](const char* word, std::uint32_t to) {
        if (to == NodeTable::kNone) return;
        ui::text(word, {ui::Font::small, palette.text3});
        ui::same_line(4.0f);
        if (ui::link_text(word, ui::format_count(to), {ui::Font::small, palette.text1})) wanted = to;
        ui::same_line(12.0f);
    };
    link("parent", node.parent);
    link("first child", node.first_child);
    link("second child", node.second_child);
    ImGui::NewLine();
    if (ui::button("Isolate", {.tooltip = "Shows only its subtree (I)"})) io_marks.isolate(*name);
    ui::same_line(4.0f);
    if (ui::button("Hide", {.tooltip = "Hides its subtree (Shift+I)", .enabled = name->node != 0}))
        io_marks.hide(*name);
    if (offers_faults) {
        ui::same_line(4.0f);
        if (ui::button(
                "Inject a fault",
                {.tooltip =
                     "Shrinks this volume to half its size, so the query misses triangles in it. The oracle "
                     "then finds this node. Ctrl+Z removes the fault."}))
            io_marks.request_fault(*name);
    }
    ui::same_line(4.0f);
    if (ui::button("Back", {.tooltip = "Clears the selection and returns to the visit"})) io_marks.unpick();
    if (wanted) io_marks.select(name->side, *wanted);
}

// Shows the two nodes or triangles that the user picked.
void show_picked(const char* title, const NodeMarks::Pair& picked, NodeMarks& io_marks,
                 const draw::Palette& palette) {
    ui::section(title, {.right_text = "not a visit of the query"});
    for (const std::size_t side : {0u, 1u}) {
        if (side == 1) ui::same_line(12.0f);
        ui::swatch(side == 0 ? palette.body_a : palette.body_b, ui::grid::kControl);
        ui::same_line(6.0f);
        ui::text(ui::format_count(picked[side]), {ui::Font::title_bold, palette.text1, ui::grid::kControl});
    }
    ui::same_line(12.0f);
    if (ui::button("Back to the visit")) io_marks.unpick();
}

void show_visit_name(const ShownTest& test, const draw::Palette& palette) {
    const VisitMoment& moment = test.moment();
    const bool is_volume_test = test.is_volume_test(), verdict = moment.visit.verdict;
    ui::section("Visit " + ui::format_count(moment.index + 1),
                {.right_text = is_volume_test ? "two nodes" : "two triangles"});
    for (const std::size_t side : {0u, 1u}) {
        if (side == 1) ui::same_line(12.0f);
        ui::swatch(side == 0 ? palette.body_a : palette.body_b, ui::grid::kControl);
        ui::same_line(6.0f);
        ui::text(ui::format_count(side == 0 ? moment.visit.a : moment.visit.b),
                 {ui::Font::title_bold, palette.text1, ui::grid::kControl});
    }
    const std::string_view word = test.is_bound_test() ? (verdict ? "can be closer" : "farther, pruned")
                                  : is_volume_test     ? (verdict ? "overlap" : "disjoint, pruned")
                                  : test.compares_distances() ? (verdict ? "closest so far" : "not closer")
                                  : verdict                   ? "intersect"
                                                              : "separated";
    const bool is_hit = !is_volume_test && verdict && !test.compares_distances();
    const std::optional<ui::Icon> icon =
        is_volume_test && !verdict ? std::optional(ui::Icon::dash) : std::nullopt;
    ui::same_line(12.0f);
    if (ImGui::GetContentRegionAvail().x < ui::chip_size(word, icon.has_value()).x) ImGui::NewLine();
    ui::chip(word, is_hit ? ui::ChipKind::bad : ui::ChipKind::neutral, icon);
    const std::array<NodeTable, 2>& tables = test.recording().tables();
    const NodeTable::Node &a = tables[0].nodes[moment.nodes.a], &b = tables[1].nodes[moment.nodes.b];
    const std::string where =
        is_volume_test
            ? "depth " + std::to_string(a.depth) + " and " + std::to_string(b.depth) + " · " +
                  ui::format_count(a.count) + " and " + ui::format_count(b.count) + " triangles below"
            : "of leaves " + ui::format_count(moment.nodes.a) + " and " + ui::format_count(moment.nodes.b);
    ui::paragraph(
        // A paragraph wraps the text, which needs two lines for large meshes.
        std::array{ui::TextRun{where, {ui::Font::small, palette.text3}}});
}

} // namespace

void show_marks(const ShownTest& test, NodeMarks& io_marks, bool offers_faults,
                const draw::Palette& palette) {
    show_filters(test.recording(), io_marks);
    show_selected_node(test, io_marks, offers_faults, palette);
}

void show_test_name(const ShownTest& test, NodeMarks& io_marks, const draw::Palette& palette) {
    if (io_marks.has_node_pair()) return show_picked("Picked nodes", io_marks.nodes(), io_marks, palette);
    if (io_marks.has_triangle_pair())
        return show_picked("Picked triangles", io_marks.triangles(), io_marks, palette);
    show_visit_name(test, palette);
}

void show_visit_counters(const ShownTest& test) {
    const VisitMoment& moment = test.moment();
    ui::section("Counters so far");
    count_row("volume tests", moment.counters.volume_tests);
    count_row("triangle tests", moment.counters.primitive_tests);
    if (!test.recording().is_distance_query()) {
        count_row("of them decided by exact arithmetic", moment.counters.exact_tests);
        count_row("triangle pairs that intersect", moment.contacts);
    }
    count_row("deepest descent", moment.counters.max_depth);
}

} // namespace boxwood
