// The parameters (left panel) of the multi-body lab.
#include "app/labs/multi_body/multi_body.hpp"
#include "engine/ui/controls/controls.hpp"
#include "engine/ui/format.hpp"
#include "engine/ui/panel.hpp"

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

constexpr std::string_view kPerStep = "°/step";

// Clamps the numbers of a given scene, which may exceed the ranges of the lab's own scenes.
MultiBodyParams within_limits(MultiBodyParams params) {
    params.density_percent = std::clamp(params.density_percent, 0.01, 40.0);
    params.spin_degrees = std::clamp(params.spin_degrees, 0.0, 180.0);
    params.speed_percent = std::clamp(params.speed_percent, 0.0, 100.0);
    params.faces = std::clamp(params.faces, 4, kMaxFaces);
    return params;
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
    const MultiBodyParams default_value;
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
    const bool is_given = !is_own_scene_; // hide parameters that its bodies do not determine
    changed(ui::slider(ui::IntField{.label = "Bodies",
                                    .min = 1,
                                    .max = kMaxWorkloadBodies,
                                    .reset = default_value.bodies,
                                    .logarithmic = true,
                                    .tooltip = "How many bodies the scene starts with; very many are built "
                                               "while this one goes on"},
                       params_.bodies));
    show_making();
    if (!is_given || numbers_.has_faces) show_face_parameters(is_edited);
    float density = static_cast<float>(params_.density_percent);
    if (!is_given || numbers_.has_density)
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
    float oblong = static_cast<float>(params_.aspect_ratio);
    if (!is_given)
        changed(ui::slider(
            ui::FloatField{
                .label = "Aspect ratio",
                .min = 1.0f,
                .max = 8.0f,
                .reset = 1.0f,
                .unit = "×",
                .decimals = 1,
                .tooltip = "Length over width of the polytopes: long ones show the fixed cube's weakness"},
            oblong));
    params_.aspect_ratio = oblong;
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
    if (is_edited) {
        params_ = within_limits(std::move(params_));
        wants_own_scene_ = wants_restart_ = true;
    }
    show_cast_parameters();
}

void MultiBodyLab::show_making() {
    if (!maker_.is_busy()) return;
    if (ui::button("Cancel", {.tooltip = "Keep the scene that is on screen", .width = 64.0f}))
        return cancel_making();
    ui::same_line();
    ui::text("building · " + ui::format_fixed(maker_.seconds(), 1) + " s",
             {.font = ui::Font::body, .color = ui::palette().overlapping, .row_height = ui::grid::kControl});
}

void MultiBodyLab::show_face_parameters(bool& io_is_edited) {
    const MultiBodyParams default_value;
    const auto changed = [&io_is_edited](ui::Edit edit) { io_is_edited |= edit.finished; };
    changed(ui::slider(ui::IntField{.label = "Faces",
                                    .min = 4,
                                    .max = kMaxFaces,
                                    .reset = default_value.faces,
                                    .logarithmic = true,
                                    .tooltip = "Triangles of each polytope, or of the simplest ones: an even "
                                               "number, as every edge has two"},
                       params_.faces));
    params_.faces += params_.faces % 2;
    int most = std::max(params_.faces, params_.most_faces);
    const ui::Edit range = ui::slider(ui::IntField{.label = "Maximum",
                                                   .min = 4,
                                                   .max = kMaxFaces,
                                                   .reset = params_.faces,
                                                   .logarithmic = true,
                                                   .tooltip = "Each polytope has a number of triangles from "
                                                              "Faces up to this, the same for all at Faces"},
                                      most);
    if (range) params_.most_faces = most > params_.faces ? most : 0;
    changed(range);
}

// Edits of the existing bodies.
void MultiBodyLab::show_cast_parameters() {
    const ui::Unavailable none(why_unavailable("edit.insert"));
    if (ui::button("Insert 10",
                   {.tooltip = "Ten more bodies like the ones there are, anywhere in the room (Insert)"}))
        act("edit.insert");
    ui::same_line();
    if (ui::button("Scatter 10 %", {.tooltip = "A tenth of the bodies jump to other places (Shift+X)"}))
        act("edit.scatter");
}

void MultiBodyLab::show_motion_parameters() {
    const MultiBodyParams default_value;
    if (ui::section("Motion", ui::kWithReset)) {
        rescale_motion(default_value.spin_degrees, default_value.speed_percent);
        simulation_.settings.response = ResponseRule::approaching;
        simulation_.settings.aabb_margin = SimulationSettings{}.aabb_margin;
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
                       .unit = "% radius/step",
                       .decimals = 1,
                       .tooltip = "How far each body moves in one step at speed 1, in percent of its radius"},
        speed);
    if (spun || moved) rescale_motion(spin, speed);
    constexpr std::array<const char*, 2> kResponses{"approach", "all"};
    int exchange = static_cast<int>(simulation_.settings.response);
    if (ui::segmented({.label = "Response",
                       .options = kResponses,
                       .tooltip = "Which pairs swap velocities: colliding pairs that approach, or every "
                                  "colliding pair as in the paper"},
                      exchange))
        simulation_.settings.response = static_cast<ResponseRule>(exchange);
}

} // namespace boxwood
