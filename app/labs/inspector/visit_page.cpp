// The bottom page of the visits: the row of buttons, the traversal timeline, both trees and the traversal stack.
#include "app/labs/inspector/traversal_inspector.hpp"

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/row.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

constexpr float kStackWidth = 250.0f, kBottom = 4.0f, kStripGap = 6.0f; // pixels at scale 1
constexpr float kRoomForSpeed = 820.0f, kRoomForLegend = 110.0f, kWindowWithLegend = 800.0f;

// The legend of timeline and trees on one line; entries that do not fit are omitted.
void show_strip_legend(bool is_distance_query, const draw::Palette& palette) {
    const auto has_room = [](std::string_view text) {
        return ImGui::GetContentRegionAvail().x >= ui::px(24.0f) + ui::text_size(ui::Font::small, text).x;
    };
    ui::text("depth of each visit", {ui::Font::small, palette.text3, ui::grid::kTextLine});
    const auto entry = [&](draw::Color color, const char* text) {
        ui::same_line(14.0f);
        if (has_room(text))
            ui::legend_entry({ui::Sample::square, color}, text);
        else
            ImGui::NewLine();
    };
    entry(palette.overlapping, is_distance_query ? "not pruned" : "overlap");
    entry(palette.pruned, "pruned");
    is_distance_query ? entry(palette.closest, "closer triangles")
                      : entry(palette.contact, "triangles intersect");
    constexpr std::string_view kTrees = "trees: one row per depth, width by triangle count";
    if (ui::same_line(14.0f); has_room(kTrees))
        ui::text(kTrees, {ui::Font::small, palette.text3, ui::grid::kTextLine});
    else
        ImGui::NewLine();
}

} // namespace

void TraversalInspector::show_details(ViewContext& context) {
    if (!is_ready()) return;
    player_.advance(static_cast<double>(ImGui::GetIO().DeltaTime));
    show_transport(context.palette);
    const float height = ImGui::GetContentRegionAvail().y;
    const bool shows_stack = ImGui::GetContentRegionAvail().x > 2.0f * ui::px(kStackWidth);
    const float left = shows_stack ? ImGui::GetContentRegionAvail().x - ui::px(kStackWidth + 16.0f) : 0.0f;
    // In a window of small height, the legend is omitted, so that the trees get its row.
    const bool has_legend =
        height > ui::px(kRoomForLegend) && ImGui::GetIO().DisplaySize.y >= ui::px(kWindowWithLegend);
    const float legend = has_legend ? ui::px(ui::grid::kTextLine) + ImGui::GetStyle().ItemSpacing.y : 0.0f;
    const float room = height - legend - ui::px(kBottom + 2.0f * kStripGap),
                timeline = std::floor(0.4f * room), tree = std::floor(0.3f * room);
    ImGui::BeginChild("traversal timeline", {left, height}, false, ImGuiWindowFlags_NoScrollbar);
    if (has_legend) show_strip_legend(recording_.is_distance_query(), context.palette);
    const std::optional<std::size_t> wanted =
        timeline_.draw({.visits = recording_.recorder().visits(),
                        .revision = recording_.revision(),
                        .current = player_.index(),
                        .palette = context.palette,
                        .is_distance_query = recording_.is_distance_query(),
                        .height = timeline});
    if (wanted) {
        player_.is_playing = false;
        player_.go_to(*wanted);
    }
    trees_.show(tree, offers_faults, context.palette);
    ImGui::EndChild();
    if (!shows_stack) return;
    ui::same_line(16.0f);
    ImGui::BeginChild("waiting", {0.0f, height}, false, ImGuiWindowFlags_NoScrollbar);
    show_stack(context.palette);
    ImGui::EndChild();
}

void TraversalInspector::show_trees(float height, const draw::Palette& palette) {
    if (is_ready()) trees_.show(std::floor(0.5f * height - ui::px(kStripGap)), offers_faults, palette);
}

void TraversalInspector::show_transport(const draw::Palette& palette) {
    if (!is_ready()) return;
    const bool is_wide = ImGui::GetContentRegionAvail().x > ui::px(kRoomForSpeed);
    const auto add_icon = [&](const char* id, ui::Icon picture, const char* action, std::string_view tip) {
        const ui::Unavailable because(why_unavailable(action));
        if (ui::icon_button(id, picture, {.tooltip = tip})) act(action);
        ui::same_line(4.0f);
    };
    add_icon("first", ui::Icon::jump_back, "visit.first", "To the first visit (Home)");
    add_icon("back", ui::Icon::step_back, "nudge.left",
             "One visit back (Left; Page up goes back a fiftieth of all visits)");
    if (ui::icon_button("play", player_.is_playing ? ui::Icon::pause : ui::Icon::play,
                        {.tooltip = "Play the visits (P)", .raised = true, .width = 40.0f}))
        act("visit.play");
    ui::same_line(4.0f);
    add_icon("forward", ui::Icon::step_forward, "nudge.right",
             "One visit forward (Right; Page down goes forward a fiftieth of all visits)");
    add_icon("last", ui::Icon::jump_forward, "visit.last", "To the last visit (End)");
    ui::same_line(12.0f);
    const ui::TextStyle muted{ui::Font::body, palette.text3};
    const std::string at = ui::format_count(player_.index() + 1),
                      of = "of " + ui::format_count(player_.size()) +
                           (recording_.recorder().is_truncated()
                                ? " recorded, " + ui::format_count(recording_.recorder().seen()) + " in total"
                                : "");
    ui::text_line(std::array{ui::TextRun{"visit", muted},
                             ui::TextRun{at, {ui::Font::body_bold, palette.current}, 6},
                             ui::TextRun{of, muted, 6}},
                  ui::grid::kControl);
    // Pads the number to a fixed width, so that the items to its right do not move.
    const ui::Font bold = ui::Font::body_bold;
    const float growth = ui::text_size(bold, ui::format_count(player_.size())).x - ui::text_size(bold, at).x;
    ImGui::SameLine(0.0f, ui::px(16.0f) + std::max(std::ceil(growth), 0.0f));
    const auto add_jump = [&](const char* label, const char* action, std::string_view tip) {
        const ui::Unavailable because(why_unavailable(action));
        if (ImGui::GetContentRegionAvail().x < ui::text_size(ui::Font::body, label).x + ui::px(24.0f))
            ImGui::NewLine();
        if (ui::button(label, {.tooltip = tip})) act(action);
        ui::same_line(4.0f);
    };
    if (recording_.is_distance_query()) {
        add_jump("Leaves", "visit.leaves",
                 "To the next two leaves that can contain the closest triangles (J, or Down)");
        add_jump("Closer", "visit.contact", "To the next two triangles that are the closest so far (K)");
    } else {
        add_jump("Leaves", "visit.leaves", "To the next two leaves whose volumes overlap (J, or Down)");
        add_jump("Contact", "visit.contact", "To the next two triangles that intersect (K)");
    }
    add_jump("Largest pruned", "visit.rejected", "To the pruned pair that saved the most triangle pairs (M)");
    if (!is_wide) return ImGui::NewLine();
    ui::same_line(16.0f);
    float speed = static_cast<float>(player_.speed);
    ui::number_field(ui::FloatField{.label = "speed",
                                    .min = static_cast<float>(VisitPlayer::kSlowest),
                                    .max = static_cast<float>(VisitPlayer::kFastest),
                                    .reset = static_cast<float>(VisitPlayer::kDefaultSpeed),
                                    .unit = "/s",
                                    .decimals = 0,
                                    .logarithmic = true,
                                    .tooltip = "Visits per second during playback"},
                     72.0f, speed);
    player_.speed = static_cast<double>(speed);
    trees_.show_ramp(palette);
}
// Shows the traversal stack with the next pair at the top.
void TraversalInspector::show_stack(const draw::Palette& palette) {
    const std::vector<std::size_t>& stack = player_.moment().stack;
    ui::text("stack: " + ui::format_count(stack.size()) +
                 (stack.size() == 1 ? " pending pair" : " pending pairs"),
             {ui::Font::small, palette.text3});
    constexpr std::array<ui::Column, 4> kColumns{
        ui::Column{"A", 0.0f, true, "Node of A"}, ui::Column{"B", 0.0f, true, "Node of B"},
        ui::Column{"depth", 44.0f, true, "Number of descents from the two roots"},
        ui::Column{"pairs", 84.0f, true, "Pairs of triangles below the two nodes"}};
    if (!ui::begin_table("stack", kColumns, {.height = ImGui::GetContentRegionAvail().y})) return;
    std::size_t wanted = VisitReplay::kNone;
    ui::table_rows(static_cast<int>(stack.size()), [&](int row) {
        const std::size_t visit = stack[stack.size() - 1 - static_cast<std::size_t>(row)];
        if (ui::table_row(row, {.is_selectable = true}).clicked) wanted = visit;
        ui::table_cell(ui::format_count(recording_.visit(visit).a));
        ui::table_cell(ui::format_count(recording_.visit(visit).b));
        ui::table_cell(std::to_string(recording_.visit(visit).depth));
        ui::table_cell(ui::format_count(recording_.replay().pairs_below(visit)));
    });
    ui::end_table();
    player_.try_go_to(wanted);
}

} // namespace boxwood
