// The parameters (left panel) of the multi-body lab.
#include "app/labs/multi_body/multi_body.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

namespace boxwood {

void MultiBodyLab::parameters(ViewContext& context) {
    show_scene_parameters();
    show_motion_parameters();
    show_broad_parameters();
    show_narrow_parameters();
    show_group_parameters();
    show_display_parameters(context.palette);
    show_pause_parameters();
}

void MultiBodyLab::show_scene_parameters() {
    bool is_edited =
        section("Scene", {.has_reset = true, .note = scene_.is_own() ? "" : "an edit makes a new one"});
    const auto edit = [&](std::string_view name) { is_edited |= row(name).finished; };
    edit("bodies");
    show_making();
    if (scene_.knows_faces()) { // the bodies of a given scene do not determine all of them
        edit("faces");
        edit("most-faces");
    }
    if (scene_.knows_density()) edit("density");
    if (scene_.is_own()) edit("aspect-ratio");
    edit("meshes");
    row("solid");
    if (is_edited) scene_.make_own_next();
    show_cast_parameters();
}

void MultiBodyLab::show_making() {
    if (!scene_.is_making()) return;
    if (ui::button("Cancel", {.tooltip = "Keep the scene that is on screen", .width = 64.0f}))
        return scene_.cancel_making();
    ui::same_line();
    ui::text("building · " + ui::format_fixed(scene_.making_seconds(), 1) + " s",
             {.font = ui::Font::body, .color = ui::palette().overlapping, .row_height = ui::grid::kControl});
}

// Edits of the existing bodies.
void MultiBodyLab::show_cast_parameters() {
    const ui::Unavailable none(why_unavailable("edit.insert"));
    if (ui::button("Insert 10", {.tooltip = "Adds ten bodies of the same kinds at random places (Insert)"}))
        act("edit.insert");
    ui::same_line();
    if (ui::button("Scatter 10 %", {.tooltip = "Moves a tenth of the bodies to random places (Shift+X)"}))
        act("edit.scatter");
}

// Enables or disables all pairs of two groups.
void MultiBodyLab::show_group_parameters() {
    section("Pairs");
    row("group-a");
    row("group-b");
    const std::optional<GroupRules::Chosen> chosen = rules_.chosen();
    if (!chosen) return;
    if (ui::button("Enable pairs", {.tooltip = "Every body of one group with every body of the other"}))
        rules_.add(*chosen, true);
    ui::same_line();
    if (ui::button("Disable pairs",
                   {.tooltip = "Their boxes are sorted with the others, but none is tested"}))
        rules_.add(*chosen, false);
}

void MultiBodyLab::show_pause_parameters() {
    section("Pause when");
    row("pause-contact");
    row("pause-phase");
    row("pause-ms");
    row("pause-wrong");
}

void MultiBodyLab::show_motion_parameters() {
    const bool is_reset = section("Motion");
    const bool has_spun = row("spin").changed, has_moved = row("velocity").changed;
    if (is_reset || has_spun || has_moved) scene_.rescale_motion();
    row("response");
    row("continuous");
}

} // namespace boxwood
