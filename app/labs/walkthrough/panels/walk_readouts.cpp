#include "app/labs/walkthrough/panels/walk_readouts.hpp"

#include "app/labs/walkthrough/drawing/walk_structure.hpp"
#include "app/labs/walkthrough/panels/tip_bars.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

using ui::px;

// Shows a row per touched object with its structure, its distance and the oracle's verdict.
void show_touched(const CurrentWalk& now, const WalkthroughOracle& oracle, const draw::Palette& palette) {
    std::vector<BodyId> touched;
    for (const Touch& touch : now.walk.touches())
        if (std::ranges::count(touched, touch.body) == 0) touched.push_back(touch.body);
    ui::section("Touched", {.right_text = ui::format_count(touched.size())});
    if (touched.empty()) return ui::text("nothing", {ui::Font::body, palette.text3});
    constexpr std::array kColumns{
        ui::Column{"thing"}, ui::Column{"structure", 104.0f},
        ui::Column{"mm", 40.0f, true, "Smallest distance; a touch is a distance of at most 0.5"},
        ui::Column{"oracle", 56.0f, false, "Whether brute force over all triangles confirms the touches"}};
    if (!ui::begin_table("touched", kColumns)) return;
    int row = 0;
    for (const BodyId id : touched) {
        double min_distance = kTouch;
        for (const Touch& touch : now.walk.touches())
            if (touch.body == id)
                min_distance = std::min(min_distance, std::max(touch.clearance.distance, 0.0));
        ui::table_row(row++);
        ui::table_cell(now.walk.body(id).name, palette.contact);
        ui::table_cell(structure_of(now.simulation.world.bodies()[id]));
        ui::table_cell(ui::format_fixed(1000.0 * min_distance, 2));
        const std::optional<bool> agrees = oracle.agrees_on(id);
        ui::table_cell(!agrees   ? "–"
                       : *agrees ? "✓ agrees"
                                 : "✗ wrong",
                       !agrees   ? std::nullopt
                       : *agrees ? std::optional(palette.ok)
                                 : std::optional(palette.bad));
    }
    ui::end_table();
}

// Shows the cost of a step, and of a step with its drawing, with and without collision detection.
void show_costs(const WalkCosts& costs, const Walk& walk, const ViewContext& context) {
    ui::section("Cost of detection", {.right_text = "ms, smoothed"});
    const auto text = [](const WalkCosts::Cost& c) {
        return c.frames == 0 ? std::string("–") : ui::format_fixed(c.step_ms, 3);
    };
    value_row("Step with detection", text(costs.cost(true)));
    value_row("Step without (Z)", text(costs.cost(false)));
    const double draw_ms = context.times.summarize_phase(Phase::draw).median;
    const WalkCosts::Cost &with = costs.cost(true), &without = costs.cost(false);
    const double frame_ms = with.step_ms + draw_ms;
    value_row("Step and drawing", with.frames == 0 ? "–" : ui::format_fixed(frame_ms, 2));
    value_row("Step and drawing without detection",
              without.frames == 0 ? "–" : ui::format_fixed(without.step_ms + draw_ms, 2));
    value_row("Detection",
              frame_ms > 0.0 ? ui::format_percent(with.detection_ms / frame_ms) + " of both" : "–");
    value_row("Clearance queries", ui::format_count(walk.query_count()));
    value_row("Slowest step",
              ui::format_fixed(costs.worst_ms(), 2) + ", frame " + ui::format_count(costs.worst_frame()));
}

} // namespace

void show_walk_readouts(const CurrentWalk& now, const WalkthroughOracle& oracle, const WalkCosts& costs,
                        const ViewContext& context) {
    const Walk& walk = now.walk;
    const draw::Palette& palette = context.palette;
    ui::section("Fingertips", {.right_text = "mm to " + tip_target_name(walk)});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = px(kTipBarsHeight), width = ImGui::GetContentRegionAvail().x;
    draw_tip_bars(*ImGui::GetWindowDrawList(), {{at.x, at.y}, {at.x + width, at.y + height}}, walk, palette);
    ImGui::Dummy({width, height});
    show_touched(now, oracle, palette);
    show_costs(costs, walk, context);
    ui::section("Hand");
    value_row("Convex parts", ui::format_count(walk.hand().model().tree().part_count()));
    value_row("Joints", ui::format_count(walk.hand().model().tree().joints().size()));
    value_row("Touches", ui::format_count(walk.touches().size()));
    if (now.is_holding()) {
        const LooseBody* body = walk.dynamics().find(walk.held());
        value_row("Holds", walk.body(walk.held()).name);
        value_row("Mass", ui::format_significant(body->mass.kilograms, 2) + " kg");
    }
    ui::section("Scene");
    value_row("Convex pieces", ui::format_count(now.convex_pieces()));
    value_row("of them in the hand", ui::format_count(walk.hand().model().tree().part_count()));
    value_row("Triangle meshes", ui::format_count(now.scene.meshes));
    std::uint64_t awake = 0;
    for (const LooseBody& body : walk.dynamics().bodies()) awake += body.is_awake ? 1 : 0;
    value_row("Loose, awake",
              ui::format_count(walk.dynamics().bodies().size()) + ", " + ui::format_count(awake));
}

void show_walk_log(const WalkLog& log, const draw::Palette& palette) {
    ui::section("What happened", {.right_text = "frame, who, what"});
    const std::vector<std::string_view> lines = log.last_lines(8);
    if (lines.empty())
        ui::text("no events yet; reach out and touch an object", {ui::Font::small, palette.text3});
    for (const std::string_view line : lines) ui::text(line, {ui::Font::small, palette.text2});
}

} // namespace boxwood
