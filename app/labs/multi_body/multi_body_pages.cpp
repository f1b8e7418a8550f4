// The pages at the bottom right of the multi-body lab. To add one: a show_ function and a line in kPages.
#include "app/labs/multi_body/multi_body.hpp"
#include "app/panels/interval_rulers.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

// Below this width, in pixels at scale 1, the walk page takes a larger share so that feature names fit.
constexpr float kNarrow = 1240.0f, kNarrowWalkShare = 0.54f;

} // namespace

struct MultiBodyLab::Page {
    const char* name;      // tab title
    std::string_view word; // value of --set page=
    void (MultiBodyLab::*show)(ViewContext&);
    float share = kDetailsShare; // of the bottom panel's width
};

std::span<const MultiBodyLab::Page> MultiBodyLab::pages() {
    static constexpr std::array kPages{
        Page{"Intervals", "intervals", &MultiBodyLab::show_rulers},
        Page{"Walk", "walk", &MultiBodyLab::show_walk},
        Page{"Pairs", "pairs", &MultiBodyLab::show_pairs},
        Page{"Contacts", "contacts", &MultiBodyLab::show_contacts},
        Page{"Bodies", "bodies", &MultiBodyLab::show_all_bodies},
        Page{"Counters", "counters", &MultiBodyLab::show_counters},
        Page{"Graphs", "graphs", &MultiBodyLab::show_graphs, 0.78f},
        Page{"Outliner", "outliner", &MultiBodyLab::show_outliner, 0.52f},
    };
    return kPages;
}

float MultiBodyLab::details_share() const {
    const float share = pages()[static_cast<std::size_t>(page_)].share;
    if (ImGui::GetCurrentContext() == nullptr) return share; // headless
    const bool is_narrow = ImGui::GetMainViewport()->Size.x < ui::px(kNarrow);
    return is_narrow && is_page("walk") ? std::max(share, kNarrowWalkShare) : share;
}

SettingOptions MultiBodyLab::page_options() {
    SettingOptions options;
    for (const Page& page : pages()) options.push_back({std::string(page.word), page.name});
    return options;
}

bool MultiBodyLab::is_page(std::string_view word) const {
    return pages()[static_cast<std::size_t>(page_)].word == word;
}

void MultiBodyLab::open_page(std::string_view word) {
    for (std::size_t i = 0; i < pages().size(); ++i)
        if (pages()[i].word == word) page_ = static_cast<int>(i);
    is_stale_ = true; // data of the page is computed while it is visible
}

void MultiBodyLab::details(ViewContext& context) {
    page_tabs();
    (this->*pages()[static_cast<std::size_t>(page_)].show)(context);
}

// The three endpoint lists, and the swaps of sweep and prune in them.
void MultiBodyLab::show_rulers(ViewContext& context) {
    const CollisionWorld& world = simulation_.world;
    IntervalRulers rulers{.palette = context.palette};
    if (selection_.pair()) {
        rulers.a = selection_.pair()->a;
        rulers.b = selection_.pair()->b;
    } else {
        rulers.a = selection_.body();
    }
    std::vector<bool> is_in_contact(world.bodies().size(), false);
    for (const PairResult& pair : simulation_.output.pairs)
        if (pair.is_contact()) is_in_contact[pair.bodies.a] = is_in_contact[pair.bodies.b] = true;
    const SwapHistory::Frame* swaps = swaps_.find(simulation_.frame);
    for (int axis = 0; axis < 3; ++axis) {
        RulerAxis& ruler = rulers.axes[static_cast<std::size_t>(axis)];
        for (BodyId id = 0; id < world.bodies().size(); ++id)
            if (world.is_live(id))
                ruler.intervals.push_back(
                    {world.boxes()[id].lower[axis], world.boxes()[id].upper[axis], id, is_in_contact[id]});
        if (swaps == nullptr) continue;
        for (const RecordedSwap& exchange : swaps->on_axis[static_cast<std::size_t>(axis)])
            ruler.ticks.push_back({exchange.at, exchange.is_unlike});
        ruler.swaps = swaps->counts[static_cast<std::size_t>(axis)];
    }
    rulers.has_swaps = swaps != nullptr;
    if (!rulers.has_swaps)
        rulers.why_no_swaps = world.body_count() > SwapRecorder::kMaxWatched
                                  ? "swaps are followed up to 4096 bodies"
                                  : "swaps show from the next step on";
    const RulerEvents events = interval_rulers(rulers);
    if (events.hovered) context.status = body_name(*events.hovered) + " · click selects";
    if (events.clicked) select(*events.clicked);
}

void MultiBodyLab::show_contacts(ViewContext& context) {
    contacts_.table(context.palette, ImGui::GetContentRegionAvail().y - ui::px(6.0f));
}

void MultiBodyLab::show_counters(ViewContext&) {
    const StepCounters& counters = simulation_.output.counters;
    const std::array<std::uint64_t, 3>& swaps = simulation_.output.swaps_by_axis;
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
    count_row("flag toggles", counters.flag_toggles);
    count_row("pairs entered", counters.entered);
    ImGui::TableNextColumn();
    count_row("pairs left", counters.left);
    count_row("feature-walk steps", counters.walk_iterations);
    count_row("exhaustive fallbacks", counters.fallbacks);
    count_row("volume tests", counters.volume_tests);
    count_row("triangle tests", counters.triangle_tests);
    count_row("exact tests", counters.exact_tests);
    count_row("triangle contacts", counters.triangle_contacts);
    count_row("may have passed others", simulation_.fast_bodies);
    if (continuous_ != Continuous::off) {
        count_row("times of impact", swept_.pair_tests);
        count_row("pairs stopped", swept_.stops.size());
    }
    if (simulation_.deforming.empty()) return ImGui::EndTable();
    const DeformationCounts& deformation = simulation_.output.deformation;
    ImGui::TableNextColumn();
    count_row("volumes refitted", deformation.volumes);
    count_row("hierarchies rebuilt", deformation.rebuilds);
    ImGui::TableNextColumn();
    count_row("self-contacts", simulation_.output.self_triangle_pairs.size());
    count_row("self-contact tests", deformation.self_tests);
    ImGui::EndTable();
}

} // namespace boxwood
