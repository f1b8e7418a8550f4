// Readouts of the frame and of the selection in the multi-body lab: headline and right panel.
#include "app/labs/multi_body/multi_body.hpp"
#include "app/labs/wording.hpp"
#include "engine/explain/explanations/voronoi_region.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/row.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

std::size_t count_pairs_of(const StepOutput& output, BodyId id) {
    return static_cast<std::size_t>(
        std::count_if(output.pairs.begin(), output.pairs.end(),
                      [id](const PairResult& pair) { return pair.bodies.a == id || pair.bodies.b == id; }));
}

// Of the current bodies: after an edit, the frame's own counters belong to the step before it.
std::size_t count_contacts(const StepOutput& output) {
    return static_cast<std::size_t>(std::ranges::count_if(output.pairs, &PairResult::is_contact));
}

} // namespace

// The funnel of the frame: bodies, possible pairs, overlapping boxes, contacts.
void MultiBodyLab::headline(ViewContext& context) {
    show_body_menu();
    const StepOutput& output = simulation_.output;
    const std::uint64_t bodies = simulation_.world.body_count();
    const draw::Palette& palette = context.palette;
    const std::string count = ui::format_count(bodies),
                      possible = ui::format_count(bodies == 0 ? 0 : bodies * (bodies - 1) / 2),
                      pairs = ui::format_count(output.pairs.size()),
                      contacts = ui::format_count(count_contacts(output));
    const ui::TextStyle label{ui::Font::body, palette.text3};
    struct Form {
        ui::Font font;
        bool has_possible;
    };
    const auto funnel = [&](const Form& form) {
        const auto big = [&form](draw::Color color) { return ui::TextStyle{form.font, color}; };
        std::vector<ui::TextRun> runs{
            {count, big(palette.text1)}, {bodies == 1 ? "body" : "bodies", label, 8}, {"›", label, 12}};
        if (form.has_possible)
            runs.insert(runs.end(),
                        {{possible, big(palette.text1), 12}, {"possible pairs", label, 8}, {"›", label, 12}});
        runs.insert(runs.end(), {{pairs, big(palette.overlapping), 12},
                                 {form.has_possible ? "boxes overlap" : "overlap", label, 8},
                                 {"›", label, 12},
                                 {contacts, big(palette.contact), 12},
                                 {"in contact", label, 8}});
        return runs;
    };
    constexpr std::array kForms{Form{ui::Font::readout, true}, Form{ui::Font::title_bold, true},
                                Form{ui::Font::body_bold, true}, Form{ui::Font::body_bold, false}};
    const float room = ImGui::GetContentRegionAvail().x;
    std::vector<ui::TextRun> runs;
    for (const Form& form : kForms) {
        runs = funnel(form);
        if (ui::text_line_width(runs) <= room) break;
    }
    if (ui::text_line_width(runs) > room) { // the left panel shows the body count too
        runs.erase(runs.begin(), runs.begin() + 3);
        runs.front().gap_before = 0.0f;
    }
    ui::text_backing({ui::text_line_width(runs), ui::text_size(runs.front().style.font, count).y});
    ui::text_line(runs);
    show_fast_bodies(palette);
    show_missed(palette);
    if (!is_walk_shown()) return;
    const WalkStep& step = walk_.current();
    const std::string which = "step " + std::to_string(walk_.step() + 1) + " of " +
                              std::to_string(walk_.replay().steps.size()) + ": ",
                      sentence = walk_sentence(step, *walk_.pair());
    ui::paragraph(std::array{ui::TextRun{which, {ui::Font::body_bold, palette.current}},
                             ui::TextRun{sentence, {ui::Font::body, palette.text2}}});
}

// Contacts are found at the end of a step, so a fast body may tunnel.
void MultiBodyLab::show_fast_bodies(const draw::Palette& palette) {
    if (simulation_.total_fast_bodies == 0) return;
    const std::string now = "may have passed through others: " + ui::format_count(simulation_.fast_bodies),
                      total = " in this step, " + ui::format_count(simulation_.total_fast_bodies) +
                              " since the start";
    ui::paragraph(std::array{ui::TextRun{now, {ui::Font::body_bold, palette.contact}},
                             ui::TextRun{total, {ui::Font::body, palette.text2}}});
    ui::tooltip(
        "Bodies that moved farther than their own extent in a step; contacts are found at its end only. A "
        "smaller speed avoids it.");
}

// What a discrete step misses; with continuous=on, what it would have missed.
void MultiBodyLab::show_missed(const draw::Palette& palette) {
    if (continuous_ == Continuous::off) return;
    const bool is_on = continuous_ == Continuous::on;
    const std::string now = std::string(is_on ? "a discrete step would have missed: " : "missed: ") +
                            ui::format_count(missed().size()) + (missed().size() == 1 ? " pair" : " pairs"),
                      total = " in this step, " + ui::format_count(static_cast<std::int64_t>(total_missed())) + " since the start" +
                              (swept_.left_out > 0 ? "; not followed: " + ui::format_count(swept_.left_out) +
                                                         " deforming or jointed"
                                                   : "");
    ui::paragraph(std::array{
        ui::TextRun{now, {ui::Font::body_bold, missed().empty() ? palette.text1 : palette.contact}},
        ui::TextRun{total, {ui::Font::body, palette.text2}}});
    ui::tooltip("Pairs that meet within the step and are separated again at its end. Times of impact are "
                "those of the "
                "library: never late, at most a tolerance of 1/16384 radius early.");
}

// Each missed pair of the frame, a link to its bodies, and when they meet.
void MultiBodyLab::show_missed_list() {
    if (continuous_ == Continuous::off) return;
    constexpr std::size_t kMaxRows = 12;
    const std::string count = ui::format_count(missed().size());
    ui::section(continuous_ == Continuous::on ? "Missed by a discrete step" : "Missed in this step",
                {.right_text = count});
    std::optional<BodyPair> chosen;
    for (const SweptImpact& impact : missed().first(std::min(kMaxRows, missed().size()))) {
        const std::string name = body_name(impact.bodies.a) + " · " + body_name(impact.bodies.b);
        if (ui::link_text(("missed " + name).c_str(), name)) chosen = impact.bodies;
        ui::same_line();
        ui::text_right("at " + ui::format_fixed(impact.time, 3) + " of the step");
    }
    if (missed().empty()) ui::text("none in this frame");
    if (missed().size() > kMaxRows) ui::text("and " + ui::format_count(missed().size() - kMaxRows) + " more");
    if (chosen) select_pair(*chosen);
}

void MultiBodyLab::inspector(ViewContext& context) {
    const bool is_live = selection_.body() && simulation_.world.is_live(*selection_.body());
    if (!is_live) {
        ui::section("Selection");
        ui::paragraph(
            std::array{ui::plain("Click a body to see its pairs, its distance to the nearest one and why. "
                                 "Shift+click a second one to choose this pair.")});
    } else {
        if (selection_.pair()) show_pair(context);
        if (region_feature()) show_feature(context.palette);
        show_bodies(context.palette);
        show_joints();
    }
    show_contact_list();
    show_missed_list();
}

// The feature of the displayed region, and its neighbors.
void MultiBodyLab::show_feature(const draw::Palette& palette) {
    const PickedFeature shown = *region_feature();
    const Body& body = simulation_.world.bodies()[shown.body];
    const Polytope& polytope = *solid_of(body, shown.part)->polytope;
    ui::section("Voronoi region", {.right_text = picked_ ? "picked" : "follows the pair"});
    const std::string part = body.parts ? " of part " + std::to_string(shown.part) : "";
    const std::string name = feature_name(shown.feature) + part + " of " + body_name(shown.body);
    const bool is_b = selection_.pair() && selection_.pair()->b == shown.body;
    ui::swatch(is_b ? palette.body_b : palette.body_a);
    ui::same_line();
    ui::text(name, {ui::Font::body_bold, palette.text1});
    const std::vector<RegionPlane> planes = voronoi_planes(polytope, shown.feature);
    const int failed = failed_plane();
    int index = 0;
    for (const RegionPlane& plane : planes) {
        if (index > 0 && index % 3 != 0) ui::same_line(14.0f);
        const bool is_failed = index == failed;
        const std::string id = "plane" + std::to_string(index++);
        if (plane.beyond == shown.feature) {
            ui::text("own plane", {ui::Font::small, palette.text3});
        } else if (ui::link_text(id.c_str(), feature_name(plane.beyond),
                                 {ui::Font::small, is_failed ? palette.current : palette.text2})) {
            picked_ = PickedFeature{shown.body, plane.beyond, shown.part};
        }
        ui::tooltip("One plane of the region; click to go to the neighbor beyond it");
    }
}

// Both bodies of the pair, or the selected body, with their actions.
void MultiBodyLab::show_bodies(const draw::Palette& palette) {
    const std::optional<BodyPair>& pair = selection_.pair();
    std::vector<BodyId> ids{*selection_.body()};
    if (pair) ids = {pair->a, pair->b};
    const bool is_alone = !pair && count_pairs_of(simulation_.output, ids.front()) == 0;
    ui::section("Bodies", {.right_text = is_alone ? "its box overlaps no other" : ""});
    constexpr std::array kColumns{ui::Column{"", 76.0f}, ui::Column{"vertices", 0.0f, true},
                                  ui::Column{"faces", 0.0f, true},
                                  ui::Column{"speed", 78.0f, true, "At speed 1, in lengths of the scene"},
                                  ui::Column{"pairs", 48.0f, true, "Pairs whose boxes overlap"}};
    if (ui::begin_table("bodies", kColumns)) {
        for (const BodyId id : ids) {
            const Body& body = simulation_.world.bodies()[id];
            const Polytope* polytope = body.shape->polytope();
            const MeshView mesh = body.shape->mesh();
            const bool is_b = pair && pair->b == id;
            ui::table_row(static_cast<int>(id), {.is_dimmed = !body.is_enabled});
            ui::table_name_cell(is_b ? palette.body_b : palette.body_a, body_name(id));
            ui::table_cell(ui::format_count(mesh.positions.size()));
            ui::table_cell(ui::format_count(polytope ? polytope->faces().size() : mesh.triangles.size()));
            ui::table_cell(ui::format_fixed(glm::length(simulation_.motions[id].velocity_w), 2) + " m/step");
            ui::table_cell(std::to_string(count_pairs_of(simulation_.output, id)));
        }
        ui::end_table();
    }
    const BodyId id = *selection_.body();
    const bool is_enabled = simulation_.world.bodies()[id].is_enabled;
    ImGui::Dummy({1.0f, ui::px(4.0f)});
    const std::string toggle = (is_enabled ? "Disable " : "Enable ") + body_name(id) + "##toggle",
                      remove = "Remove " + body_name(id) + "##remove";
    if (ui::button(toggle.c_str(), {.tooltip = "A disabled body moves on but is in no pair (Shift+D)"}))
        act("edit.body");
    ui::same_line();
    if (ui::button(remove.c_str(), {.tooltip = "Removes the body (Delete)"})) act("edit.remove");
}

// Every contact of the frame, each a link to its bodies.
void MultiBodyLab::show_contact_list() {
    constexpr std::size_t kMaxRows = 12;
    const std::string count = ui::format_count(count_contacts(simulation_.output));
    ui::section("Contacts", {.right_text = count});
    std::size_t rows = 0;
    std::optional<BodyPair> chosen;
    for (const PairResult& pair : simulation_.output.pairs) {
        if (!pair.is_contact()) continue;
        if (rows++ == kMaxRows) break;
        const std::string name = body_name(pair.bodies.a) + " · " + body_name(pair.bodies.b);
        if (ui::link_text(name.c_str(), name)) chosen = pair.bodies;
        ui::same_line();
        ui::text_right(std::string(status_word(pair.status)));
    }
    if (rows == 0) ui::text("none in this frame");
    if (rows > kMaxRows) ui::text("and more, on the page Pairs");
    if (chosen) select_pair(*chosen);
}

// Context menu of the body under a right click.
void MultiBodyLab::show_body_menu() {
    if (std::exchange(wants_menu_, false)) ImGui::OpenPopup("body menu");
    if (!ui::begin_menu("body menu")) return;
    if (menu_body_ && simulation_.world.is_live(*menu_body_)) {
        const BodyId id = *menu_body_;
        const std::optional<BodyId> selected = selection_.body();
        ui::text(body_name(id), {ui::Font::body_bold, ui::palette().text1});
        if (ImGui::MenuItem("Select")) select(id);
        if (selected && *selected != id && ImGui::MenuItem(("Pair with " + body_name(*selected)).c_str()))
            select_pair(make_pair_of(*selected, id));
        if (ImGui::MenuItem(simulation_.world.bodies()[id].is_enabled ? "Disable" : "Enable")) {
            edits_.toggle_body(id);
        }
        if (ImGui::MenuItem("Hide")) mark(id, OutlinerAct::hide);
        if (ImGui::MenuItem(marks_.is_alone(id) ? "Show all others" : "Show alone"))
            mark(id, OutlinerAct::alone);
        if (ImGui::MenuItem("Next color")) mark(id, OutlinerAct::color);
        if (ImGui::MenuItem("Remove")) edits_.remove(id);
    }
    ui::end_context_menu();
}

} // namespace boxwood
