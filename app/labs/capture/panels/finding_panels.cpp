#include "app/labs/capture/panels/finding_panels.hpp"

#include "app/labs/capture/volume_outline.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace boxwood {

using judge::Finding;
using judge::Outcome;

namespace {

void outcome_chip(Outcome outcome) {
    const std::string word(name_of(outcome));
    if (outcome == Outcome::right) return ui::chip(word, ui::ChipKind::ok, ui::Icon::check);
    if (outcome == Outcome::wrong) return ui::chip(word, ui::ChipKind::bad, ui::Icon::cross);
    ui::chip(word, ui::ChipKind::neutral, outcome == Outcome::undecided ? ui::Icon::help : ui::Icon::dash);
}

} // namespace

draw::Color color_of(Outcome outcome, const draw::Palette& palette) {
    switch (outcome) {
    case Outcome::right:
        return palette.ok;
    case Outcome::within_precision:
        return palette.overlapping;
    case Outcome::undecided:
        return palette.rebuild;
    case Outcome::wrong:
        return palette.bad;
    }
    return palette.text2;
}

float details_height() {
    return ImGui::GetContentRegionAvail().y - ui::px(6.0f);
}

void show_outcomes(const OpenedCapture& opened, const draw::Palette& palette) {
    const ui::TextStyle label{ui::Font::body, palette.text3};
    std::array<std::string, 4> counts;
    std::vector<ui::TextRun> runs;
    for (const Outcome outcome :
         {Outcome::wrong, Outcome::undecided, Outcome::within_precision, Outcome::right}) {
        std::string& count = counts[static_cast<std::size_t>(outcome)];
        count = ui::format_count(opened.judged.count(outcome));
        runs.push_back(
            {count, {ui::Font::title_bold, color_of(outcome, palette)}, runs.empty() ? 0.0f : 16.0f});
        runs.push_back({name_of(outcome), label, 6.0f});
    }
    ui::text_backing({ui::text_line_width(runs), ui::text_size(ui::Font::title_bold, counts[0]).y});
    ui::text_line(runs);
}

bool show_why(const CaseOnScreen& current_case, const draw::Palette& palette) {
    const Finding& now = *current_case.finding();
    const HighlightedParts& highlighted = current_case.highlighted();
    bool wants_node = false;
    ui::section("Why", {.right_text = "finding"});
    outcome_chip(now.outcome);
    ui::same_line();
    ui::text(subject_of(now), {ui::Font::body_bold, palette.text1, ui::grid::kControl});
    ui::paragraph(std::array{ui::TextRun{now.text, {ui::Font::body, palette.text1}}});
    if (now.stage != judge::Stage::none) value_row("stage", name_of(now.stage));
    if (now.hierarchy) value_row("hierarchy", std::to_string(*now.hierarchy));
    if (now.node && current_case.seen().faulty_object) {
        ui::text("node", {ui::Font::body, palette.text3});
        ui::same_line();
        wants_node =
            ui::link_text("faulty node", std::to_string(*now.node), {ui::Font::body, palette.accent});
        ui::tooltip("Selects the node and moves the camera to it");
    }
    if (highlighted.overhang) {
        value_row("extends beyond " + highlighted.overhang->side,
                  judge::length_text(highlighted.overhang->length, highlighted.overhang->unit));
    }
    for (const SeenTriangle& of : highlighted.triangles)
        if (highlighted.triangles.size() <= 4)
            value_row("triangle of " + current_case.seen().objects[of.object].name,
                      ui::format_count(of.triangle));
    return wants_node;
}

void show_claim(const CaseOnScreen& current_case, const draw::Palette& palette) {
    const SeenCase& seen = current_case.seen();
    if (seen.query == nullptr) return;
    const capture::QueryRecord& query = *seen.query;
    ui::section("Claim", {.right_text = "query"});
    value_row("query", ui::format_count(query.id));
    value_row("frame", ui::format_count(query.frame));
    value_row("kind", capture::printable(query.kind) + ", " + capture::printable(query.mode));
    if (query.verdict != capture::kUnknown)
        value_row("claimed", query.verdict != 0 ? "in contact" : "not in contact");
    if (!query.pairs_a.empty()) count_row("claimed pairs of triangles", query.pairs_a.size());
    if (!std::isnan(query.distance)) value_row("claimed distance", judge::length_text(query.distance));
    if (const auto& exact_w = current_case.highlighted().exact_w)
        value_row("exact distance", judge::length_text(glm::length((*exact_w)[1] - (*exact_w)[0])));
    value_row("arithmetic", std::to_string(query.scalar_bits) + " bit");
    value_row("declared error",
              std::isnan(query.declared_error) ? "not stated" : judge::length_text(query.declared_error));
    value_row("visits", seen.visits.empty() || seen.has_own_visits ? "not recorded"
                                                                   : ui::format_count(seen.visits.size()));
    if (seen.dropped_visits > 0) count_row("dropped visits", seen.dropped_visits);
    if (!query.note.empty())
        ui::paragraph(
            std::array{ui::TextRun{capture::printable(query.note), {ui::Font::small, palette.text3}}});
}

void show_node(const CaseOnScreen& current_case, const draw::Palette& palette) {
    const std::optional<SeenNode>& picked = current_case.picked();
    if (!picked || picked->object >= current_case.seen().objects.size()) return;
    const SeenObject& object = current_case.seen().objects[picked->object];
    if (object.tree == nullptr || picked->node >= object.tree->record->node_count()) return;
    const std::string title = "Node " + std::to_string(picked->node) + " of " + object.name;
    ui::section("Node", {.right_text = title});
    const NodeTable& table = current_case.table(picked->object);
    if (!table.has(picked->node)) {
        ui::text("The node cannot be reached from a root, or contains no triangles.",
                 {ui::Font::body, palette.text3});
    } else {
        value_row("depth", ui::format_count(table.nodes[picked->node].depth));
        count_row("triangles below", table.nodes[picked->node].count);
    }
    const auto shapes = object.tree->volumes.shapes(picked->node);
    std::string types;
    for (const auto& shape : shapes) types += (types.empty() ? "" : ", ") + std::string(shape.type);
    value_row("volume", shapes.empty() ? "cannot be evaluated" : types);
    if (!shapes.empty()) value_row("surface area", ui::format_significant(smallest_area(shapes), 4));
    for (const judge::Finding& finding : object.tree->findings) {
        if (finding.node != picked->node || finding.text == current_case.finding()->text) continue;
        ui::paragraph(
            std::array{ui::TextRun{finding.text, {ui::Font::small, color_of(finding.outcome, palette)}}});
    }
}

// --- all findings -----------------------------------------------------------------------------------------

std::optional<std::size_t> show_findings(const OpenedCapture& opened, std::size_t current_index,
                                         const draw::Palette& palette) {
    constexpr std::array kColumns{
        ui::Column{"finding", 48.0f, true, "Number of the finding, in the order of boxwood judge"},
        ui::Column{"verdict", 104.0f},
        ui::Column{"about", 92.0f},
        ui::Column{"stage", 92.0f},
        ui::Column{"node", 52.0f, true},
        ui::Column{"finding of the judge"}};
    std::optional<std::size_t> clicked;
    if (!ui::begin_table("findings", kColumns, {.height = details_height(), .has_bar = true})) return clicked;
    ui::table_rows(static_cast<int>(opened.count()), [&](int row) {
        const auto i = static_cast<std::size_t>(row);
        const Finding& finding = opened.finding(i);
        const ui::RowEvents events =
            ui::table_row(row, {.is_selectable = true, .is_selected = i == current_index});
        if (events.clicked) clicked = i;
        ui::table_cell(std::to_string(i + 1));
        ui::table_cell(name_of(finding.outcome), color_of(finding.outcome, palette));
        ui::table_cell(subject_of(finding));
        ui::table_cell(name_of(finding.stage));
        ui::table_cell(finding.node ? std::to_string(*finding.node) : "");
        ui::table_cell(finding.text);
    });
    ui::end_table();
    return clicked;
}

// Draws one bar per finding. Height, shape and color of a bar show the verdict. If the bars do not all fit, a column
// shows the worst of several findings.
std::optional<std::size_t> show_verdict_bars(const OpenedCapture& opened, std::size_t current_index,
                                             const draw::Palette& palette, float width, float height) {
    ui::text("Which claims are wrong? One bar per finding.", {ui::Font::small, palette.text3});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float bar_height = height - ui::text_size(ui::Font::small, "W").y - ui::px(10.0f);
    ImGui::InvisibleButton("verdicts", {width, bar_height});
    const bool is_hovered = ImGui::IsItemHovered(), is_clicked = ImGui::IsItemClicked();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + bar_height}, ui::packed(palette.view));
    constexpr float kMaxStep = 28.0f, kNarrow = 5.0f; // pixels at scale 1
    const std::size_t count = opened.count();
    const float step = std::min(width / static_cast<float>(count), ui::px(kMaxStep));
    const float column = std::max(step, 2.0f);
    const auto columns =
        static_cast<std::size_t>(std::max(1.0f, std::min(static_cast<float>(count), width / column)));
    const auto first_of = [&](std::size_t c) { return c * count / columns; };
    const float bottom = at.y + bar_height - ui::px(2.0f), top = at.y + ui::px(10.0f);
    for (std::size_t c = 0; c < columns; ++c) {
        Outcome worst = Outcome::right;
        bool is_current = false;
        for (std::size_t i = first_of(c); i < std::max(first_of(c + 1), first_of(c) + 1); ++i) {
            worst = std::max(worst, opened.finding(i).outcome);
            is_current |= i == current_index;
        }
        constexpr std::array kHeights{0.25f, 0.45f, 0.65f, 1.0f};
        const float x = at.x + column * static_cast<float>(c),
                    bar_width = column > ui::px(kNarrow) ? column - 2.0f : column;
        const float y = bottom - (bottom - top) * kHeights[static_cast<std::size_t>(worst)];
        if (is_current)
            list.AddRectFilled({x - 1.0f, at.y}, {x + bar_width + 1.0f, at.y + bar_height},
                               ui::packed(palette.select));
        const ImU32 color = ui::packed(color_of(worst, palette));
        if (worst == Outcome::undecided && bar_width > ui::px(3.0f))
            list.AddRect({x + 0.5f, y}, {x + bar_width - 0.5f, bottom}, color, 0.0f, 0, ui::px(1.5f));
        else
            list.AddRectFilled({x, y}, {x + bar_width, bottom}, color);
        if (worst == Outcome::wrong && bar_width > ui::px(3.0f)) {
            const float middle = x + 0.5f * bar_width, r = std::min(ui::px(4.0f), 0.5f * bar_width);
            list.AddLine({middle - r, at.y + ui::px(1.0f)}, {middle + r, at.y + ui::px(1.0f) + 2 * r}, color,
                         ui::px(1.5f));
            list.AddLine({middle + r, at.y + ui::px(1.0f)}, {middle - r, at.y + ui::px(1.0f) + 2 * r}, color,
                         ui::px(1.5f));
        }
    }
    if (!is_hovered) return std::nullopt;
    const auto c = static_cast<std::size_t>((ImGui::GetIO().MousePos.x - at.x) / column);
    if (c >= columns) return std::nullopt;
    std::size_t target = first_of(c); // of several findings in the column, the worst one
    for (std::size_t i = target; i < first_of(c + 1); ++i)
        if (opened.finding(i).outcome > opened.finding(target).outcome) target = i;
    const Finding& finding = opened.finding(target);
    ui::tooltip("Finding " + ui::format_count(target + 1) + ", " + subject_of(finding) + ": " +
                std::string(name_of(finding.outcome)) + ". " + finding.text);
    return is_clicked ? std::optional(target) : std::nullopt;
}

} // namespace boxwood
