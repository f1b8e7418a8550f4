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

void DeformationLab::show_solidity() const {
    if (!pair_) return;
    const auto line = [](const char* name, const ShellsIfClosed& shells) {
        ui::text(name + std::string(shells.is_solid() ? ": solid" : ": surface"),
                 {ui::Font::small, ui::palette().text2});
        ui::tooltip(shells.is_solid() ? "Closed: what lies inside is in contact with it"
                                      : "Only its triangles are in contact, not what they surround: " +
                                            shells.why_surface());
    };
    line("Mesh", pair_->mesh_shells());
    line("Obstacle", pair_->obstacle_shells());
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
