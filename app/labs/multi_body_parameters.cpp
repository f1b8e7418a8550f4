// The multi-body lab's settings: the left panel.
#include "app/labs/multi_body.hpp"
#include "engine/ui/controls.hpp"
#include "engine/ui/panel.hpp"

#include <algorithm>
#include <array>

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

} // namespace

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

} // namespace boxwood
