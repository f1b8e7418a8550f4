#include "app/labs/multi_body/panels/walk_panel.hpp"

#include "app/labs/drawing.hpp"
#include "app/labs/multi_body/panels/crowd_tables.hpp"
#include "app/labs/wording.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

constexpr float kWalkControls = 212.0f; // width at scale 1

// The name of a step's feature, with an arrow if the step leaves it.
std::string feature_text(const WalkStep& step, WalkSide side) {
    const bool is_left = step.moves == side || step.moves == WalkSide::both;
    return feature_name(side == WalkSide::a ? step.features.a : step.features.b) + (is_left ? " →" : "");
}

} // namespace

void WalkPanel::show(const draw::Palette& palette) {
    FeatureWalkPlayer& walk = view_.walk;
    if (walk.is_empty()) {
        const bool has_pair = view_.selection().pair().has_value();
        ui::paragraph(
            std::array{ui::TextRun{has_pair ? "This pair has no search for closest features: either a body "
                                              "is a triangle mesh, or the boxes "
                                              "are separated and the closest parts were not computed."
                                            : "Click a body that is near another body, or Shift+click a "
                                              "second body. This page then shows the search "
                                              "for their closest features step by step.",
                                   {ui::Font::body, palette.text3}}});
        return;
    }
    walk.advance(static_cast<double>(ImGui::GetIO().DeltaTime));
    if (!ImGui::BeginTable("walk", 2, ImGuiTableFlags_NoSavedSettings)) return;
    ImGui::TableSetupColumn("controls", ImGuiTableColumnFlags_WidthFixed, ui::px(kWalkControls));
    ImGui::TableSetupColumn("steps", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextColumn();
    show_controls(palette);
    ImGui::TableNextColumn();
    show_steps(palette);
    ImGui::EndTable();
}

void WalkPanel::show_controls(const draw::Palette& palette) {
    FeatureWalkPlayer& walk = view_.walk;
    const auto button = [](const char* id, ui::Icon icon, std::string_view tip) {
        const bool is_clicked = ui::icon_button(id, icon, {.tooltip = tip});
        ui::same_line(4.0f);
        return is_clicked;
    };
    if (button("first", ui::Icon::jump_back, "To the start (Home)")) walk.go_to(0);
    if (button("back", ui::Icon::step_back, "One step back (Left)")) walk.go_by(-1);
    if (ui::icon_button("play", walk.is_playing ? ui::Icon::pause : ui::Icon::play,
                        {.tooltip = "Play the walk (P)", .raised = true, .width = 40.0f}))
        controls_.act("walk.play");
    ui::same_line(4.0f);
    if (button("forward", ui::Icon::step_forward, "One step forward (Right)")) walk.go_by(1);
    if (button("last", ui::Icon::jump_forward, "To the end (End)")) walk.go_to(walk.replay().steps.size());
    ui::text(method_title(view_.world().narrow_phase_name()),
             {ui::Font::small, palette.text3, ui::grid::kControl});

    const int count = static_cast<int>(walk.replay().steps.size());
    int step = static_cast<int>(walk.step()) + 1;
    if (ui::slider(ui::IntField{.label = "Step",
                                .min = 1,
                                .max = std::max(count, 2),
                                .reset = 1,
                                .tooltip = "The step of the walk that the view shows"},
                   step))
        walk.go_to(static_cast<std::size_t>(step - 1));
    if (controls_.row("walk-start").changed) walk.go_to(0);
    controls_.row("region", {.sample = {ui::Sample::square, palette.body_a}, .key = "O"});
    controls_.row("only-pair");
}

void WalkPanel::show_steps(const draw::Palette& palette) {
    FeatureWalkPlayer& walk = view_.walk;
    const std::string a = body_name(walk.pair()->a), b = body_name(walk.pair()->b);
    const std::array columns{ui::Column{"step", 32.0f, true}, ui::Column{a.c_str()}, ui::Column{b.c_str()},
                             ui::Column{"distance", 60.0f, true, "Distance of the two features"}};
    if (!ui::begin_table("steps", columns, {.height = height_below()})) return;
    const std::vector<WalkStep>& steps = walk.replay().steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool is_current = i == walk.step(), is_result = steps[i].moves == WalkSide::none;
        ui::RowStyle style{.is_selectable = true, .is_selected = is_current, .is_dimmed = i > walk.step()};
        if (is_result) style.color = palette.closest;
        if (ui::table_row(static_cast<int>(i), style).clicked) walk.go_to(i);
        if (is_current && i != scrolled_row_) ImGui::SetScrollHereY(0.5f);
        const auto mark = [&](WalkSide side) {
            return !is_result && steps[i].moves == side ? std::optional(palette.current) : std::nullopt;
        };
        ui::table_cell(std::to_string(i + 1));
        ui::table_cell(feature_text(steps[i], WalkSide::a), mark(WalkSide::a));
        ui::table_cell(feature_text(steps[i], WalkSide::b), mark(WalkSide::b));
        ui::table_cell(ui::format_fixed(steps[i].closest_w.distance, 3) + " m");
    }
    scrolled_row_ = walk.step();
    ui::end_table();
}

} // namespace boxwood
