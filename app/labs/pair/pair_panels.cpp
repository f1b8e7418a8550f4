// Parameters and readouts of the pair lab.
#include "app/labs/pair/pair.hpp"

#include "app/labs/hierarchy_fields.hpp"
#include "app/labs/inspector/box_intervals.hpp"
#include "app/labs/wording.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {

void PairLab::parameters(ViewContext& context) {
    show_mesh_parameters(context.palette);
    show_hierarchy_parameters();
    compared_.parameters(own_choice());
    show_query_parameters();
    show_pose_parameters();
    show_display_parameters(context.palette);
}

void PairLab::show_mesh_parameters(const draw::Palette& palette) {
    ui::section("Meshes");
    for (const BodyId id : {kA, kB}) {
        ui::swatch(id == kA ? palette.body_a : palette.body_b);
        ui::same_line();
        ui::text(id == kA ? "A" : "B", {ui::Font::body_bold, palette.text1});
        ui::same_line();
        const bool is_chosen = is_selected_ && selected_ == id;
        if (ui::link_text(id == kA ? "mesh a" : "mesh b", sides_[id].name,
                          {ui::Font::body, is_chosen ? palette.accent : palette.text1})) {
            selected_ = id;
            is_selected_ = true;
        }
        ui::same_line();
        ui::text_right(ui::format_count(sides_[id].report.triangles) + " tri",
                       {ui::Font::body, palette.text3});
    }
    if (ui::button("Open a mesh…", {.tooltip = "Replaces the selected mesh by a file (Ctrl+O, or drop one)"}))
        wants_file_ = true;
    ui::same_line();
    if (ui::button("Reset poses", {.tooltip = "Returns both meshes to their initial poses"})) {
        Edit before{placement()};
        place_meshes();
        note_edit_since(std::move(before), "reset of the poses");
    }
}

void PairLab::show_hierarchy_parameters() {
    HierarchyConfig config = wanted_;
    if (ui::section("Hierarchy", ui::kWithReset)) config = {};
    hierarchy_fields(config);
    if (config != wanted_) set_hierarchy(config);
    if (builder_.is_busy()) {
        if (ui::button("Cancel", {.tooltip = "Keep the hierarchies that are on screen", .width = 64.0f}))
            cancel_building();
        ui::same_line();
        ui::text(
            "building · " + ui::format_fixed(builder_.seconds(), 1) + " s",
            {.font = ui::Font::body, .color = ui::palette().overlapping, .row_height = ui::grid::kControl});
    }
    show_faults();
    if (!hierarchy_error_.empty())
        ui::paragraph(std::array{ui::TextRun{hierarchy_error_, {ui::Font::small, ui::palette().bad}}});
}

void PairLab::show_query_parameters() {
    section("Query");
    row("answer");
    {
        const bool is_one = sides_[kA].shape->hierarchy()->axis_names().size() == 1;
        const ui::Unavailable because(is_one ? "These volumes have only one test." : "");
        row("test");
    }
    for (const std::string_view name : {"descent", "leaf-test", "triangle-test"}) row(name);
    row("distance", {.sample = {ui::Sample::dots, ui::palette().closest}});
    if (asks_distance_) row("tolerance");
    row("oracle", {.key = "O"});
    if (oracle_.is_busy()) {
        if (ui::button("Cancel##oracle", {.tooltip = "End the check, without a result", .width = 64.0f})) {
            asks_oracle_ = false;
            is_stale_ = true;
        }
        ui::same_line();
        ui::text(oracle_progress(),
                 {.font = ui::Font::small, .color = ui::palette().text3, .row_height = ui::grid::kControl});
    }
    row("spin");
    row("solid");
}

void PairLab::show_pose_parameters() {
    if (!is_selected_) return;
    ui::section(selected_ == kA ? "Pose of A" : "Pose of B");
    {
        const ui::Unavailable because(visits_.is_open ? why_unavailable("gizmo.move") : "");
        row("handles");
    }

    Transform edited = simulation_.world.bodies()[selected_].transform;
    const glm::dvec3 angles = glm::degrees(glm::eulerAngles(edited.q));
    bool is_changed = false, is_finished = false;
    const auto fields = [&](const char* label, const char* ids, glm::dvec3 value, const ui::FloatField& field,
                            auto&& apply) {
        ui::text(label);
        const float width =
            std::floor((ImGui::GetContentRegionAvail().x - 2.0f * ui::px(8.0f)) / 3.0f - ui::px(20.0f));
        glm::dvec3 next = value;
        for (int axis = 0; axis < 3; ++axis) {
            const std::string id = std::string(1, "xyz"[axis]) + "##" + ids;
            ui::FloatField one = field;
            one.label = id.c_str();
            float number = static_cast<float>(value[axis]);
            if (axis > 0) ui::same_line();
            const ui::Edit edit = ui::number_field(one, width / ui::theme().scale, number);
            if (edit) next[axis] = static_cast<double>(number);
            is_changed |= edit.changed;
            is_finished |= edit.finished;
        }
        if (next != value) apply(next);
    };
    fields("Position", "p", edited.t, {.min = -1e6f, .max = 1e6f, .decimals = 3},
           [&](glm::dvec3 v) { edited.t = v; });
    fields("Rotation °", "r", angles, {.min = -180.0f, .max = 180.0f, .decimals = 1},
           [&](glm::dvec3 v) { edited.q = glm::dquat(glm::radians(v)); });
    fields("Scale", "s", edited.s, {.min = 0.01f, .max = 100.0f, .reset = 1.0f, .decimals = 3},
           [&](glm::dvec3 v) { edited.s = v; });
    if (is_changed && !is_editing_pose_) {
        before_drag_ = placement();
        is_editing_pose_ = true;
    }
    if (is_changed) (void)place_selected(edited);
    if (is_finished && is_editing_pose_) {
        is_editing_pose_ = false;
        note_move(before_drag_);
    }
}

void PairLab::show_visit_parameters() {
    for (const std::string_view name : {"visits-of", "path-length", "pruned-kept", "magnifier"}) row(name);
    row("follow-visits", {.key = "Shift+F"});
    for (const std::string_view name : {"slabs", "tree", "cost"}) row(name);
    if (visits_.heat != TraversalInspector::Heat::none) visits_.heat_parameters(ui::palette());
}

void PairLab::show_display_parameters(const draw::Palette& palette) {
    const bool had_boxes = show_.hierarchy;
    if (section("Show")) show_.hierarchy = Show{}.hierarchy; // a depth turns them on
    is_stale_ |= had_boxes != show_.hierarchy;
    row("triangles", {.sample = {ui::Sample::square, palette.contact}, .key = "T"});
    row("contact-points", {.sample = {ui::Sample::line, palette.text1}, .key = "Shift+C"});
    if (contacts_.which != ContactView::Which::none) row("contact-scale");
    row("edges");
    bool has_visit = visits_.is_open;
    if (ui::check_row(
            {.label = "Current visit",
             .sample = {ui::Sample::thick_line, palette.current},
             .key = "V",
             .tooltip = "Stops the query at one of its visits; a click on a triangle goes to its test"},
            has_visit))
        open_visits(has_visit);
    if (has_visit) show_visit_parameters();
    show_box_parameters(palette);
    show_slice_parameters();
}

void PairLab::show_box_parameters(const draw::Palette& palette) {
    row("hierarchy", {.sample = {ui::Sample::line, palette.overlapping}, .key = "H"});
    const ui::Unavailable because(show_.hierarchy ? "" : "Hierarchy boxes are off (H).");
    row("pruned", {.sample = {ui::Sample::dashed, palette.pruned}});
    // One control for the settings depth and depth-high.
    const Setting& depth = *find_setting("depth");
    ui::range_slider({.label = depth.text.label.c_str(),
                      .min = static_cast<int>(depth.range.low),
                      .max = static_cast<int>(depth.range.high),
                      .reset_low = static_cast<int>(*depth.range.reset),
                      .reset_high = static_cast<int>(*depth.range.reset),
                      .tooltip = depth.text.help},
                     depth_low_, depth_high_);
}

// --- readouts ---------------------------------------------------------------------------------------------

void PairLab::headline(ViewContext& context) {
    const draw::Palette& palette = context.palette;
    const FrameRecord& out = query_;
    const bool is_lite = simulation_.world.settings.mesh_query.test == OverlapTest::lite;
    ui::text(hierarchy_title(config_) + (is_lite ? ", SAT-lite" : ""), {ui::Font::title_bold, palette.text1});
    const std::string volumes = ui::format_count(out.counters.volume_tests),
                      triangles = ui::format_count(out.counters.triangle_tests),
                      contacts = ui::format_count(out.counters.triangle_contacts);
    // In the unit of the step time next to it.
    const double query_ms = out.times[Phase::narrow],
                 step_ms = context.times.frames().empty() ? query_ms : context.times.summarize_step().median;
    const ui::TimeReadout time = ui::format_times(query_ms, step_ms, step_ms);
    const std::string unit = std::string(time.unit) + " for the query";
    const ui::TextStyle label{ui::Font::body, palette.text3}, number{ui::Font::title_bold, palette.text1};
    std::vector<ui::TextRun> runs{ui::TextRun{volumes, number},
                                  ui::TextRun{"volume tests", label, 6},
                                  ui::TextRun{triangles, number, 20},
                                  ui::TextRun{"triangle tests", label, 6},
                                  ui::TextRun{contacts, {ui::Font::title_bold, palette.contact}, 20},
                                  ui::TextRun{"colliding pairs", label, 6},
                                  ui::TextRun{time.now, number, 20},
                                  ui::TextRun{unit, label, 6}};
    const auto is_too_wide = [&runs] { return ui::text_line_width(runs) > ImGui::GetContentRegionAvail().x; };
    if (is_too_wide())
        for (const auto& [at, text] : {std::pair{1, "volumes"}, {3, "triangles"}, {5, "pairs"}})
            runs[static_cast<std::size_t>(at)].text = text;
    if (is_too_wide()) runs.back().text = time.unit;
    if (is_too_wide()) runs.resize(runs.size() - 2); // the step time is also in the top bar
    if (is_too_wide())
        runs.erase(runs.begin() + 2, runs.begin() + 4); // triangle tests: also in the inspector
    ui::text_backing({ui::text_line_width(runs), ui::text_size(ui::Font::title_bold, volumes).y});
    ui::text_line(runs);
    ui::tooltip("The time is that of the query, the narrow phase; the step at the top has the update of the "
                "boxes and the broad phase besides");
}

void PairLab::inspector(ViewContext& context) {
    if (visits_.is_open) {
        show_follow();
        with_followed([&](TraversalInspector& visits) {
            visits.inspector(context);
            return true;
        });
        return;
    }
    const StepCounters& counters = query_.counters;
    ui::section("Answer");
    if (const PairResult* pair = contact(); pair && pair->nesting != Nesting::none)
        ui::stat("inside", describe_nesting(pair->nesting, "A", "B"),
                 {ui::Font::readout_large, context.palette.contact});
    else if (pair)
        ui::stat(ui::format_count(pair->triangle_pair_count), "triangle pairs intersect",
                 {ui::Font::readout_large, context.palette.contact});
    else
        ui::stat("separated", "no triangles intersect", {ui::Font::readout_large, context.palette.closest});
    count_row("volume tests", counters.volume_tests);
    count_row("volumes updated for the motion", counters.volume_updates);
    count_row("triangle tests", counters.triangle_tests);
    count_row("of them decided by exact arithmetic", counters.exact_tests);
    show_distance(context.palette);
    contacts_.readout({kA, kB});
    ui::section("World boxes", {.right_text = "the broad phase"});
    const BoxTestExplanation boxes =
        explain_boxes(simulation_.world.boxes()[kA], simulation_.world.boxes()[kB]);
    const std::string told = describe_boxes(boxes, "A", "B");
    ui::paragraph(std::array{ui::TextRun{told, {ui::Font::small, context.palette.text3}}});
    box_intervals(boxes, context.palette);
    show_exit_axes(context.palette);
    for (const BodyId id : {kA, kB}) show_report(id);
}

// The axis that first separated the boxes found disjoint.
void PairLab::show_exit_axes(const draw::Palette& palette) {
    ui::section("First separating axis", {.right_text = "tests"});
    const AxisCounts& exits = query_.separations_by_axis;
    const std::span<const std::string_view> names = sides_[kA].shape->hierarchy()->axis_names();
    std::vector<Bar> rows;
    for (std::size_t axis = 0; axis < names.size(); ++axis)
        if (exits[axis] > 0) rows.push_back({std::string(names[axis]), exits[axis], palette.pruned});
    rows.push_back({"none", exits.back(), palette.overlapping});
    bars(rows);
}

void PairLab::show_report(BodyId id) {
    const MeshReport& report = sides_[id].report;
    ui::section((id == kA ? "A  " : "B  ") + sides_[id].name);
    count_row("triangles", report.triangles);
    count_row("vertices", report.vertices);
    value_row("surface", report.is_closed ? "closed" : "open");
    if (report.border_edges > 0) count_row("border edges", report.border_edges);
    if (report.non_manifold_edges > 0)
        count_row("edges of more than two triangles", report.non_manifold_edges);
    if (report.degenerate_triangles > 0) count_row("triangles without area", report.degenerate_triangles);
    count_row("components", report.components);
    count_row("hierarchy nodes", sides_[id].shape->hierarchy()->node_count());
}

void PairLab::details(ViewContext& context) {
    page_tabs();
    if (page_ == 1) {
        if (wants_comparison_ && !is_unattended_) {
            wants_comparison_ = false;
            comparison_.start(comparison_subject());
        }
        comparison_.draw([this] { return comparison_subject(); });
        return;
    }
    if (page_ == kQuality) return show_quality(context.palette);
    if (page_ == kSideBySide) return show_side_by_side(context);
    if (page_ == kTumbling) return show_tumbling(context.palette);
    if (page_ == kContacts)
        return contacts_.table(context.palette, ImGui::GetContentRegionAvail().y - ui::px(6.0f));
    if (visits_.is_open) {
        with_followed([&](TraversalInspector& visits) {
            visits.details(context);
            return true;
        });
        return;
    }
    ui::paragraph(std::array{
        ui::TextRun{"Stop the query at any of its visits: what was tested, why, and what still waited.",
                    {ui::Font::body, context.palette.text3}}});
    if (ui::button("Show a visit",
                   {.tooltip = "Records the query once more, visit by visit (V)", .primary = true}))
        open_visits(true);
}

void PairLab::show_side_by_side(ViewContext& context) {
    if (visits_.is_open && !compared_.is_empty())
        with_followed([&](TraversalInspector& visits) {
            visits.pass(static_cast<double>(ImGui::GetIO().DeltaTime));
            visits.transport(context.palette);
            return true;
        });
    compared_.details(context, visits_, own_choice(), [&](float height) {
        with_followed([&](TraversalInspector& visits) {
            visits.trees(height, context.palette);
            return true;
        });
    });
}

void PairLab::show_quality(const draw::Palette& palette) {
    constexpr float kTrees = 56.0f, kGap = 16.0f, kMinTable = 150.0f; // pixels at scale 1
    const float room = ImGui::GetContentRegionAvail().y;
    const bool has_trees = visits_.is_open && room > ui::px(kTrees + kGap + kMinTable);
    const auto hierarchy = [this](BodyId id) { // valid as long as its shape
        return std::shared_ptr<const AnyHierarchy>(sides_[id].shape, sides_[id].shape->hierarchy());
    };
    quality_.show({hierarchy(kA), hierarchy(kB)});
    ImGui::BeginChild("quality", {0.0f, has_trees ? room - ui::px(kTrees + kGap) : room}, false,
                      ImGuiWindowFlags_NoScrollbar);
    const auto picked = quality_.draw(visits_.picked());
    ImGui::EndChild();
    if (has_trees) visits_.trees(ui::px(kTrees), palette);
    if (picked) {
        if (!visits_.is_open) open_visits(true);
        follow(0); // selects the view of these hierarchies
        visits_.select(picked->side, picked->node);
    }
}

} // namespace boxwood
