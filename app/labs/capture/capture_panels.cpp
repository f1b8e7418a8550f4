// Panels of the capture lab: the capture and its fault, why a finding is wrong, all findings, the recorded trees.
#include "app/labs/capture/capture_lab.hpp"
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

namespace boxwood {
namespace {

using judge::Finding;
using judge::Outcome;

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

void outcome_chip(Outcome outcome) {
    const std::string word(name_of(outcome));
    if (outcome == Outcome::right) return ui::chip(word, ui::ChipKind::ok, ui::Icon::check);
    if (outcome == Outcome::wrong) return ui::chip(word, ui::ChipKind::bad, ui::Icon::cross);
    ui::chip(word, ui::ChipKind::neutral, outcome == Outcome::undecided ? ui::Icon::help : ui::Icon::dash);
}

float room_in_details() {
    return ImGui::GetContentRegionAvail().y - ui::px(6.0f);
}

} // namespace

// --- left -------------------------------------------------------------------------------------------------

void CaptureLab::parameters(ViewContext& context) {
    show_capture_parameters(context.palette);
    show_fault_parameters();
    section("Show");
    row("hierarchy", {.sample = {ui::Sample::line, context.palette.overlapping}, .key = "H"});
    row("depth");
    row("depth-high");
    row("edges");
}

void CaptureLab::show_capture_parameters(const draw::Palette& palette) {
    ui::section("Capture");
    if (opened_) {
        value_row("file", opened_->name);
        if (!opened_->capture.producer.empty())
            value_row("producer", capture::printable(opened_->capture.producer));
        count_row("meshes", opened_->capture.meshes.size());
        count_row("hierarchies", opened_->capture.hierarchies.size());
        count_row("queries", opened_->capture.queries.size());
        if (!opened_->capture.frames.empty()) count_row("frames", opened_->capture.frames.size());
        if (!opened_->capture.problems.empty() || !opened_->capture.is_finished) {
            ui::text("The file is damaged; this much is whole.", {ui::Font::body, palette.bad});
            for (const std::string& problem : opened_->capture.problems)
                ui::paragraph(std::array{ui::TextRun{problem, {ui::Font::small, palette.bad}}});
        }
    }
    if (ui::button("Open a capture…", {.tooltip = "A recorded capture, an MCAP file (Ctrl+O, or drop one)"}))
        wants_file_ = true;
    if (!opener_.is_busy()) return;
    ui::same_line();
    if (ui::button("Cancel",
                   {.tooltip = "Keep the capture that is on screen", .enabled = opened_ != nullptr}) &&
        opened_) {
        opener_.cancel();
        wanted_ = opened_->request;
    }
}

void CaptureLab::show_fault_parameters() {
    section("Fault");
    row("fault");
    if (fault_ == 0) return;
    ui::paragraph(std::array{
        ui::TextRun{judge::list_faults()[fault_ - 1].meaning, {ui::Font::small, ui::palette().text3}}});
    value_row("node of a", fault_node_ ? ui::format_count(*fault_node_) : "one that suits");
    if (picked_ && picked_->object == 0 && fault_node_ != picked_->node &&
        ui::button("Inject at the selected node",
                   {.tooltip = "The same fault at the node that is selected"})) {
        fault_node_ = picked_->node;
        open_later();
    }
}

// --- over the view ------------------------------------------------------------------------------------------

void CaptureLab::headline(ViewContext& context) {
    const draw::Palette& palette = context.palette;
    if (!opened_) return ui::text("Judging the capture…", {ui::Font::title, palette.text2});
    const ui::TextStyle label{ui::Font::body, palette.text3};
    std::array<std::string, 4> counts;
    std::vector<ui::TextRun> runs;
    for (const Outcome outcome :
         {Outcome::wrong, Outcome::undecided, Outcome::within_precision, Outcome::right}) {
        std::string& count = counts[static_cast<std::size_t>(outcome)];
        count = ui::format_count(opened_->judged.count(outcome));
        runs.push_back(
            {count, {ui::Font::title_bold, color_of(outcome, palette)}, runs.empty() ? 0.0f : 16.0f});
        runs.push_back({name_of(outcome), label, 6.0f});
    }
    ui::text_backing({ui::text_line_width(runs), ui::text_size(ui::Font::title_bold, counts[0]).y});
    ui::text_line(runs);
}

// --- right: why -------------------------------------------------------------------------------------------

void CaptureLab::inspector(ViewContext& context) {
    const Finding* now = finding();
    if (now == nullptr) {
        ui::section("Why");
        ui::text(opened_ ? "The capture claims nothing." : "The capture is being judged.",
                 {ui::Font::body, context.palette.text3});
        return;
    }
    show_why(*now, context.palette);
    show_claim(context.palette);
    show_node(context.palette);
}

void CaptureLab::show_why(const Finding& now, const draw::Palette& palette) {
    ui::section("Why", {.right_text = "finding"});
    outcome_chip(now.outcome);
    ui::same_line();
    ui::text(subject_of(now), {ui::Font::body_bold, palette.text1, ui::grid::kControl});
    ui::paragraph(std::array{ui::TextRun{now.text, {ui::Font::body, palette.text1}}});
    if (now.stage != judge::Stage::none) value_row("stage", name_of(now.stage));
    if (now.hierarchy) value_row("hierarchy", std::to_string(*now.hierarchy));
    if (now.node && seen_.guilty) {
        ui::text("node", {ui::Font::body, palette.text3});
        ui::same_line();
        if (ui::link_text("guilty node", std::to_string(*now.node), {ui::Font::body, palette.accent})) {
            pick(NodeOf{*seen_.guilty, *now.node});
            frame_selection();
        }
        ui::tooltip("Selects the node and frames it");
    }
    if (stressed_.overhang) {
        std::string number = ui::format_significant(stressed_.overhang->length, 4);
        if (!stressed_.overhang->unit.empty()) number += " " + stressed_.overhang->unit;
        value_row("sticks out of " + stressed_.overhang->side, number);
    }
    for (const TriangleOf& of : stressed_.triangles)
        if (stressed_.triangles.size() <= 4)
            value_row("triangle of " + seen_.objects[of.object].name, ui::format_count(of.triangle));
    for (const auto& [action, title, key] :
         {std::array{"finding.previous-wrong", "Previous wrong", "Shift+N"},
          {"finding.next-wrong", "Next wrong", "N"}}) {
        const std::string why = why_unavailable(action);
        if (ui::button(title, {.tooltip = why.empty() ? std::string_view(key) : std::string_view(why),
                               .enabled = why.empty()}))
            act(action);
        ui::same_line();
    }
    ImGui::NewLine();
}

void CaptureLab::show_claim(const draw::Palette& palette) {
    if (seen_.query == nullptr) return;
    const capture::QueryRecord& query = *seen_.query;
    ui::section("Claim", {.right_text = "query"});
    value_row("query", ui::format_count(query.id));
    value_row("frame", ui::format_count(query.frame));
    value_row("kind", capture::printable(query.kind) + ", " + capture::printable(query.mode));
    if (query.verdict != capture::kUnknown)
        value_row("claimed", query.verdict != 0 ? "in contact" : "not in contact");
    if (!query.pairs_a.empty()) count_row("claimed pairs of triangles", query.pairs_a.size());
    if (!std::isnan(query.distance)) value_row("claimed distance", ui::format_significant(query.distance, 6));
    if (stressed_.exact_w)
        value_row("exact distance",
                  ui::format_significant(glm::length((*stressed_.exact_w)[1] - (*stressed_.exact_w)[0]), 6));
    value_row("arithmetic", std::to_string(query.scalar_bits) + " bit");
    value_row("declared error", std::isnan(query.declared_error)
                                    ? "not stated"
                                    : ui::format_significant(query.declared_error, 3));
    value_row("visits", seen_.visits ? ui::format_count(seen_.visits->visits.size() / 16) : "not recorded");
    if (!query.note.empty())
        ui::paragraph(
            std::array{ui::TextRun{capture::printable(query.note), {ui::Font::small, palette.text3}}});
}

void CaptureLab::show_node(const draw::Palette& palette) {
    if (!picked_ || picked_->object >= seen_.objects.size()) return;
    const SeenObject& object = seen_.objects[picked_->object];
    if (object.tree == nullptr || picked_->node >= object.tree->record->node_count()) return;
    const std::string title = "Node " + std::to_string(picked_->node) + " of " + object.name;
    ui::section("Node", {.right_text = title});
    const NodeTable& table = tables_[picked_->object];
    if (!table.has(picked_->node)) {
        ui::text("No root leads to it, or nothing is below it.", {ui::Font::body, palette.text3});
    } else {
        value_row("depth", ui::format_count(table.nodes[picked_->node].depth));
        count_row("triangles below", table.nodes[picked_->node].count);
    }
    const auto shapes = object.tree->volumes.shapes(picked_->node);
    std::string types;
    double area = 0.0;
    for (const auto& shape : shapes) {
        types += (types.empty() ? "" : ", ") + std::string(shape.type);
        const double one = surface_area(shape);
        area = types.empty() || area == 0.0 ? one : std::min(area, one);
    }
    value_row("volume", shapes.empty() ? "cannot be evaluated" : types);
    if (!shapes.empty()) value_row("surface area", ui::format_significant(area, 4));
    for (const judge::Finding& finding : object.tree->findings) {
        if (finding.node != picked_->node || finding.text == this->finding()->text) continue;
        ui::paragraph(
            std::array{ui::TextRun{finding.text, {ui::Font::small, color_of(finding.outcome, palette)}}});
    }
}

// --- bottom -----------------------------------------------------------------------------------------------

void CaptureLab::details(ViewContext& context) {
    page_tabs();
    if (page_ == 0) return show_findings(context.palette);
    show_trees(context.palette);
}

void CaptureLab::show_findings(const draw::Palette& palette) {
    if (!opened_) return ui::text("The capture is being judged.", {ui::Font::body, palette.text3});
    constexpr std::array kColumns{ui::Column{"finding", 48.0f, true, "In the order of boxwood judge"},
                                  ui::Column{"verdict", 104.0f},
                                  ui::Column{"about", 92.0f},
                                  ui::Column{"stage", 92.0f},
                                  ui::Column{"node", 52.0f, true},
                                  ui::Column{"what the judge says"}};
    if (!ui::begin_table("findings", kColumns, {.height = room_in_details(), .has_bar = true})) return;
    ui::table_rows(static_cast<int>(opened_->count()), [&](int row) {
        const auto i = static_cast<std::size_t>(row);
        const Finding& finding = opened_->finding(i);
        const ui::RowEvents events =
            ui::table_row(row, {.is_selectable = true, .is_selected = i == simulation_.frame});
        if (events.clicked) select(i);
        ui::table_cell(std::to_string(i + 1));
        ui::table_cell(name_of(finding.outcome), color_of(finding.outcome, palette));
        ui::table_cell(subject_of(finding));
        ui::table_cell(name_of(finding.stage));
        ui::table_cell(finding.node ? std::to_string(*finding.node) : "");
        ui::table_cell(finding.text);
    });
    ui::end_table();
}

// One bar per finding: its height and its shape say the verdict, as its colour does. Where there is no room for each, a
// column shows the worst.
bool CaptureLab::draw_frames(ViewContext& context) {
    constexpr float kStripBelow = 34.0f, kWidest = 28.0f, kNarrow = 5.0f; // pixels at scale 1
    const draw::Palette& palette = context.palette;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float height = room.y - ui::px(kStripBelow), width = std::floor(room.x - ui::px(4.0f));
    if (!opened_ || opened_->count() == 0 || height < ui::px(24.0f) || width < ui::px(40.0f)) {
        ui::text(opened_ ? "The capture claims nothing." : "The capture is being judged.",
                 {ui::Font::body, palette.text3});
        return true;
    }
    ui::text("Which claims are wrong? One bar per finding.", {ui::Font::small, palette.text3});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float tall = height - ui::text_size(ui::Font::small, "W").y - ui::px(10.0f);
    ImGui::InvisibleButton("verdicts", {width, tall});
    const bool is_hovered = ImGui::IsItemHovered(), is_clicked = ImGui::IsItemClicked();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + tall}, ui::packed(palette.view));
    const std::size_t count = opened_->count();
    const float step = std::min(width / static_cast<float>(count), ui::px(kWidest));
    const float column = std::max(step, 2.0f);
    const auto columns =
        static_cast<std::size_t>(std::max(1.0f, std::min(static_cast<float>(count), width / column)));
    const auto first_of = [&](std::size_t c) { return c * count / columns; };
    const float foot = at.y + tall - ui::px(2.0f), top = at.y + ui::px(10.0f);
    for (std::size_t c = 0; c < columns; ++c) {
        Outcome worst = Outcome::right;
        bool is_shown = false;
        for (std::size_t i = first_of(c); i < std::max(first_of(c + 1), first_of(c) + 1); ++i) {
            worst = std::max(worst, opened_->finding(i).outcome);
            is_shown |= i == simulation_.frame;
        }
        constexpr std::array kHeights{0.25f, 0.45f, 0.65f, 1.0f};
        const float x = at.x + column * static_cast<float>(c),
                    wide = column > ui::px(kNarrow) ? column - 2.0f : column;
        const float y = foot - (foot - top) * kHeights[static_cast<std::size_t>(worst)];
        if (is_shown)
            list.AddRectFilled({x - 1.0f, at.y}, {x + wide + 1.0f, at.y + tall}, ui::packed(palette.select));
        const ImU32 color = ui::packed(color_of(worst, palette));
        if (worst == Outcome::undecided && wide > ui::px(3.0f))
            list.AddRect({x + 0.5f, y}, {x + wide - 0.5f, foot}, color, 0.0f, 0, ui::px(1.5f));
        else
            list.AddRectFilled({x, y}, {x + wide, foot}, color);
        if (worst == Outcome::wrong && wide > ui::px(3.0f)) {
            const float middle = x + 0.5f * wide, r = std::min(ui::px(4.0f), 0.5f * wide);
            list.AddLine({middle - r, at.y + ui::px(1.0f)}, {middle + r, at.y + ui::px(1.0f) + 2 * r}, color,
                         ui::px(1.5f));
            list.AddLine({middle + r, at.y + ui::px(1.0f)}, {middle - r, at.y + ui::px(1.0f) + 2 * r}, color,
                         ui::px(1.5f));
        }
    }
    if (!is_hovered) return true;
    const auto c = static_cast<std::size_t>((ImGui::GetIO().MousePos.x - at.x) / column);
    if (c >= columns) return true;
    std::size_t target = first_of(c); // of several, a wrong one
    for (std::size_t i = target; i < first_of(c + 1); ++i)
        if (opened_->finding(i).outcome > opened_->finding(target).outcome) target = i;
    const Finding& finding = opened_->finding(target);
    ui::tooltip("Finding " + ui::format_count(target + 1) + ", " + subject_of(finding) + ": " +
                std::string(name_of(finding.outcome)) + ". " + finding.text);
    if (is_clicked) select(target);
    return true;
}

// --- trees ------------------------------------------------------------------------------------------------

void CaptureLab::show_trees(const draw::Palette& palette) {
    hovered_.reset();
    const auto has_tree = [&](std::size_t i) { return i < tables_.size() && !tables_[i].primitives.empty(); };
    const auto count = static_cast<float>(std::count_if(
        tables_.begin(), tables_.end(), [](const NodeTable& table) { return !table.primitives.empty(); }));
    if (count == 0.0f) {
        ui::text("No hierarchy that can be followed is recorded for what is on screen.",
                 {ui::Font::body, palette.text3});
        return;
    }
    const float height = room_in_details() / count - ui::px(24.0f);
    for (std::size_t i = 0; i < std::min<std::size_t>(tables_.size(), 2); ++i) {
        if (!has_tree(i)) continue;
        const capture::HierarchyRecord& record = *seen_.objects[i].tree->record;
        ui::text(seen_.objects[i].name + "  " + capture::printable(record.name) + "  " +
                     ui::format_count(record.node_count()) + " nodes, " + capture::printable(record.library),
                 {ui::Font::small, palette.text3});
        const std::uint32_t picked = picked_ && picked_->object == i ? picked_->node : NodeTable::kNone;
        const std::uint32_t shown = tables_[i].has(picked) ? picked : NodeTable::kNone;
        const TreeIcicle::Events events = icicles_[i].draw(i == 0 ? "recorded a" : "recorded b",
                                                           {.table = tables_[i],
                                                            .revision = revision_,
                                                            .values = values_[i],
                                                            .low = 0.0f,
                                                            .high = 1.0f,
                                                            .is_logarithmic = false,
                                                            .first_visits = {},
                                                            .now = 0,
                                                            .current = NodeTable::kNone,
                                                            .picked = shown,
                                                            .filter = nullptr,
                                                            .name = "share of the root's surface area",
                                                            .unit = "",
                                                            .height = height,
                                                            .palette = palette});
        if (events.hovered) hovered_ = NodeOf{i, *events.hovered};
        if (events.clicked) {
            pick(NodeOf{i, *events.clicked});
            frame_selection();
        }
    }
}

} // namespace boxwood
