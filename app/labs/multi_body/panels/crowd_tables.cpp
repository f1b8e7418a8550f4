#include "app/labs/multi_body/panels/crowd_tables.hpp"

#include "app/labs/drawing.hpp"
#include "app/labs/wording.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// The rank of a word of FrameOracle::word() in the sorted column. Other words come last.
double oracle_rank(std::string_view word) {
    constexpr std::array<std::string_view, 5> kWords{"verified", "undecided", "pending", "not stored yet",
                                                     "left out"};
    return static_cast<double>(std::ranges::find(kWords, word) - kWords.begin());
}

// The indices from 0 to count - 1 in the sort order chosen in the headings; `key` maps (column, index) to a number.
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
constexpr std::array kPairActions{"Focus", "Isolate (show others as glass)"};
constexpr std::array kBodyActions{"Focus", "Show alone", "Hide", "Pair with the selected body"};

} // namespace

float height_below() {
    return ImGui::GetContentRegionAvail().y - ui::px(6.0f);
}

void PairsTable::show(const draw::Palette& palette) {
    const std::vector<PairResult>& pairs = view_.simulation().output.pairs;
    constexpr float kWide = 480.0f; // pixels at scale 1; wide enough for long names
    const bool is_wide = ImGui::GetContentRegionAvail().x > ui::px(kWide);
    const std::array columns{
        ui::Column{"pair", is_wide ? 116.0f : 84.0f},
        ui::Column{"state", is_wide ? 76.0f : 56.0f},
        ui::Column{"feature A"},
        ui::Column{"feature B"},
        ui::Column{"steps", 40.0f, true, "Steps of the closest-feature walk"},
        ui::Column{"distance", 56.0f, true},
        ui::Column{
            "oracle", 80.0f, false,
            "Whether the oracle has checked the pair; a pending pair is checked in one of the next frames"}};
    const auto distance_of = [this](const PairResult& pair) -> std::optional<double> {
        if (pair.has_distance()) return pair.distance;
        const SurfaceDistance* surfaces = view_.findings.distances.of(pair.bodies);
        return surfaces ? std::optional(surfaces->distance) : std::nullopt;
    };
    if (pairs.empty()) return ui::text("No boxes overlap in this frame.", {ui::Font::body, palette.text3});
    if (!ui::begin_table("pairs", columns, {height_below(), &sort_, true})) return;
    const std::vector<std::uint32_t> order = ordered(pairs.size(), sort_, [&](int column, std::uint32_t i) {
        const PairResult& pair = pairs[i];
        const double keys[] = {
            static_cast<double>(pair.bodies.a),
            static_cast<double>(pair.status),
            static_cast<double>(pair.features.a.kind),
            static_cast<double>(pair.features.b.kind),
            static_cast<double>(pair.iterations),
            distance_of(pair).value_or(std::numeric_limits<double>::infinity()),
            oracle_rank(view_.findings.oracle.word(pair.bodies, view_.simulation().frame))};
        return keys[column];
    });
    ui::table_rows(static_cast<int>(order.size()), [&](int row) {
        const PairResult& pair = pairs[order[static_cast<std::size_t>(row)]];
        ui::RowStyle style{.is_selectable = true, .is_selected = view_.selection().pair() == pair.bodies};
        style.actions = kPairActions;
        if (pair.is_contact()) style.color = palette.contact;
        const std::string name = body_name(pair.bodies.a) + " · " + body_name(pair.bodies.b);
        const ui::RowEvents events =
            ui::table_row(std::int64_t{pair.bodies.a} << 32 | std::int64_t{pair.bodies.b}, style);
        if (events.clicked || events.chosen >= 0) view_.select_pair(pair.bodies);
        if (events.chosen >= 0) view_.frame_selection();
        if (events.chosen == isolate_row) view_.display.others = Display::Others::glass;
        ui::table_cell(name);
        ui::table_cell(std::string(status_word(pair.status)));
        const auto cell = [&pair](Feature feature, std::uint32_t part) {
            if (pair.are_polytopes) return feature_name(feature);
            if (pair.is_lower_bound) return std::string("not searched");
            return pair.are_convex_parts ? "part " + std::to_string(part) : std::string("surface");
        };
        ui::table_cell(cell(pair.features.a, pair.part_a));
        ui::table_cell(cell(pair.features.b, pair.part_b));
        ui::table_cell(pair.has_distance() ? std::to_string(pair.iterations) : "–");
        const std::optional<double> distance = distance_of(pair);
        ui::table_cell(distance ? ui::format_fixed(*distance, 3) + " m" : "–");
        ui::table_cell(std::string(view_.findings.oracle.word(pair.bodies, view_.simulation().frame)));
    });
    ui::end_table();
}

void BodiesTable::show() {
    const std::span<const Body> bodies = view_.world().bodies();
    std::vector<BodyId> ids;
    for (BodyId id = 0; id < bodies.size(); ++id)
        if (view_.world().is_live(id)) ids.push_back(id);
    std::vector<std::uint32_t> pair_counts(bodies.size(), 0);
    for (const PairResult& pair : view_.simulation().output.pairs) {
        ++pair_counts[pair.bodies.a];
        ++pair_counts[pair.bodies.b];
    }
    const auto face_count = [&](BodyId id) {
        const Polytope* polytope = bodies[id].shape->polytope();
        return polytope ? polytope->faces().size() : bodies[id].shape->mesh().triangles.size();
    };
    const auto speed = [&](BodyId id) { return glm::length(view_.simulation().motions[id].velocity_w); };
    constexpr std::array kColumns{ui::Column{"body"},
                                  ui::Column{"kind"},
                                  ui::Column{"box"},
                                  ui::Column{"faces", 56.0f, true},
                                  ui::Column{"speed", 84.0f, true, "Translation in one step at speed 1"},
                                  ui::Column{"pairs", 48.0f, true}};
    if (!ui::begin_table("all bodies", kColumns, {height_below(), &sort_, true})) return;
    const std::vector<std::uint32_t> order = ordered(ids.size(), sort_, [&](int column, std::uint32_t i) {
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
                                 .is_selected = view_.selection().body() == id,
                                 .is_dimmed = !body.is_enabled};
        const ui::RowEvents events = ui::table_row(static_cast<int>(id), style);
        const std::optional<BodyId> selected = view_.selection().body();
        if (events.chosen == pair_row && selected && *selected != id)
            view_.select_pair(make_pair_of(*selected, id));
        else if (events.clicked || events.chosen == focus_on_row)
            view_.select(id);
        if (events.chosen == focus_on_row) view_.frame_selection();
        if (events.chosen == isolate_row) view_.marks.toggle_alone(view_.world(), id);
        if (events.chosen == hide_row) view_.marks.toggle_hidden(view_.world(), id);
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
