#include "app/labs/multi_body/panels/details.hpp"

#include "app/labs/drawing.hpp"
#include "app/panels/interval_view.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"

#include <imgui.h>

#include <array>

namespace boxwood {

void DetailsPanel::show(ViewContext& context) {
    controls_.page_tabs();
    switch (view_.page.current()) {
    case CrowdPage::intervals:
        return show_intervals(context);
    case CrowdPage::walk:
        return walk_.show(context.palette);
    case CrowdPage::pairs:
        return pairs_.show(context.palette);
    case CrowdPage::contacts:
        if (view_.findings.contacts.show_table(context.palette, height_below()))
            view_.act("show.contact-points");
        return;
    case CrowdPage::bodies:
        return bodies_.show();
    case CrowdPage::counters:
        return show_counters();
    case CrowdPage::graphs:
        return graphs_.draw();
    case CrowdPage::outliner:
        return outliner_.show(context.palette);
    }
}

void DetailsPanel::start_wanted_graph(bool waits) {
    if (!std::exchange(wants_graph_, false)) return;
    waits ? graphs_.start_and_wait(SweepSize::quick) : graphs_.start(SweepSize::quick);
}

void DetailsPanel::add_graph_settings(SettingTable& io_table) {
    io_table.add(whole({"graph", "", "Number of the graph that the page graphs shows"},
                       {.low = 1, .high = 6, .reset = 1},
                       {[this] { return static_cast<double>(graphs_.chosen()); },
                        [this](double v) { graphs_.choose(static_cast<int>(v)); }})
                     .page());
    io_table.add(choice({"graph-view", "",
                         "Contents of the page graphs: times, the counts that explain them, or claims with "
                         "their verdicts"},
                        {{"times"}, {"causes"}, {"claims"}}, 0,
                        {[this] { return static_cast<double>(graphs_.view()); },
                         [this](double i) { graphs_.show(static_cast<GraphsPanel::View>(i)); }})
                     .page());
    io_table.add(choice({"sweep", "",
                         "quick measures the chosen graph; in a headless run before the first frame, in a "
                         "window in the background"},
                        {{"off"}, {"quick"}}, std::nullopt,
                        {{}, [this](double i) { wants_graph_ = i == 1.0; }}));
}

// Shows the three endpoint lists of sweep and prune, and their swaps.
void DetailsPanel::show_intervals(ViewContext& context) {
    const CollisionWorld& world = view_.world();
    IntervalView intervals{.palette = context.palette};
    if (view_.selection().pair()) {
        intervals.a = view_.selection().pair()->a;
        intervals.b = view_.selection().pair()->b;
    } else {
        intervals.a = view_.selection().body();
    }
    std::vector<bool> is_in_contact(world.bodies().size(), false);
    for (const PairResult& pair : view_.simulation().output.pairs)
        if (pair.is_contact()) is_in_contact[pair.bodies.a] = is_in_contact[pair.bodies.b] = true;
    const SwapHistory::Frame* swaps = view_.findings.swaps.find(view_.simulation().frame);
    for (int axis = 0; axis < 3; ++axis) {
        IntervalAxis& intervals_on_axis = intervals.axes[static_cast<std::size_t>(axis)];
        for (BodyId id = 0; id < world.bodies().size(); ++id)
            if (world.is_live(id))
                intervals_on_axis.intervals.push_back(
                    {world.boxes()[id].lower[axis], world.boxes()[id].upper[axis], id, is_in_contact[id]});
        if (swaps == nullptr) continue;
        for (const RecordedSwap& swap : swaps->on_axis[static_cast<std::size_t>(axis)])
            intervals_on_axis.ticks.push_back({swap.at, swap.changes_overlap});
        intervals_on_axis.swaps = swaps->counts[static_cast<std::size_t>(axis)];
    }
    intervals.are_swaps_of_broad_phase = world.broad_phase_name().starts_with("sweep-and-prune");
    intervals.has_swaps = swaps != nullptr;
    if (!intervals.has_swaps)
        intervals.why_no_swaps = world.body_count() > SwapRecorder::kMaxWatched
                                     ? "swaps are recorded for at most 4096 bodies"
                                     : "swaps are recorded from the next step on";
    const IntervalEvents events = interval_view(intervals);
    if (events.hovered) context.status = body_name(*events.hovered) + " · click selects";
    if (events.clicked) view_.select(*events.clicked);
}

void DetailsPanel::show_counters() {
    const StepCounters& counters = view_.simulation().output.counters;
    const std::array<std::uint64_t, 3>& swaps = view_.simulation().output.swaps_by_axis;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui::px(12.0f), 0.0f});
    const bool is_shown = ImGui::BeginTable("counters", 2);
    ImGui::PopStyleVar();
    if (!is_shown) return;
    ImGui::TableNextColumn();
    count_row("coordinates evaluated", counters.coordinate_evaluations);
    count_row("hill-climb steps", counters.climb_steps);
    count_row("swaps on x", swaps[0]);
    count_row("swaps on y", swaps[1]);
    count_row("swaps on z", swaps[2]);
    count_row("overlap flags toggled", counters.flag_toggles);
    count_row("pairs that became active", counters.entered);
    ImGui::TableNextColumn();
    count_row("pairs that became inactive", counters.left);
    count_row("feature-walk steps", counters.walk_iterations);
    count_row("exhaustive fallbacks", counters.fallbacks);
    count_row("volume tests", counters.volume_tests);
    count_row("triangle tests", counters.triangle_tests);
    count_row("exact tests", counters.exact_tests);
    count_row("triangle contacts", counters.triangle_contacts);
    count_row("may have tunneled", view_.simulation().fast_bodies);
    if (view_.findings.continuous.is_on()) {
        count_row("times of impact", view_.findings.continuous.last().pair_tests);
        count_row("pairs stopped", view_.findings.continuous.last().stops.size());
    }
    if (view_.simulation().deforming.empty()) return ImGui::EndTable();
    const DeformationCounts& deformation = view_.simulation().output.deformation;
    ImGui::TableNextColumn();
    count_row("volumes refitted", deformation.volumes);
    count_row("hierarchies rebuilt", deformation.rebuilds);
    ImGui::TableNextColumn();
    count_row("self-contacts", view_.simulation().output.self_triangle_pairs.size());
    count_row("self-contact tests", deformation.self_tests);
    ImGui::EndTable();
}

} // namespace boxwood
