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
    row("tree");
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
        value_row("sticks out of " + stressed_.overhang->side,
                  judge::length_text(stressed_.overhang->length, stressed_.overhang->unit));
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
    if (!std::isnan(query.distance)) value_row("claimed distance", judge::length_text(query.distance));
    if (stressed_.exact_w)
        value_row("exact distance",
                  judge::length_text(glm::length((*stressed_.exact_w)[1] - (*stressed_.exact_w)[0])));
    value_row("arithmetic", std::to_string(query.scalar_bits) + " bit");
    value_row("declared error",
              std::isnan(query.declared_error) ? "not stated" : judge::length_text(query.declared_error));
    value_row("visits", seen_.visits.empty() || seen_.is_walked ? "not recorded"
                                                                : ui::format_count(seen_.visits.size()));
    if (seen_.dropped_visits > 0) count_row("dropped visits", seen_.dropped_visits);
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
    const NodeTable& table = table_of(picked_->object);
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
    if (page_ == kFindings) return show_findings(context.palette);
    if (page_ == kQuality) return show_quality(context.palette);
    if (page_ == kBuilders) return show_builders(context.palette);
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
            ui::table_row(row, {.is_selectable = true, .is_selected = i == shown_index()});
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
            is_shown |= i == shown_index();
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

// --- trees and visits -------------------------------------------------------------------------------------

std::string CaptureLab::visit_text() const {
    const Visit& visit = seen_.visits[visit_];
    const std::string a = ui::format_count(visit.a), b = ui::format_count(visit.b);
    std::string text;
    if (visit.kind == VisitKind::primitive_pair)
        text = "Triangles " + a + " and " + b + (visit.verdict ? " intersect" : " do not intersect");
    else if (visit.kind == VisitKind::volume_bound)
        text = "Nodes " + a + " and " + b +
               (visit.verdict ? " may hold the closest triangles" : " are too far: pruned");
    else
        text = "Nodes " + a + " and " + b + (visit.verdict ? " overlap" : " are disjoint: pruned");
    const bool is_wrong = finding()->evidence.visit == visit_ && finding()->outcome == Outcome::wrong;
    if (is_wrong && !seen_.is_walked) text += ". Here the answer went wrong";
    if (seen_.is_walked) text += ". Not recorded: walked by Boxwood";
    return text;
}

void CaptureLab::show_transport(const draw::Palette& palette) {
    constexpr double kVisitsPerSecond = 20.0;
    if (is_playing_visits_) {
        visits_due_ += kVisitsPerSecond * static_cast<double>(ImGui::GetIO().DeltaTime);
        const double due = std::floor(visits_due_);
        visits_due_ -= due;
        go_to_visit(visit_ + static_cast<std::size_t>(due));
        is_playing_visits_ = visit_ + 1 < seen_.visits.size();
    }
    const auto icon = [&](const char* id, ui::Icon what, const char* action, std::string_view tip) {
        const ui::Unavailable because(why_unavailable(action));
        if (ui::icon_button(id, what, {.tooltip = tip})) act(action);
        ui::same_line(4.0f);
    };
    icon("first", ui::Icon::jump_back, "visit.first", "To the first visit (Home)");
    icon("back", ui::Icon::step_back, "visit.back", "One visit back (Left)");
    icon("play", is_playing_visits_ ? ui::Icon::pause : ui::Icon::play, "visit.play", "Play the visits (P)");
    icon("forward", ui::Icon::step_forward, "visit.forward", "One visit on (Right)");
    icon("last", ui::Icon::jump_forward, "visit.last", "To the last visit (End)");
    const ui::TextStyle muted{ui::Font::body, palette.text3};
    const std::string at = ui::format_count(visit_),
                      of = "of 0 to " + ui::format_count(seen_.visits.size() - 1), text = visit_text();
    ui::text_line(
        std::array{ui::TextRun{"visit", muted}, ui::TextRun{at, {ui::Font::body_bold, palette.current}, 6},
                   ui::TextRun{of, muted, 6}, ui::TextRun{text, {ui::Font::body, palette.text2}, 16}},
        ui::grid::kControl);
}

void CaptureLab::show_trees(const draw::Palette& palette) {
    hovered_.reset();
    const bool has_visits = !seen_.visits.empty();
    if (has_visits) show_transport(palette);
    const float room = room_in_details();
    float skyline = 0.0f;
    if (has_visits) {
        skyline = std::floor(0.3f * room);
        if (const auto wanted = skyline_.draw({.visits = seen_.visits,
                                               .revision = revision_,
                                               .current = visit_,
                                               .palette = palette,
                                               .is_of_distance = seen_.query->mode == "distance",
                                               .height = skyline})) {
            is_playing_visits_ = false;
            go_to_visit(*wanted);
        }
    }
    const std::array has_tree{!table_of(0).primitives.empty(), !table_of(1).primitives.empty()};
    const int count = (has_tree[0] ? 1 : 0) + (has_tree[1] ? 1 : 0);
    if (count == 0)
        return ui::text("No hierarchy that can be followed is recorded for what is on screen.",
                        {ui::Font::body, palette.text3});
    const float line = ui::px(ui::grid::kTextLine) + ImGui::GetStyle().ItemSpacing.y;
    const float height = std::floor((room - skyline) / static_cast<float>(count) - line - ui::px(8.0f));
    for (std::size_t i = 0; i < 2; ++i)
        if (has_tree[i]) show_tree(i, height, palette);
}

void CaptureLab::show_tree(std::size_t object, float height, const draw::Palette& palette) {
    struct Look {
        std::string_view name, unit;
        bool is_logarithmic;
    };
    constexpr std::array kLooks{Look{"surface area", "% of the root's", true},
                                Look{"overlap of its children", "% of its box", false},
                                Look{"depth", "levels", false}, Look{"visits", "", true}};
    const SeenObject& seen = seen_.objects[object];
    const capture::HierarchyRecord& record = *seen.tree->record;
    std::string title = seen.name + "  hierarchy " + std::to_string(record.id);
    for (const std::string* name : {&record.name, &record.library})
        if (!name->empty()) title += ", " + capture::printable(*name);
    title += ", " + ui::format_count(record.node_count()) + " nodes";
    ui::text(title, {ui::Font::small, palette.text3});
    const Look& look = kLooks[static_cast<std::size_t>(measure_)];
    const NodeTable& table = table_of(object);
    const std::uint32_t picked = picked_ && picked_->object == object ? picked_->node : NodeTable::kNone;
    std::uint32_t current = NodeTable::kNone;
    if (!seen_.visits.empty() && seen_.visits[visit_].kind != VisitKind::primitive_pair)
        current = object == 0 ? seen_.visits[visit_].a : seen_.visits[visit_].b;
    const auto shown = [&table](std::uint32_t node) { return table.has(node) ? node : NodeTable::kNone; };
    const TreeIcicle::Events events = icicles_[object].draw(
        object == 0 ? "recorded a" : "recorded b", {.table = table,
                                                    .revision = revision_,
                                                    .values = values_[object],
                                                    .low = look.is_logarithmic ? 0.01f * highest_ : 0.0f,
                                                    .high = std::max(highest_, 1e-6f),
                                                    .is_logarithmic = look.is_logarithmic,
                                                    .first_visits = first_visits_[object],
                                                    .now = visit_,
                                                    .current = shown(current),
                                                    .picked = shown(picked),
                                                    .filter = nullptr,
                                                    .name = look.name,
                                                    .unit = look.unit,
                                                    .height = height,
                                                    .palette = palette});
    if (events.hovered) hovered_ = NodeOf{object, *events.hovered};
    if (!events.clicked) return;
    pick(NodeOf{object, *events.clicked});
    frame_selection();
}

// --- quality ------------------------------------------------------------------------------------------------

void CaptureLab::show_quality(const draw::Palette& palette) {
    if (table_of(0).primitives.empty() && table_of(1).primitives.empty())
        return ui::text("No hierarchy that can be followed is recorded for what is on screen.",
                        {ui::Font::body, palette.text3});
    if (comparer_.is_busy())
        ui::text("Building trees of our own over the same meshes…", {ui::Font::body, palette.text3});
    else if (comparison_)
        ui::paragraph(std::array{
            ui::TextRun{comparison_->problem.empty() ? comparison_->sentence : comparison_->problem,
                        {ui::Font::title, palette.text1}}});
    struct Shown {
        std::string name;
        const TreeQuality* quality = nullptr;
    };
    std::vector<Shown> shown;
    for (std::size_t i = 0; i < std::min<std::size_t>(seen_.objects.size(), 2); ++i) {
        if (table_of(i).primitives.empty()) continue;
        shown.push_back({seen_.objects[i].name + ", recorded", &seen_.objects[i].recorded->quality});
        if (comparison_ && comparison_->problem.empty())
            shown.push_back({seen_.objects[i].name + ", " + comparison_->builder, &comparison_->ours[i]});
    }
    std::vector<ui::Column> columns{ui::Column{"metric"}};
    for (const Shown& one : shown) columns.push_back({one.name.c_str(), 112.0f, true});
    if (!ui::begin_table("recorded quality", columns, {.height = room_in_details()})) return;
    int line = 0;
    const auto add = [&](const char* name, auto&& text) {
        ui::table_row(line++);
        ui::table_cell(name, palette.text2);
        for (const Shown& one : shown) ui::table_cell(text(*one.quality));
    };
    if (comparison_ && comparison_->problem.empty() && shown.size() == 4) {
        const auto counts = [&](const char* name, std::uint64_t TestCounts::*member) {
            ui::table_row(line++);
            ui::table_cell(name, palette.text2);
            ui::table_cell(
                comparison_->recorded_tests ? ui::format_count((*comparison_->recorded_tests).*member) : "–");
            ui::table_cell(ui::format_count(comparison_->our_tests.*member));
        };
        counts("volume tests of the query", &TestCounts::volumes);
        counts("triangle tests of the query", &TestCounts::triangles);
    }
    const auto fixed = [](double value, int decimals) { return ui::format_fixed(value, decimals); };
    add("surface area cost", [](const TreeQuality& q) { return ui::format_significant(q.area_cost, 4); });
    add("sibling overlap", [&](const TreeQuality& q) { return fixed(q.overlap, 1) + " %"; });
    add("mean leaf depth", [&](const TreeQuality& q) { return fixed(q.mean_leaf_depth, 1); });
    add("deepest leaf", [](const TreeQuality& q) { return ui::format_count(q.deepest); });
    add("triangles per leaf", [&](const TreeQuality& q) { return fixed(q.mean_leaf_size, 2); });
    add("largest leaf", [](const TreeQuality& q) { return ui::format_count(q.largest_leaf); });
    add("children per inner node", [&](const TreeQuality& q) { return fixed(q.mean_children, 2); });
    add("nodes", [](const TreeQuality& q) { return ui::format_count(q.nodes); });
    add("nodes that no root leads to", [](const TreeQuality& q) { return ui::format_count(q.unreached); });
    ui::end_table();
}

// --- our builders -------------------------------------------------------------------------------------------

void CaptureLab::show_builders(const draw::Palette& palette) {
    if (!seen_.is_of_pair())
        return ui::text(
            "Select a finding about a query: its meshes and poses are then measured with our hierarchies.",
            {ui::Font::body, palette.text3});
    if (!own_meshes_) {
        Result<OwnMeshes> made = make_own_meshes(seen_);
        if (!made) return ui::text(made.error().message, {ui::Font::body, palette.bad});
        own_meshes_ = std::make_shared<const OwnMeshes>(std::move(*made));
    }
    builders_.draw([this] {
        ComparisonPanel::Subject subject;
        subject.comparison.a = (*own_meshes_)[0].view();
        subject.comparison.b = (*own_meshes_)[1].view();
        subject.comparison.poses = {{seen_.objects[0].world_from_mesh, seen_.objects[1].world_from_mesh}};
        subject.comparison.request = own_request(*seen_.query);
        subject.owner = own_meshes_;
        subject.current = resolved({});
        subject.frame = simulation_.frame;
        return subject;
    });
}

} // namespace boxwood
