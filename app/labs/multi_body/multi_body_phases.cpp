// Parameters of both collision phases and of the display in the multi-body lab.
#include "app/labs/multi_body/multi_body.hpp"
#include "collision/broad_phase/all_broad_phases.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"

namespace boxwood {

void MultiBodyLab::show_broad_parameters() {
    const WorldChoices before = world_.choices();
    section("Broad phase");
    row("broad-phase");
    if (simulation_.world.broad_phase_name() == SweepAndPrune::kName) row("storage");
    if (world_.uses_cells()) row("cell");
    row("box");
    row("cubes");
    row("aabb-margin");
    if (world_.choices() != before) world_.apply();
}

void MultiBodyLab::show_narrow_parameters() {
    const WorldChoices before = world_.choices();
    section("Narrow phase");
    row("narrow-phase");
    {
        const bool has_start = simulation_.world.narrow_phase_name() != "exhaustive";
        const ui::Unavailable because(has_start ? "" : "An exhaustive search has no start.");
        row("warm-start");
    }
    row("closest-parts");
    row("query-memory");
    row("threads");
    {
        const ui::Unavailable because(show_.lines ? "" : "Closest-feature lines are off (L).");
        row("line-below");
    }
    row("oracle");
    if (world_.choices() != before) world_.apply();
}

std::optional<OracleStatus> MultiBodyLab::verdict() {
    return oracle_.status(simulation_, selected_pair());
}

std::optional<OracleTally> MultiBodyLab::judged() const {
    return oracle_.tally();
}

void MultiBodyLab::judge() {
    oracle_.judge(simulation_, selected_pair());
}

void MultiBodyLab::finish_judging() {
    oracle_.finish(simulation_);
}

void MultiBodyLab::show_display_parameters(const draw::Palette& palette) {
    section("Show");
    // A row that has no effect is disabled, with the reason in its tooltip.
    const auto show = [this](std::string_view name, std::string_view action, const RowLook& look = {}) {
        const ui::Unavailable because(why_unavailable(action));
        row(name, look);
    };
    show("boxes", "show.boxes");
    show("others", "show.others");
    show("features", "show.features");
    show("lines", "show.lines", {.sample = {ui::Sample::dots, palette.closest}, .key = "L"});
    show("mesh-distances", "show.lines");
    show("contacts", "show.triangles",
         {.sample = {ui::Sample::hatch, contact_tint(palette.body, palette)}, .key = "T"});
    show("triangles", "show.triangles", {.sample = {ui::Sample::square, palette.contact}});
    row("part-colors");
    show("contact-points", "show.contact-points");
    if (contacts_.which != ContactView::Which::none) row("contact-scale");
    show("region", "show.region", {.sample = {ui::Sample::square, palette.body_a}, .key = "O"});
    show("velocities", "show.velocities", {.sample = {ui::Sample::line, palette.text2}, .key = "V"});
    show("names", "show.names", {.key = "N"});
}

} // namespace boxwood
