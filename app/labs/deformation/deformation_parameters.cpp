// Parameters of the deformation lab, in the left panel.
#include "app/labs/deformation/deformation.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <array>

namespace boxwood {

void DeformationLab::parameters(ViewContext& context) {
    show_motion_parameters();
    for (std::size_t copy = 0; copy < policies_.size(); ++copy) show_policy_parameters(copy);
    show_copy_buttons();
    show_tree_parameters();
    show_display_parameters(context.palette);
}

void DeformationLab::show_motion_parameters() {
    section("Deformation");
    for (const std::string_view name : {"motion", "amplitude", "period", "mesh"}) row(name);
    if (ui::button("Open a mesh…",
                   {.tooltip = "Deform a mesh of your own (Ctrl+O, or drop one; two: the second is "
                               "what it collides with)"}))
        wants_file_ = true;
    show_solidity();
    if (maker_.is_busy())
        ui::text("building · " + ui::format_fixed(maker_.seconds(), 1) + " s",
                 {ui::Font::small, ui::palette().text2});
    if (!error_.empty()) ui::paragraph(std::array{ui::TextRun{error_, {ui::Font::small, ui::palette().bad}}});
}

// Next to the button.
void DeformationLab::show_solidity() const {
    if (!pair_) return;
    const ShellsIfClosed &mesh = pair_->mesh_shells(), &obstacle = pair_->obstacle_shells();
    const auto explain = [](const char* name, const ShellsIfClosed& shells) {
        return name + (shells.is_solid() ? std::string("is closed: what lies inside is in contact with it.")
                                         : "is a surface: " + shells.why_surface() + ".");
    };
    ui::same_line(12.0f);
    ui::text(mesh.is_solid() ? (obstacle.is_solid() ? "both solid" : "mesh solid")
                             : (obstacle.is_solid() ? "obstacle solid" : "surfaces"),
             {.font = ui::Font::small, .color = ui::palette().text2, .row_height = ui::grid::kControl});
    ui::tooltip(explain("The mesh ", mesh) + "\n" + explain("The obstacle ", obstacle));
}

void DeformationLab::show_policy_parameters(std::size_t copy) {
    const std::string number = std::to_string(copy + 1);
    section("Policy " + number);
    row("policy-" + number);
    if (!find_policy(policies_[copy].name)->parameter.empty()) row("threshold-" + number);
    row("kind-" + number);
    row("volume-" + number);
}

void DeformationLab::show_copy_buttons() {
    if (policies_.size() < kMaxViews) {
        if (ui::button("Add a copy",
                       {.tooltip = "One more copy of the scene under another policy, up to four"}))
            choose_policy(policies_.size(), policies_.size() == kFewest ? "always" : policy_of_fourth());
        if (policies_.size() > kFewest) ui::same_line();
    }
    if (policies_.size() > kFewest &&
        ui::button("Remove", {.tooltip = "Drops the last copy; starts again from frame 0"})) {
        policies_.pop_back();
        wants_build_ = true;
    }
}

void DeformationLab::show_tree_parameters() {
    section("Hierarchy");
    for (const std::string_view name : {"builder", "leaf-size", "threads"}) row(name);
    row("self", {.sample = {ui::Sample::square, ui::palette().contact}});
}

void DeformationLab::show_display_parameters(const draw::Palette& palette) {
    section("Show");
    row("boxes");
    {
        const bool is_used = show_.boxes != Boxes::none || show_.heat.is_on;
        const ui::Unavailable because(is_used ? "" : "Neither volumes nor colors are shown.");
        row("depth");
    }
    row("triangles", {.sample = {ui::Sample::square, palette.contact}, .key = "T"});
    row("edges");
    show_heat_parameters(palette);
    row("oracle");
}

void DeformationLab::show_heat_parameters(const draw::Palette& palette) {
    row("heat", {.sample = {ui::Sample::square, draw::ramp(palette, 0.6f)}, .key = "L"});
    if (!show_.heat.is_on) return;
    row("quantity");
    if (heat_.parameters(palette)) ++revision_;
}

} // namespace boxwood
