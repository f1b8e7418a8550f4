// The parameters (left panel) of the multi-body lab.
#include "app/labs/multi_body/multi_body.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>

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

// Clamps the numbers of a given scene, which may exceed the limits of the lab's own scenes.
void MultiBodyLab::clamp_scene_settings() {
    const SettingTable table = settings();
    for (const Setting& setting : table.all())
        if (setting.group == "Scene" || setting.group == "Motion")
            if (setting.kind == Setting::Kind::number)
                setting.access.set(std::clamp(setting.access.get(), setting.range.low, setting.range.high));
}

void MultiBodyLab::show_scene_parameters() {
    bool is_edited =
        section("Scene", {.has_reset = true, .note = is_own_scene_ ? "" : "an edit makes a new one"});
    const auto edit = [&](std::string_view name) { is_edited |= row(name).finished; };
    const bool is_given = !is_own_scene_; // hide parameters that its bodies do not determine
    edit("bodies");
    show_making();
    if (!is_given || numbers_.has_faces) {
        edit("faces");
        edit("most-faces");
    }
    if (!is_given || numbers_.has_density) edit("density");
    if (!is_given) edit("aspect-ratio");
    edit("meshes");
    row("solid");
    if (is_edited) make_own_scene();
    show_cast_parameters();
}

void MultiBodyLab::show_making() {
    if (!maker_.is_busy()) return;
    if (ui::button("Cancel", {.tooltip = "Keep the scene that is on screen", .width = 64.0f}))
        return cancel_making();
    ui::same_line();
    ui::text("building · " + ui::format_fixed(maker_.seconds(), 1) + " s",
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
    const std::vector<std::string> names = groups_.names();
    if (group_a_ >= names.size() || group_b_ >= names.size()) return;
    const auto add = [&](bool is_enabled) {
        group_rules_.push_back({names[group_a_], names[group_b_], is_enabled});
        are_rules_applied_ = false;
        dirty_ = true;
    };
    if (ui::button("Enable pairs", {.tooltip = "Every body of one group with every body of the other"}))
        add(true);
    ui::same_line();
    if (ui::button("Disable pairs",
                   {.tooltip = "Their boxes are sorted with the others, but none is tested"}))
        add(false);
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
    if (is_reset || has_spun || has_moved) rescale_motion(params_.spin_degrees, params_.speed_percent);
    row("response");
    row("continuous");
}

} // namespace boxwood
