#include "app/labs/multi_body/panels/parameters.hpp"

#include "app/labs/drawing.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/text/format.hpp"

namespace boxwood {

void ParametersPanel::show(const draw::Palette& palette) {
    show_scene();
    show_motion();
    show_broad_phase();
    show_narrow_phase();
    show_rules();
    show_display(palette);
    show_pause_rules();
}

void ParametersPanel::show_scene() {
    bool is_edited = controls_.section(
        "Scene", {.has_reset = true, .note = scene_.is_own() ? "" : "an edit creates a new scene"});
    const auto edit = [&](std::string_view name) { is_edited |= controls_.row(name).finished; };
    edit("bodies");
    show_building();
    if (scene_.knows_faces()) { // a given scene does not determine all parameters
        edit("faces");
        edit("most-faces");
    }
    if (scene_.knows_density()) edit("density");
    if (scene_.is_own()) edit("aspect-ratio");
    edit("meshes");
    controls_.row("solid");
    if (is_edited) scene_.request_own_scene();
    const ui::Unavailable none(controls_.why_unavailable("edit.insert"));
    if (ui::button("Insert 10", {.tooltip = "Adds ten bodies of the same kinds at random places (Insert)"}))
        controls_.act("edit.insert");
    ui::same_line();
    if (ui::button("Scatter 10 %", {.tooltip = "Moves a tenth of the bodies to random places (Shift+X)"}))
        controls_.act("edit.scatter");
}

void ParametersPanel::show_building() {
    if (!scene_.is_building()) return;
    if (ui::button("Cancel", {.tooltip = "Cancels the build and keeps the scene on screen", .width = 64.0f}))
        return scene_.cancel_building();
    ui::same_line();
    ui::text("building · " + ui::format_fixed(scene_.build_seconds(), 1) + " s",
             {.font = ui::Font::body, .color = ui::palette().overlapping, .row_height = ui::grid::kControl});
}

void ParametersPanel::show_motion() {
    const bool is_reset = controls_.section("Motion");
    const bool has_spun = controls_.row("spin").changed, has_moved = controls_.row("velocity").changed;
    if (is_reset || has_spun || has_moved) scene_.rescale_motion();
    controls_.row("response");
    controls_.row("continuous");
}

void ParametersPanel::show_broad_phase() {
    const WorldChoices before = world_.choices();
    controls_.section("Broad phase");
    controls_.row("broad-phase");
    if (view_.world().broad_phase_name() == SweepAndPrune::kName) controls_.row("storage");
    if (world_.uses_cells()) controls_.row("cell");
    controls_.row("box");
    controls_.row("cubes");
    controls_.row("aabb-margin");
    if (world_.choices() != before) world_.apply();
}

void ParametersPanel::show_narrow_phase() {
    const WorldChoices before = world_.choices();
    controls_.section("Narrow phase");
    controls_.row("narrow-phase");
    {
        const bool has_start = view_.world().narrow_phase_name() != "exhaustive";
        const ui::Unavailable because(has_start ? "" : "An exhaustive search does not use start features.");
        controls_.row("warm-start");
    }
    controls_.row("closest-parts");
    controls_.row("query-memory");
    controls_.row("threads");
    {
        const ui::Unavailable because(view_.display.lines ? "" : "Closest-feature lines are off (L).");
        controls_.row("line-below");
    }
    controls_.row("oracle");
    if (world_.choices() != before) world_.apply();
}

// Shows the controls that enable or disable all pairs of two groups.
void ParametersPanel::show_rules() {
    controls_.section("Pairs");
    controls_.row("group-a");
    controls_.row("group-b");
    const std::optional<GroupRules::Chosen> chosen = rules_.chosen();
    if (!chosen) return;
    if (ui::button(
            "Enable pairs",
            {.tooltip = "Enables the pairs of each body of one group with each body of the other group"}))
        rules_.add(*chosen, true);
    ui::same_line();
    if (ui::button("Disable pairs",
                   {.tooltip = "Disables the pairs of each body of one group with each body of the other "
                               "group. Their boxes are still sorted with the others, but the pairs are not "
                               "tested."}))
        rules_.add(*chosen, false);
}

// A row without effect is disabled, and its tooltip gives the reason.
void ParametersPanel::show_display(const draw::Palette& palette) {
    controls_.section("Show");
    const auto show = [this](std::string_view name, std::string_view action, const RowLook& look = {}) {
        const ui::Unavailable because(controls_.why_unavailable(action));
        controls_.row(name, look);
    };
    show("boxes", "show.boxes");
    show("others", "show.others");
    show("features", "show.features");
    show("lines", "show.lines", {.sample = {ui::Sample::dots, palette.closest}, .key = "L"});
    show("mesh-distances", "show.lines");
    show("contacts", "show.triangles",
         {.sample = {ui::Sample::hatch, contact_tint(palette.body, palette)}, .key = "T"});
    show("triangles", "show.triangles", {.sample = {ui::Sample::square, palette.contact}});
    controls_.row("part-colors");
    show("contact-points", "show.contact-points");
    if (view_.findings.contacts.which != ContactView::Which::none) controls_.row("contact-scale");
    show("region", "show.region", {.sample = {ui::Sample::square, palette.body_a}, .key = "O"});
    show("velocities", "show.velocities", {.sample = {ui::Sample::line, palette.text2}, .key = "V"});
    show("names", "show.names", {.key = "N"});
}

void ParametersPanel::show_pause_rules() {
    controls_.section("Pause when");
    controls_.row("pause-contact");
    controls_.row("pause-phase");
    controls_.row("pause-ms");
    controls_.row("pause-wrong");
}

} // namespace boxwood
