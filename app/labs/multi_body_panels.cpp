// The multi-body lab's settings and readouts.
#include "app/labs/multi_body.hpp"
#include "app/panels/readouts.hpp"
#include "engine/ui/controls.hpp"
#include "engine/ui/format.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace boxwood {
namespace {

constexpr std::string_view kPerStep = "°/step";
constexpr ui::SectionStyle kReset{.has_reset = true};

ui::LegendSample sample(ui::Sample kind, draw::Color color) {
    return {kind, color};
}

// "sweep-and-prune" -> "sweep & prune", which fits its field.
std::string title_of(std::string_view name) {
    if (name == "v-clip") return "V-Clip";
    std::string title(name);
    if (const std::size_t at = title.find("-and-"); at != std::string::npos) title.replace(at, 5, " & ");
    std::replace(title.begin(), title.end(), '-', ' ');
    return title;
}

std::string_view status_word(ContactStatus status) {
    switch (status) {
    case ContactStatus::disjoint:
        return "apart";
    case ContactStatus::touching:
        return "touching";
    case ContactStatus::penetrating:
        return "penetrating";
    }
    return "";
}

std::string feature_name(Feature feature) {
    constexpr std::array<const char*, 3> kinds{"vertex ", "edge ", "face "};
    return kinds[static_cast<std::size_t>(feature.kind)] + std::to_string(feature.index);
}

} // namespace

// --- parameters -------------------------------------------------------------------------------------------

void MultiBodyLab::parameters(ViewContext& context) {
    show_scene_parameters();
    show_motion_parameters();
    show_broad_parameters();
    show_narrow_parameters();
    show_display_parameters(context.palette);
}

void MultiBodyLab::show_scene_parameters() {
    const MultiBodyParams usual;
    const ui::SectionStyle style{.has_reset = true, .note = is_own_scene_ ? "" : "an edit makes a new one"};
    bool is_edited = ui::section("Scene", style);
    if (is_edited) {
        const std::uint64_t seed = params_.seed;
        std::vector<std::shared_ptr<Shape>> shapes = std::move(params_.shapes);
        params_ = {};
        params_.seed = seed;
        params_.shapes = std::move(shapes);
    }
    const auto changed = [&is_edited](ui::Edit edit) { is_edited |= edit.finished; };
    changed(ui::slider(ui::IntField{.label = "Bodies",
                                    .min = 1,
                                    .max = kMostBodies,
                                    .reset = usual.bodies,
                                    .logarithmic = true,
                                    .tooltip = "How many bodies move in the room"},
                       params_.bodies));
    changed(ui::slider(ui::IntField{.label = "Faces",
                                    .min = 4,
                                    .max = kMostFaces,
                                    .reset = usual.faces,
                                    .logarithmic = true,
                                    .tooltip = "Triangles of each polytope"},
                       params_.faces));
    float density = static_cast<float>(params_.density_percent);
    changed(ui::slider(ui::FloatField{.label = "Density",
                                      .min = 0.1f,
                                      .max = 40.0f,
                                      .reset = 5.0f,
                                      .unit = "%",
                                      .decimals = 1,
                                      .logarithmic = true,
                                      .tooltip = "Share of the room's volume that bodies fill"},
                       density));
    params_.density_percent = density;
    float oblong = static_cast<float>(params_.oblongness);
    changed(ui::slider(
        ui::FloatField{.label = "Oblongness",
                       .min = 1.0f,
                       .max = 8.0f,
                       .reset = 1.0f,
                       .unit = "×",
                       .decimals = 1,
                       .tooltip =
                           "Length over width of the polytopes: long ones show the fixed cube's weakness"},
        oblong));
    params_.oblongness = oblong;
    float meshes = static_cast<float>(params_.mesh_percent);
    changed(ui::slider(
        ui::FloatField{.label = "Meshes",
                       .min = 0.0f,
                       .max = 100.0f,
                       .reset = 0.0f,
                       .unit = "%",
                       .decimals = 0,
                       .tooltip = "Share of the bodies that are triangle meshes; drop files to use yours"},
        meshes));
    params_.mesh_percent = meshes;
    if (!is_edited) return;
    is_own_scene_ = wants_restart_ = true;
}

void MultiBodyLab::show_motion_parameters() {
    const MultiBodyParams usual;
    if (ui::section("Motion", kReset)) {
        rescale_motion(usual.spin_degrees, usual.speed_percent);
        simulation_.settings.exchange = ExchangeRule::approaching;
        simulation_.settings.fattening = SimulationSettings{}.fattening;
    }
    float spin = static_cast<float>(params_.spin_degrees), speed = static_cast<float>(params_.speed_percent);
    const ui::Edit spun =
        ui::slider(ui::FloatField{.label = "Rotation",
                                  .min = 0.0f,
                                  .max = 60.0f,
                                  .reset = 10.0f,
                                  .unit = kPerStep,
                                  .decimals = 1,
                                  .tooltip = "How far each body turns in one step at speed 1"},
                   spin);
    const ui::Edit moved = ui::slider(
        ui::FloatField{.label = "Velocity",
                       .min = 0.0f,
                       .max = 50.0f,
                       .reset = 10.0f,
                       .unit = "% r/step",
                       .decimals = 1,
                       .tooltip = "How far each body moves in one step at speed 1, in percent of its radius"},
        speed);
    if (spun || moved) rescale_motion(spin, speed);
    constexpr std::array<const char*, 2> kExchanges{"approach", "literal"};
    int exchange = static_cast<int>(simulation_.settings.exchange);
    if (ui::segmented({.label = "Exchange",
                       .options = kExchanges,
                       .tooltip = "Who exchanges velocities: colliding pairs that approach, or every "
                                  "colliding pair as in the paper"},
                      exchange))
        simulation_.settings.exchange = static_cast<ExchangeRule>(exchange);
}

void MultiBodyLab::show_broad_parameters() {
    if (ui::section("Broad phase", kReset)) {
        set_box_kind(BoxKind::dynamic_box);
        simulation_.settings.fattening = SimulationSettings{}.fattening;
    }
    const std::span<const std::string_view> names = list_broad_phases();
    std::vector<std::string> titles;
    std::vector<const char*> options;
    int chosen = 0;
    for (const std::string_view name : names) {
        if (name == simulation_.world.broad_phase_name()) chosen = static_cast<int>(titles.size());
        titles.push_back(title_of(name));
    }
    for (const std::string& title : titles) options.push_back(title.c_str());
    if (ui::dropdown({.label = "Method",
                      .options = options,
                      .tooltip = "Which algorithm finds the pairs of overlapping boxes"},
                     chosen)) {
        (void)simulation_.world.set_broad_phase(names[static_cast<std::size_t>(chosen)]);
        dirty_ = true;
    }
    constexpr std::array<const char*, 2> kBoxes{"dynamic", "cube"};
    int box = static_cast<int>(params_.box);
    if (ui::segmented({.label = "Box",
                       .options = kBoxes,
                       .tooltip = "Tight box by hill climbing, or a cube that fits every rotation"},
                      box))
        set_box_kind(static_cast<BoxKind>(box));
    float fattening = static_cast<float>(simulation_.settings.fattening);
    if (ui::slider(ui::FloatField{.label = "Fattening",
                                  .min = 0.0f,
                                  .max = 2.0f,
                                  .reset = 0.5f,
                                  .unit = "× step",
                                  .decimals = 2,
                                  .tooltip = "How much of its next step each box is enlarged by, so that "
                                             "pairs wake before they touch"},
                   fattening))
        simulation_.settings.fattening = fattening;
}

void MultiBodyLab::show_narrow_parameters() {
    if (ui::section("Narrow phase", kReset)) {
        (void)simulation_.world.set_narrow_phase(kAllNarrowPhases.front().name);
        line_below_ = 0.0;
    }
    std::vector<std::string> titles;
    std::vector<const char*> options;
    int chosen = 0;
    for (const NarrowPhase& one : kAllNarrowPhases) {
        if (one.name == simulation_.world.narrow_phase_name()) chosen = static_cast<int>(titles.size());
        titles.push_back(title_of(one.name));
    }
    for (const std::string& title : titles) options.push_back(title.c_str());
    if (ui::dropdown({.label = "Method##narrow",
                      .options = options,
                      .tooltip = "Which algorithm finds the closest features of polytopes"},
                     chosen)) {
        (void)simulation_.world.set_narrow_phase(kAllNarrowPhases[static_cast<std::size_t>(chosen)].name);
        dirty_ = true;
    }
    float below = static_cast<float>(line_below_);
    ui::slider(ui::FloatField{.label = "Line below",
                              .min = 0.0f,
                              .max = 2.0f,
                              .reset = 0.0f,
                              .unit = "m",
                              .decimals = 2,
                              .tooltip = "Only lines shorter than this; 0 shows all"},
               below);
    line_below_ = below;
}

void MultiBodyLab::show_display_parameters(const draw::Palette& palette) {
    if (ui::section("Show", kReset)) show_ = {};
    constexpr std::array<const char*, 3> kBoxes{"none", "pairs", "all"};
    int boxes = static_cast<int>(show_.boxes);
    if (ui::segmented({.label = "Boxes",
                       .options = kBoxes,
                       .tooltip = "World boxes: none, of overlapping pairs, or all (B)"},
                      boxes))
        show_.boxes = static_cast<Boxes>(boxes);
    ui::check_row({.label = "Closest-feature lines",
                   .sample = sample(ui::Sample::dots, palette.closest),
                   .key = "L",
                   .tooltip = "A line between the closest points of each pair"},
                  show_.lines);
    ui::check_row({.label = "Bodies in contact",
                   .sample = sample(ui::Sample::hatch, palette.contact),
                   .key = "T",
                   .tooltip = "Paint colliding bodies red"},
                  show_.contacts);
    ui::check_row({.label = "Colliding triangles",
                   .sample = sample(ui::Sample::hatch, palette.contact),
                   .tooltip = "Paint the triangles that intersect"},
                  show_.triangles);
    ui::check_row({.label = "Names", .key = "N", .tooltip = "The name of every body"}, show_.names);
}

// --- readouts ---------------------------------------------------------------------------------------------

// The funnel of the frame: bodies, possible pairs, overlapping boxes, contacts.
void MultiBodyLab::headline(ViewContext& context) {
    const StepCounters& counters = simulation_.output.counters;
    const auto bodies = static_cast<std::int64_t>(simulation_.world.body_count());
    const draw::Palette& palette = context.palette;
    const auto number = [](std::int64_t n) { return ui::format_count(n); };
    const std::string count = number(bodies), possible = number(bodies * (bodies - 1) / 2),
                      pairs = number(static_cast<std::int64_t>(counters.pairs)),
                      contacts = number(static_cast<std::int64_t>(counters.contacts));
    const ui::TextStyle label{ui::Font::body, palette.text3};
    const auto big = [](draw::Color color) { return ui::TextStyle{ui::Font::readout, color}; };
    const std::array<ui::TextRun, 11> runs{ui::TextRun{count, big(palette.text1)},
                                           ui::TextRun{"bodies", label, 8},
                                           ui::TextRun{"›", label, 12},
                                           ui::TextRun{possible, big(palette.text1), 12},
                                           ui::TextRun{"possible pairs", label, 8},
                                           ui::TextRun{"›", label, 12},
                                           ui::TextRun{pairs, big(palette.overlapping), 12},
                                           ui::TextRun{"boxes overlap", label, 8},
                                           ui::TextRun{"›", label, 12},
                                           ui::TextRun{contacts, big(palette.contact), 12},
                                           ui::TextRun{"in contact", label, 8}};
    ui::text_line(runs);
}

void MultiBodyLab::inspector(ViewContext& context) {
    if (!selected_ || !simulation_.world.is_live(*selected_)) {
        ui::section("Selection");
        ui::paragraph(std::array{
            ui::TextRun{"Click a body to see its pairs, its distance to the nearest one and why.", {}}});
    } else {
        if (const PairResult* pair = selected_pair()) show_pair(*pair, context);
        show_body(*selected_);
    }
    show_contact_list();
}

void MultiBodyLab::show_pair(const PairResult& pair, const ViewContext& context) {
    const draw::Palette& palette = context.palette;
    ui::section("Pair");
    ui::swatch(palette.body_a);
    ui::same_line();
    ui::text(body_name(pair.bodies.a), {ui::Font::title_bold, palette.text1});
    ui::same_line();
    ui::text("and");
    ui::same_line();
    ui::swatch(palette.body_b);
    ui::same_line();
    ui::text(body_name(pair.bodies.b), {ui::Font::title_bold, palette.text1});
    if (pair.is_contact()) {
        ui::stat(std::string(status_word(pair.status)),
                 pair.triangle_pair_count > 0 ? std::to_string(pair.triangle_pair_count) + " triangle pairs"
                                              : "",
                 {ui::Font::readout, palette.contact});
    } else if (pair.are_polytopes) {
        ui::stat(ui::format_fixed(pair.distance, 3), "m apart", {ui::Font::readout_large, palette.closest});
    } else {
        ui::stat("apart", "surfaces do not meet", {ui::Font::readout, palette.closest});
    }
    if (pair.are_polytopes && selected_gaps_.size() > 1)
        curve({selected_gaps_, palette.closest, "m", "distance, last frames"});

    ui::section("Why");
    show_why(pair);
    show_intervals(pair, palette);
}

void MultiBodyLab::show_why(const PairResult& pair) {
    if (!pair.are_polytopes) {
        ui::paragraph(std::array{ui::TextRun{
            "The boxes overlap on x, y and z, so the surfaces were tested triangle by triangle.", {}}});
        return;
    }
    const std::string features = "Nearest are " + feature_name(pair.features.a) + " of " +
                                 body_name(pair.bodies.a) + " and " + feature_name(pair.features.b) + " of " +
                                 body_name(pair.bodies.b) + ", found in " + std::to_string(pair.iterations) +
                                 (pair.iterations == 1 ? " step" : " steps") +
                                 (pair.is_fallback ? " and an exhaustive search." : ".");
    const std::string text =
        "The boxes overlap on x, y and z, so the pair went on to the narrow phase. " + features;
    ui::paragraph(std::array{ui::TextRun{text, {}}});
}

// Both boxes' intervals on each axis, and by how much they overlap.
void MultiBodyLab::show_intervals(const PairResult& pair, const draw::Palette& palette) {
    const Aabb& a = simulation_.world.boxes()[pair.bodies.a];
    const Aabb& b = simulation_.world.boxes()[pair.bodies.b];
    constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
    for (int axis = 0; axis < 3; ++axis) {
        const float shared = std::min(a.upper[axis], b.upper[axis]) - std::max(a.lower[axis], b.lower[axis]);
        interval_pair({.label = kAxes[static_cast<std::size_t>(axis)],
                       .low_a = a.lower[axis],
                       .high_a = a.upper[axis],
                       .low_b = b.lower[axis],
                       .high_b = b.upper[axis],
                       .color_a = palette.body_a,
                       .color_b = palette.body_b,
                       .color_shared = palette.overlapping,
                       .note = "overlap " + ui::format_fixed(shared, 2) + " m"});
    }
}

void MultiBodyLab::show_body(BodyId id) {
    const Body& body = simulation_.world.bodies()[id];
    ui::section("Body " + body_name(id));
    const auto row = [](std::string_view name, const std::string& value) { value_row(name, value); };
    if (const Polytope* polytope = body.shape->polytope()) {
        row("kind", "convex polytope");
        row("vertices", ui::format_count(static_cast<std::int64_t>(polytope->positions().size())));
        row("faces", ui::format_count(static_cast<std::int64_t>(polytope->faces().size())));
    } else {
        row("kind", "triangle mesh");
        row("triangles", ui::format_count(static_cast<std::int64_t>(body.shape->mesh().triangles.size())));
    }
    row("box", body.box == BoxKind::dynamic_box ? "dynamic" : "fixed cube");
    row("velocity", ui::format_fixed(glm::length(simulation_.motions[id].velocity_w), 3) + " m/step");
    row("rotation", ui::format_fixed(glm::degrees(simulation_.motions[id].spin), 1) + " °/step");
    std::size_t pairs = 0;
    for (const PairResult& pair : simulation_.output.pairs)
        pairs += pair.bodies.a == id || pair.bodies.b == id ? 1 : 0;
    row("active pairs", std::to_string(pairs));
}

// Every contact of the frame, each a link to its bodies.
void MultiBodyLab::show_contact_list() {
    constexpr std::size_t kMostRows = 12;
    ui::section("Contacts");
    std::size_t rows = 0;
    std::optional<BodyPair> chosen;
    for (const PairResult& pair : simulation_.output.pairs) {
        if (!pair.is_contact()) continue;
        if (rows++ == kMostRows) break;
        const std::string name = body_name(pair.bodies.a) + " · " + body_name(pair.bodies.b);
        if (ui::link_text(name.c_str(), name)) chosen = pair.bodies;
        ui::same_line();
        ui::text_right(std::string(status_word(pair.status)));
    }
    if (rows == 0) ui::text("none in this frame");
    if (rows > kMostRows) ui::text("and more");
    if (!chosen) return;
    select(chosen->a);
    selected_pair_ = chosen;
}

void MultiBodyLab::details(ViewContext&) {
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
