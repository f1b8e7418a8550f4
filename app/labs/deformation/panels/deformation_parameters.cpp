#include "app/labs/deformation/panels/deformation_parameters.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <array>
#include <string>

namespace boxwood {
namespace {

// Shows, to the right of the button, which of the two meshes are solids.
void show_solidity(const DeformingPair& pair) {
    const ShellsIfClosed &mesh = pair.mesh_shells(), &obstacle = pair.obstacle_shells();
    const auto explain = [](const char* name, const ShellsIfClosed& shells) {
        return name + (shells.is_solid()
                           ? std::string("is closed: an object inside it is in contact with it.")
                           : "is a surface: " + shells.why_surface() + ".");
    };
    ui::same_line(12.0f);
    ui::text(mesh.is_solid() ? (obstacle.is_solid() ? "both solid" : "mesh solid")
                             : (obstacle.is_solid() ? "obstacle solid" : "surfaces"),
             {.font = ui::Font::small, .color = ui::palette().text2, .row_height = ui::grid::kControl});
    ui::tooltip(explain("The mesh ", mesh) + "\n" + explain("The obstacle ", obstacle));
}

} // namespace

bool show_deformation_parameters(const PanelRows& rows, const PairBuilder& builder,
                                 const DeformingPair* pair) {
    rows.section("Deformation");
    rows.rows({"motion", "amplitude", "period", "mesh"});
    const bool wants_file = ui::button(
        "Open a mesh…", {.tooltip = "Deforms a mesh of your own (Ctrl+O, or drop a file). A second "
                                    "mesh becomes the obstacle."});
    if (pair) show_solidity(*pair);
    if (builder.is_building())
        ui::text("building · " + ui::format_fixed(builder.seconds(), 1) + " s",
                 {ui::Font::small, ui::palette().text2});
    if (!builder.error().empty())
        ui::paragraph(std::array{ui::TextRun{builder.error(), {ui::Font::small, ui::palette().bad}}});
    return wants_file;
}

void show_hierarchy_parameters(const PanelRows& rows, const draw::Palette& palette) {
    rows.section("Hierarchy");
    rows.rows({"builder", "leaf-size", "threads"});
    rows.row("self", {.sample = {ui::Sample::square, palette.contact}});
}

void show_display_parameters(const PanelRows& rows, const DeformationDisplay& display, CopiesView& io_view,
                             const draw::Palette& palette) {
    rows.section("Show");
    rows.row("boxes");
    {
        const ui::Unavailable because(display.uses_depth() ? "" : "Neither volumes nor colors are shown.");
        rows.row("depth");
    }
    rows.row("triangles", {.sample = {ui::Sample::square, palette.contact}, .key = "T"});
    rows.row("edges");
    rows.row("heat", {.sample = {ui::Sample::square, draw::ramp(palette, 0.6f)}, .key = "L"});
    if (display.heat().is_on) {
        rows.row("quantity");
        io_view.show_heat_range(palette);
    }
    rows.row("oracle");
}

} // namespace boxwood
