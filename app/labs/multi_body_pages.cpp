// The pages at the bottom right of the multi-body lab. To add one: a show_ function and a line in kPages.
#include "app/labs/multi_body.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/controls.hpp"
#include "engine/ui/theme.hpp"

#include <imgui.h>

#include <array>

namespace boxwood {

struct MultiBodyLab::Page {
    const char* name;      // in the tab
    std::string_view word; // of --set page=
    void (MultiBodyLab::*show)(ViewContext&);
    float share = kDetailsShare; // of the bottom's width
};

std::span<const MultiBodyLab::Page> MultiBodyLab::pages() {
    static constexpr std::array kPages{
        Page{"Counters", "counters", &MultiBodyLab::show_counters},
        Page{"Graphs", "graphs", &MultiBodyLab::show_graphs, 0.78f},
    };
    return kPages;
}

float MultiBodyLab::details_share() const {
    return pages()[static_cast<std::size_t>(page_)].share;
}

std::vector<std::string_view> MultiBodyLab::page_words() {
    std::vector<std::string_view> words;
    for (const Page& page : pages()) words.push_back(page.word);
    return words;
}

void MultiBodyLab::details(ViewContext& context) {
    std::vector<const char*> names;
    for (const Page& page : pages()) names.push_back(page.name);
    ui::tabs("pages", names, page_);
    (this->*pages()[static_cast<std::size_t>(page_)].show)(context);
}

void MultiBodyLab::show_counters(ViewContext&) {
    const StepCounters& counters = simulation_.output.counters;
    const std::array<std::uint64_t, 3>& exchanges = simulation_.output.exchanges_by_axis;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui::px(12.0f), 0.0f});
    const bool is_shown = ImGui::BeginTable("counters", 2);
    ImGui::PopStyleVar();
    if (!is_shown) return;
    ImGui::TableNextColumn();
    count_row("coordinates evaluated", counters.coordinate_evaluations);
    count_row("hill-climb steps", counters.climb_steps);
    count_row("exchanges on x", exchanges[0]);
    count_row("exchanges on y", exchanges[1]);
    count_row("exchanges on z", exchanges[2]);
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
    ImGui::EndTable();
}

} // namespace boxwood
