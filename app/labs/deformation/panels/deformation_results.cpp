#include "app/labs/deformation/panels/deformation_results.hpp"

#include "app/labs/wording.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <array>
#include <string>
#include <vector>

namespace boxwood {

void show_contacts(const DeformingPair& pair, bool finds_self_pairs, const draw::Palette& palette) {
    const PolicyRun& run = pair.runs()[0];
    if (!run.pairs().empty())
        ui::stat(ui::format_count(run.pairs().size()), "pairs of triangles intersect",
                 {ui::Font::readout, palette.contact});
    else if (run.nesting() != Nesting::none)
        ui::stat("inside", describe_nesting(run.nesting(), "the mesh", "the obstacle"),
                 {ui::Font::readout, palette.contact});
    else
        ui::stat("separated", "no triangles intersect", {ui::Font::readout, palette.closest});
    if (!finds_self_pairs) return;
    ui::same_line(24.0f);
    ui::stat(ui::format_count(run.self_pairs().size()),
             run.has_all_self_pairs() ? "self-intersecting pairs"
                                      : "self-intersecting pairs before the search stopped",
             {ui::Font::readout, run.self_pairs().empty() ? palette.closest : palette.contact});
}

void show_ranking(const DeformationRecord& record, const draw::Palette& palette) {
    ui::section("Does rebuilding pay?");
    ui::paragraph(std::array{ui::TextRun{record.sentence(), {ui::Font::title, palette.text1}}});
    ui::tooltip(
        "Within noise means that the mean difference per frame is at most half the interquartile range "
        "of its changes from frame to frame. Savings count only in frames in which the copies did "
        "different work.");
    ui::section("Saved so far", {.right_text = "ms, against policy 1"});
}

void show_policy_totals(const DeformationRecord& record, const DeformingPair& pair,
                        const draw::Palette& palette) {
    const std::size_t frames = pair.frame_count();
    ui::section("Per policy", {.right_text = "tests per frame · frames 0 – " + std::to_string(frames - 1)});
    const std::vector<PolicyTotals>& totals = record.ranking().totals();
    std::vector<std::string> headings;
    for (std::size_t i = 0; i < totals.size(); ++i)
        headings.push_back(std::to_string(i + 1) + " " + std::string(pair.runs()[i].config().name));
    std::vector<ui::Column> columns{{.heading = ""}};
    for (const std::string& heading : headings)
        columns.push_back({heading.c_str(),
                           totals.size() > 3   ? 50.0f
                           : totals.size() > 2 ? 64.0f
                                               : 84.0f,
                           true});
    if (!ui::begin_table("totals", columns)) return;
    int id = 0;
    const bool is_narrow = totals.size() > 3;
    const auto row = [&](const char* name, const auto& text) {
        ui::table_row(id++);
        ui::table_cell(name, palette.text2);
        for (const PolicyTotals& t : totals) ui::table_cell(text(t));
    };
    const auto per_frame = [frames](std::uint64_t count) { return ui::format_count(count / frames); };
    // Frame 0 is not timed.
    const auto time = [frames](double ms) { return frames > 1 ? ui::format_fixed(ms, 1) : std::string("–"); };
    row("update, ms", [&](const PolicyTotals& t) { return time(t.update_ms); });
    row("query, ms", [&](const PolicyTotals& t) { return time(t.query_ms); });
    row("total, ms", [&](const PolicyTotals& t) { return time(t.total_ms()); });
    row(is_narrow ? "volumes" : "volume tests",
        [&](const PolicyTotals& t) { return per_frame(t.volume_tests); });
    row(is_narrow ? "triangles" : "triangle tests",
        [&](const PolicyTotals& t) { return per_frame(t.triangle_tests); });
    row("rebuilds", [](const PolicyTotals& t) { return std::to_string(t.rebuilds); });
    row(is_narrow ? "partial" : "partial rebuilds",
        [](const PolicyTotals& t) { return std::to_string(t.partial_rebuilds); });
    ui::end_table();
}

bool show_replay(EveryPolicyReplay& io_replay, std::optional<int> starts_after,
                 const draw::Palette& palette) {
    const ui::TextStyle muted{ui::Font::body, palette.text3};
    if (io_replay.is_busy()) {
        if (ui::button("Cancel", {.tooltip = "Stops the replay; the displayed copies continue"}))
            io_replay.cancel();
        ui::same_line();
        ui::text("replaying · " + ui::format_percent(io_replay.progress(), 0) + " · " +
                     ui::format_fixed(io_replay.seconds(), 1) + " s",
                 {.font = ui::Font::body, .color = palette.text2, .row_height = ui::grid::kControl});
        return false;
    }
    const bool is_requested = ui::button(
        "Replay under every policy",
        {.tooltip = "Repeats the recorded frames under each policy, on a worker thread", .primary = true});
    if (starts_after)
        ui::text("starts automatically after a full period of " + std::to_string(*starts_after) + " frames",
                 muted);
    if (!io_replay.result()) {
        ui::paragraph(std::array{
            ui::TextRun{"The motion is recorded as it plays. A replay of the same frames under every policy "
                        "shows which policy is cheapest for this mesh and motion.",
                        muted}});
        return is_requested;
    }
    ui::paragraph(std::array{ui::TextRun{io_replay.result()->sentence, {ui::Font::body, palette.text1}}});
    constexpr std::array<ui::Column, 8> kColumns{
        ui::Column{.heading = "policy"},          ui::Column{"update, ms", 84.0f, true},
        ui::Column{"query, ms", 84.0f, true},     ui::Column{"total, ms", 84.0f, true},
        ui::Column{"volume tests", 104.0f, true}, ui::Column{"triangle tests", 104.0f, true},
        ui::Column{"rebuilds", 72.0f, true},      ui::Column{"partial", 72.0f, true}};
    if (!ui::begin_table("replay", kColumns, {.height = ImGui::GetContentRegionAvail().y}))
        return is_requested;
    int id = 0;
    for (const PolicyTotals& t : io_replay.result()->policies) {
        ui::table_row(id++);
        ui::table_cell(t.name);
        for (const double ms : {t.update_ms, t.query_ms, t.total_ms()})
            ui::table_cell(ui::format_fixed(ms, 1));
        for (const std::uint64_t n : {t.volume_tests, t.triangle_tests}) ui::table_cell(ui::format_count(n));
        for (const std::uint32_t n : {t.rebuilds, t.partial_rebuilds}) ui::table_cell(std::to_string(n));
    }
    ui::end_table();
    return is_requested;
}

} // namespace boxwood
