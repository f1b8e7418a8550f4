#include "app/labs/pair/panels/pair_parameters.hpp"

#include "app/labs/settings/hierarchy_fields.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <array>
#include <string>

namespace boxwood {

MeshButtons show_mesh_parameters(const PairMeshes& meshes, PoseEditor& io_poses,
                                 const draw::Palette& palette) {
    ui::section("Meshes");
    for (const BodyId id : kBothBodies) {
        ui::swatch(id == kBodyA ? palette.body_a : palette.body_b);
        ui::same_line();
        ui::text(id == kBodyA ? "A" : "B", {ui::Font::body_bold, palette.text1});
        ui::same_line();
        const bool is_chosen = io_poses.selected() == id;
        if (ui::link_text(id == kBodyA ? "mesh a" : "mesh b", meshes[id].name,
                          {ui::Font::body, is_chosen ? palette.accent : palette.text1}))
            io_poses.select(id);
        ui::same_line();
        ui::text_right(ui::format_count(meshes[id].report.triangles) + " tri",
                       {ui::Font::body, palette.text3});
    }
    MeshButtons pressed;
    pressed.opens_file =
        ui::button("Open a mesh…", {.tooltip = "Replaces the selected mesh by a file (Ctrl+O, or drop one)"});
    ui::same_line();
    pressed.resets_poses =
        ui::button("Reset poses", {.tooltip = "Returns both meshes to their initial poses"});
    return pressed;
}

namespace {

void show_injected_faults(std::span<const PairMeshes::Fault> faults) {
    for (const auto& [side, node] : faults)
        ui::paragraph(std::array{ui::TextRun{std::string("fault injected at node ") + std::to_string(node) +
                                                 (side == kBodyA ? " of A" : " of B"),
                                             {ui::Font::small, ui::palette().bad}}});
}

} // namespace

HierarchyButtons show_hierarchy_parameters(const PairMeshes& meshes) {
    HierarchyButtons pressed;
    HierarchyConfig config = meshes.wanted();
    if (ui::section("Hierarchy", ui::kWithReset)) config = {};
    show_hierarchy_fields(config);
    if (config != meshes.wanted()) pressed.chosen = config;
    if (meshes.is_building()) {
        pressed.cancels = ui::button(
            "Cancel", {.tooltip = "Cancels the build and keeps the current hierarchies", .width = 64.0f});
        ui::same_line();
        ui::text(
            "building · " + ui::format_fixed(meshes.building_seconds(), 1) + " s",
            {.font = ui::Font::body, .color = ui::palette().overlapping, .row_height = ui::grid::kControl});
    }
    show_injected_faults(meshes.faults());
    if (!meshes.faults().empty())
        pressed.rebuilds =
            ui::button("Rebuild", {.tooltip = "Rebuilds both hierarchies without the injected faults"});
    if (!meshes.error().empty())
        ui::paragraph(std::array{ui::TextRun{meshes.error(), {ui::Font::small, ui::palette().bad}}});
    return pressed;
}

bool show_query_parameters(const PanelRows& controls, const PairMeshes& meshes, const DistanceQuery& distance,
                           const PairOracleCheck& oracle) {
    controls.section("Query");
    controls.row("answer");
    {
        const bool is_one = meshes[kBodyA].shape->hierarchy()->axis_names().size() == 1;
        const ui::Unavailable because(is_one ? "Volumes of this type have only one test." : "");
        controls.row("test");
    }
    for (const std::string_view name : {"descent", "leaf-test", "triangle-test"}) controls.row(name);
    controls.row("distance", {.sample = {ui::Sample::dots, ui::palette().closest}});
    if (distance.is_on()) controls.row("tolerance");
    controls.row("oracle", {.key = "O"});
    bool ends_check = false;
    if (oracle.is_running()) {
        ends_check =
            ui::button("Cancel##oracle", {.tooltip = "Cancels the check without a result", .width = 64.0f});
        ui::same_line();
        ui::text(oracle.progress(),
                 {.font = ui::Font::small, .color = ui::palette().text3, .row_height = ui::grid::kControl});
    }
    controls.row("spin");
    controls.row("solid");
    return ends_check;
}

namespace {

void show_visit_parameters(const PanelRows& controls, TraversalInspector& io_visits) {
    for (const std::string_view name : {"visits-of", "path-length", "pruned-kept", "magnifier"})
        controls.row(name);
    controls.row("follow-visits", {.key = "Shift+F"});
    for (const std::string_view name : {"slabs", "tree", "cost"}) controls.row(name);
    if (io_visits.heat().is_on()) io_visits.show_heat_parameters(ui::palette());
}

void show_box_parameters(const PanelRows& controls, HierarchyBoxes& io_boxes, const draw::Palette& palette) {
    controls.row("hierarchy", {.sample = {ui::Sample::line, palette.overlapping}, .key = "H"});
    const ui::Unavailable because(io_boxes.is_shown ? "" : "Hierarchy boxes are off (H).");
    controls.row("pruned", {.sample = {ui::Sample::dashed, palette.pruned}});
    io_boxes.show_depth_slider(controls.find("depth"));
}

} // namespace

std::optional<bool> show_display_parameters(const PanelRows& controls, PairDisplay& io_display,
                                            PairVisits& io_visits, const PairSurfaces& surfaces,
                                            const draw::Palette& palette) {
    const bool had_boxes = io_display.boxes.is_shown;
    // Turns the boxes off again, because resetting a depth turns them on.
    if (controls.section("Show")) io_display.boxes.is_shown = false;
    if (had_boxes != io_display.boxes.is_shown) io_display.show_boxes(io_display.boxes.is_shown);
    controls.row("triangles", {.sample = {ui::Sample::square, palette.contact}, .key = "T"});
    controls.row("contact-points", {.sample = {ui::Sample::line, palette.text1}, .key = "Shift+C"});
    if (io_display.contacts.which != ContactView::Which::none) controls.row("contact-scale");
    controls.row("edges");
    bool has_visit = io_visits.is_open();
    const ui::Edit visit_edit = ui::check_row(
        {.label = "Current visit",
         .sample = {ui::Sample::thick_line, palette.current},
         .key = "V",
         .tooltip =
             "Shows the query at one of its visits; a click on a triangle goes to a visit that tests it"},
        has_visit);
    if (has_visit) show_visit_parameters(controls, io_visits.own_inspector());
    show_box_parameters(controls, io_display.boxes, palette);
    surfaces.parameters(controls);
    return visit_edit ? std::optional(has_visit) : std::nullopt;
}

} // namespace boxwood
