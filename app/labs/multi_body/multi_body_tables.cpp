// The table pages of the multi-body lab: steps of a walk, active pairs, bodies.
#include "app/labs/multi_body/multi_body.hpp"
#include "app/labs/wording.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/table.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <numeric>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr float kWalkControls = 212.0f; // width at scale 1

// Arrow from the feature that the next step leaves.
std::string feature_text(const WalkStep& step, WalkSide side) {
    const bool is_left = step.moves == side || step.moves == WalkSide::both;
    return feature_name(side == WalkSide::a ? step.features.a : step.features.b) + (is_left ? " →" : "");
}

float room_below() {
    return ImGui::GetContentRegionAvail().y - ui::px(6.0f);
}

} // namespace

// --- the walk ---------------------------------------------------------------------------------------------

void MultiBodyLab::show_walk(ViewContext& context) {
    if (walk_.is_empty()) {
        const bool has_pair = selection_.pair().has_value();
        ui::paragraph(std::array{ui::TextRun{
            has_pair
                ? "This pair has no search for closest features: a body is a triangle mesh, or the boxes "
                  "are separated and the closest parts were not computed."
                : "Click a body that is near another one, or Shift+click a second body: the search for their "
                  "closest features then plays here step by step.",
            {ui::Font::body, context.palette.text3}}});
        return;
    }
    walk_.pass(static_cast<double>(ImGui::GetIO().DeltaTime));
    if (!ImGui::BeginTable("walk", 2, ImGuiTableFlags_NoSavedSettings)) return;
    ImGui::TableSetupColumn("controls", ImGuiTableColumnFlags_WidthFixed, ui::px(kWalkControls));
    ImGui::TableSetupColumn("steps", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextColumn();
    show_walk_controls(context);
    ImGui::TableNextColumn();
    show_walk_steps(context.palette);
    ImGui::EndTable();
}

void MultiBodyLab::show_walk_controls(const ViewContext& context) {
    const auto button = [](const char* id, ui::Icon icon, std::string_view tip) {
        const bool is_clicked = ui::icon_button(id, icon, {.tooltip = tip});
        ui::same_line(4.0f);
        return is_clicked;
    };
    if (button("first", ui::Icon::jump_back, "To the start (Home)")) walk_.go_to(0);
    if (button("back", ui::Icon::step_back, "One step back (Left)")) walk_.go_by(-1);
    if (ui::icon_button("play", walk_.is_playing ? ui::Icon::pause : ui::Icon::play,
                        {.tooltip = "Play the walk (P)", .raised = true, .width = 40.0f}))
        act("walk.play");
    ui::same_line(4.0f);
    if (button("forward", ui::Icon::step_forward, "One step forward (Right)")) walk_.go_by(1);
    if (button("last", ui::Icon::jump_forward, "To the end (End)")) walk_.go_to(walk_.replay().steps.size());
    ui::text(method_title(simulation_.world.narrow_phase_name()),
             {ui::Font::small, context.palette.text3, ui::grid::kControl});

    const int count = static_cast<int>(walk_.replay().steps.size());
    int step = static_cast<int>(walk_.step()) + 1;
    if (ui::slider(ui::IntField{.label = "Step",
                                .min = 1,
                                .max = std::max(count, 2),
                                .reset = 1,
                                .tooltip = "Which step of the walk the view shows"},
                   step))
        walk_.go_to(static_cast<std::size_t>(step - 1));
    if (row("walk-start").changed) walk_.go_to(0);
    row("region", {.sample = {ui::Sample::square, context.palette.body_a}, .key = "O"});
    row("only-pair");
}

void MultiBodyLab::show_walk_steps(const draw::Palette& palette) {
    const std::string a = body_name(walk_.pair()->a), b = body_name(walk_.pair()->b);
    const std::array columns{ui::Column{"step", 32.0f, true}, ui::Column{a.c_str()}, ui::Column{b.c_str()},
                             ui::Column{"distance", 60.0f, true, "Between the two features"}};
    if (!ui::begin_table("steps", columns, {.height = room_below()})) return;
    const std::vector<WalkStep>& steps = walk_.replay().steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool is_current = i == walk_.step(), is_answer = steps[i].moves == WalkSide::none;
        ui::RowStyle style{.is_selectable = true, .is_selected = is_current, .is_dimmed = i > walk_.step()};
        if (is_answer) style.color = palette.closest;
        if (ui::table_row(static_cast<int>(i), style).clicked) walk_.go_to(i);
        if (is_current && i != shown_walk_row_) ImGui::SetScrollHereY(0.5f);
        const auto mark = [&](WalkSide side) {
            return !is_answer && steps[i].moves == side ? std::optional(palette.current) : std::nullopt;
        };
        ui::table_cell(std::to_string(i + 1));
        ui::table_cell(feature_text(steps[i], WalkSide::a), mark(WalkSide::a));
        ui::table_cell(feature_text(steps[i], WalkSide::b), mark(WalkSide::b));
        ui::table_cell(ui::format_fixed(steps[i].closest_w.distance, 3) + " m");
    }
    shown_walk_row_ = walk_.step();
    ui::end_table();
}

// --- pairs and bodies -------------------------------------------------------------------------------------

namespace {

// Indices of [0, count) in the sort order of the headings; `key` maps (column, index) to a number.
template <class Key>
std::vector<std::uint32_t> ordered(std::size_t count, const ui::TableSort& sort, Key&& key) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    if (sort.column < 0) return order;
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t p, std::uint32_t q) {
        const double x = key(sort.column, p), y = key(sort.column, q);
        return sort.descending ? x > y : x < y;
    });
    return order;
}

enum RowAction { focus_on_row, isolate_row, hide_row, pair_row };
constexpr std::array kPairActions{"Focus", "Isolate: others as glass"};
constexpr std::array kBodyActions{"Focus", "Show alone", "Hide", "Pair with the selected body"};

} // namespace

void MultiBodyLab::frame_selection() {
    const Focus selected = focus(true);
    draw::focus(camera, selected.center_w, selected.radius);
}

void MultiBodyLab::show_pairs(ViewContext& context) {
    const std::vector<PairResult>& pairs = simulation_.output.pairs;
    constexpr float kWide = 480.0f; // pixels at scale 1: enough for long names
    const bool is_wide = ImGui::GetContentRegionAvail().x > ui::px(kWide);
    const std::array columns{
        ui::Column{"pair", is_wide ? 116.0f : 84.0f},
        ui::Column{"state", is_wide ? 76.0f : 56.0f},
        ui::Column{"feature A"},
        ui::Column{"feature B"},
        ui::Column{"steps", 40.0f, true, "Of the closest-feature walk"},
        ui::Column{"distance", 56.0f, true},
        ui::Column{"oracle", 60.0f, false,
                   "Whether the oracle has checked the pair; pending: in one of the next frames"}};
    if (pairs.empty())
        return ui::text("No boxes overlap in this frame.", {ui::Font::body, context.palette.text3});
    if (!ui::begin_table("pairs", columns, {room_below(), &pairs_sort_, true})) return;
    const std::vector<std::uint32_t> order =
        ordered(pairs.size(), pairs_sort_, [&](int column, std::uint32_t i) {
            const PairResult& pair = pairs[i];
            const double keys[] = {static_cast<double>(pair.bodies.a),
                                   static_cast<double>(pair.status),
                                   static_cast<double>(pair.features.a.kind),
                                   static_cast<double>(pair.features.b.kind),
                                   static_cast<double>(pair.iterations),
                                   pair.distance,
                                   static_cast<double>(oracle_.word(pair.bodies, simulation_.frame).size())};
            return keys[column];
        });
    ui::table_rows(static_cast<int>(order.size()), [&](int row) {
        const PairResult& pair = pairs[order[static_cast<std::size_t>(row)]];
        ui::RowStyle style{.is_selectable = true, .is_selected = selection_.pair() == pair.bodies};
        style.actions = kPairActions;
        if (pair.is_contact()) style.color = context.palette.contact;
        const std::string name = body_name(pair.bodies.a) + " · " + body_name(pair.bodies.b);
        const ui::RowEvents events =
            ui::table_row(static_cast<int>(pair.bodies.a * 65536u + pair.bodies.b), style);
        if (events.clicked || events.chosen >= 0) select_pair(pair.bodies);
        if (events.chosen >= 0) frame_selection();
        if (events.chosen == isolate_row) show_.others = Others::glass;
        ui::table_cell(name);
        ui::table_cell(std::string(status_word(pair.status)));
        const auto cell = [&pair](Feature feature, std::uint32_t part) {
            if (pair.are_polytopes) return feature_name(feature);
            if (pair.is_lower_bound) return std::string("not searched");
            return pair.are_parts ? "part " + std::to_string(part) : std::string("surface");
        };
        ui::table_cell(cell(pair.features.a, pair.part_a));
        ui::table_cell(cell(pair.features.b, pair.part_b));
        ui::table_cell(pair.has_distance() ? std::to_string(pair.iterations) : "–");
        const SurfaceDistance* surfaces = surface_distance(pair.bodies);
        ui::table_cell(pair.has_distance() ? ui::format_fixed(pair.distance, 3) + " m"
                       : surfaces          ? ui::format_fixed(surfaces->distance, 3) + " m"
                                           : "–");
        ui::table_cell(std::string(oracle_.word(pair.bodies, simulation_.frame)));
    });
    ui::end_table();
}

void MultiBodyLab::show_all_bodies(ViewContext&) {
    const std::span<const Body> bodies = simulation_.world.bodies();
    std::vector<BodyId> ids;
    for (BodyId id = 0; id < bodies.size(); ++id)
        if (simulation_.world.is_live(id)) ids.push_back(id);
    std::vector<std::uint32_t> pair_counts(bodies.size(), 0);
    for (const PairResult& pair : simulation_.output.pairs) {
        ++pair_counts[pair.bodies.a];
        ++pair_counts[pair.bodies.b];
    }
    const auto face_count = [&](BodyId id) {
        const Polytope* polytope = bodies[id].shape->polytope();
        return polytope ? polytope->faces().size() : bodies[id].shape->mesh().triangles.size();
    };
    const auto speed = [&](BodyId id) { return glm::length(simulation_.motions[id].velocity_w); };
    constexpr std::array kColumns{ui::Column{"body"},
                                  ui::Column{"kind"},
                                  ui::Column{"box"},
                                  ui::Column{"faces", 56.0f, true},
                                  ui::Column{"speed", 84.0f, true, "Lengths per step at speed 1"},
                                  ui::Column{"pairs", 48.0f, true}};
    if (!ui::begin_table("all bodies", kColumns, {room_below(), &bodies_sort_, true})) return;
    const std::vector<std::uint32_t> order =
        ordered(ids.size(), bodies_sort_, [&](int column, std::uint32_t i) {
            const BodyId id = ids[i];
            const double keys[] = {static_cast<double>(id),
                                   bodies[id].shape->polytope() ? 1.0 : 0.0,
                                   static_cast<double>(bodies[id].box),
                                   static_cast<double>(face_count(id)),
                                   speed(id),
                                   static_cast<double>(pair_counts[id])};
            return keys[column];
        });
    ui::table_rows(static_cast<int>(order.size()), [&](int row) {
        const BodyId id = ids[order[static_cast<std::size_t>(row)]];
        const Body& body = bodies[id];
        const ui::RowStyle style{.is_selectable = true,
                                 .actions = kBodyActions,
                                 .is_selected = selection_.body() == id,
                                 .is_dimmed = !body.is_enabled};
        const ui::RowEvents events = ui::table_row(static_cast<int>(id), style);
        const std::optional<BodyId> selected = selection_.body();
        if (events.chosen == pair_row && selected && *selected != id)
            select_pair(make_pair_of(*selected, id));
        else if (events.clicked || events.chosen == focus_on_row)
            select(id);
        if (events.chosen == focus_on_row) frame_selection();
        if (events.chosen == isolate_row) mark(id, OutlinerAct::alone);
        if (events.chosen == hide_row) mark(id, OutlinerAct::hide);
        ui::table_cell(body_name(id) + (body.is_enabled ? "" : " off"));
        ui::table_cell(body.parts               ? "parts"
                       : body.shape->polytope() ? "polytope"
                       : body.deforming         ? "deforming"
                                                : "mesh");
        ui::table_cell(body.box == BoxKind::dynamic_box ? "dynamic" : "cube");
        ui::table_cell(ui::format_count(static_cast<std::int64_t>(face_count(id))));
        ui::table_cell(ui::format_fixed(speed(id), 3) + " m/step");
        ui::table_cell(std::to_string(pair_counts[id]));
    });
    ui::end_table();
}

} // namespace boxwood
