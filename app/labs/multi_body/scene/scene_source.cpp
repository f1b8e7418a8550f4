#include "app/labs/multi_body/scene/scene_source.hpp"

#include "app/labs/multi_body/scene/scene_numbers.hpp"

#include <algorithm>
#include <iterator>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

constexpr double kMinSpeed = 1e-6; // percent; at zero speed a body would lose its direction
// The nominal radius of the bodies of random scenes. Their velocity refers to it, so that edited parameters give the
// same speeds as a restart with these parameters.
constexpr double kRandomRadius = 1.0;

std::string name_of_own(const MultiBodyParams& params) {
    const char* kind = params.mesh_percent == 0.0     ? "polytopes-"
                       : params.mesh_percent == 100.0 ? "meshes-"
                                                      : "mixed-";
    return kind + std::to_string(params.bodies);
}

} // namespace

// --- random scenes ------------------------------------------------------------------------------------

void SceneSource::show_own() {
    is_own_ = true;
    wants_own_ = false;
    name_ = name_of_own(params_);
    groups_ = BodyGroups();
}

Result<Simulation> SceneSource::make(std::uint64_t seed) {
    params_.seed = seed;
    Result<Simulation> simulation = make_multi_body(params_);
    if (!simulation) {
        cancel_building();
        return simulation.error();
    }
    show_own();
    last_own_params_ = params_;
    return simulation;
}

Result<Simulation> SceneSource::make_with(std::vector<UserMesh> meshes) {
    MultiBodyParams next = params_;
    for (const UserMesh& mesh : meshes) {
        if (declares_solid_ && !mesh.shape->is_solid())
            if (Status status = mesh.shape->declare_solid(); !status)
                return Error{mesh.name + " cannot be solid: " + status.error().message};
        next.shapes.push_back(mesh.shape);
    }
    if (next.mesh_percent == 0.0) next.mesh_percent = 20.0;
    Result<Simulation> simulation = make_multi_body(next);
    if (!simulation) return simulation.error();
    const Choice before = current_choice();
    params_ = last_own_params_ = std::move(next);
    std::move(meshes.begin(), meshes.end(), std::back_inserter(meshes_));
    maker_.cancel();
    show_own();
    requests_.note_edit(
        "opened meshes", [this, before] { choose(before); },
        [this, after = current_choice()] { choose(after); });
    return simulation;
}

void SceneSource::request_own_scene() {
    params_.faces += params_.faces % 2;
    clamp_params();
    const auto request_own = [this] {
        wants_own_ = true;
        requests_.restart();
    };
    if (restarts_given())
        requests_.note_edit(
            "new bodies in place of " + name_, [this, before = current_choice()] { choose(before); },
            request_own);
    request_own();
}

// The numbers of a given scene can exceed the limits of random scenes.
void SceneSource::clamp_params() {
    SettingTable table;
    add_settings(table);
    for (const Setting& setting : table.all())
        if (setting.kind == Setting::Kind::number)
            setting.access.set(std::clamp(setting.access.get(), setting.range.low, setting.range.high));
}

void SceneSource::rescale_motion() {
    requests_.collide_again();
    for (BodyId id = 0; id < simulation_.motions.size(); ++id) {
        const Body& body = simulation_.world.bodies()[id];
        if (!simulation_.world.is_live(id) || body.is_fixed) continue;
        Motion& motion = simulation_.motions[id];
        const double radius = is_own_ ? kRandomRadius : find_world_radius(body);
        const double wanted = std::max(params_.speed_percent, kMinSpeed) / 100.0 * radius;
        const double speed = glm::length(motion.velocity_w);
        if (speed > 0.0 && wanted > 0.0) motion.velocity_w *= wanted / speed;
        motion.spin = glm::radians(params_.spin_degrees);
    }
}

// --- undo -------------------------------------------------------------------------------------------------

SceneSource::Choice SceneSource::current_choice() const {
    return {is_own_ ? params_ : given_.numbers().params, meshes_, groups_, name_, is_own_};
}

// The choice takes effect with the next restart, which returns a given scene to its initial state.
void SceneSource::choose(const Choice& choice) {
    cancel_building();
    params_ = choice.params;
    meshes_ = choice.meshes;
    wants_own_ = choice.is_own;
    requests_.restart();
    if (choice.is_own) return;
    groups_ = choice.groups;
    name_ = choice.name;
    is_own_ = false;
    given_.note_changed_bodies();
}

// --- in the background ------------------------------------------------------------------------------------

void SceneSource::start_building(std::uint64_t seed, const WorldChoices& choices) {
    params_.seed = seed;
    SceneMaker::Request request{params_, choices, simulation_.world.settings};
    request.world_settings.executor = nullptr;
    maker_.start(std::move(request));
}

// Keeps edits of the motion that were made while the scene was built.
std::unique_ptr<SceneMaker::Built> SceneSource::take_built() {
    std::optional<SceneMaker::Outcome> outcome = maker_.take();
    if (!outcome) return nullptr;
    if (!*outcome) {
        requests_.add_message(outcome->error().message);
        cancel_building();
        return nullptr;
    }
    std::unique_ptr<SceneMaker::Built> built = std::move(**outcome);
    const double spin_degrees = params_.spin_degrees, speed_percent = params_.speed_percent;
    params_ = last_own_params_ = built->request.params;
    show_own();
    params_.spin_degrees = spin_degrees;
    params_.speed_percent = speed_percent;
    return built;
}

bool SceneSource::has_edited_motion() const {
    return params_.spin_degrees != last_own_params_.spin_degrees ||
           params_.speed_percent != last_own_params_.speed_percent;
}

void SceneSource::cancel_building() {
    maker_.cancel();
    wants_own_ = false;
    std::vector<std::shared_ptr<Shape>> shapes = std::move(params_.shapes);
    const std::uint64_t seed = params_.seed;
    params_ = is_own_ ? last_own_params_ : given_.numbers().params;
    params_.shapes = std::move(shapes);
    params_.seed = seed;
}

// --- given scenes -----------------------------------------------------------------------------------------

void SceneSource::take_given(LoadedScene scene) {
    maker_.cancel();
    is_own_ = wants_own_ = false;
    name_ = std::move(scene.name);
    std::vector<std::string> groups;
    for (SceneBody& body : scene.bodies) groups.push_back(std::move(body.group));
    groups_ = BodyGroups(std::move(groups));
    given_.remember(simulation_, scene.seed, std::move(params_.shapes));
    params_ = given_.numbers().params;
}

// --- settings ---------------------------------------------------------------------------------------------

void SceneSource::add_settings(SettingTable& io_table) {
    MultiBodyParams& p = params_;
    const MultiBodyParams usual;
    io_table.begin_group("Scene");
    io_table.add(
        whole({"bodies", "Bodies", "Number of bodies at the start; large scenes are built in the background"},
              {.low = 1, .high = kMaxWorkloadBodies, .reset = usual.bodies, .is_logarithmic = true},
              member(p.bodies))
            .restarts());
    io_table.add(whole({"faces", "Faces",
                        "Number of triangles of each polytope, or of the simplest polytopes; odd numbers are "
                        "rounded up"},
                       {.low = 4, .high = kMaxFaces, .reset = usual.faces, .is_logarithmic = true},
                       member(p.faces))
                     .restarts());
    io_table.add(whole({"most-faces", "Maximum",
                        "If it is larger than faces, each polytope has a random number of triangles between "
                        "the two"},
                       {.low = 4, .high = kMaxFaces, .reset = p.faces, .is_logarithmic = true},
                       {[&p] { return static_cast<double>(p.max_faces > 0 ? p.max_faces : p.faces); },
                        [&p](double v) { p.max_faces = static_cast<int>(v); }})
                     .restarts());
    io_table.add(
        number({"density", "Density", "Share of the room's volume that bodies fill"},
               {.low = 0.01, .high = 40, .reset = usual.density_percent, .unit = "%", .is_logarithmic = true},
               member(p.density_percent))
            .restarts());
    io_table.add(number({"aspect-ratio", "Aspect ratio",
                         "Length / width of the polytopes; a fixed cube fits long polytopes loosely"},
                        {.low = 1, .high = 20, .reset = usual.aspect_ratio, .unit = "×", .decimals = 1},
                        member(p.aspect_ratio))
                     .restarts());
    io_table.add(
        number({"meshes", "Meshes",
                "Share of the bodies that are triangle meshes; dropped files replace the built-in ones"},
               {.low = 0, .high = 100, .reset = usual.mesh_percent, .unit = "%", .decimals = 0},
               member(p.mesh_percent))
            .restarts());
    io_table.add(
        flag({"solid", "Solid meshes",
              "Declares the meshes of opened files solid, so that bodies inside them are in contact with "
              "them; a mesh that is not closed is refused"},
             false, member(declares_solid_)));
    io_table.begin_group("Motion");
    io_table.add(number({"spin", "Rotation", "Rotation of each body in one step at speed 1"},
                        {.low = 0, .high = 180, .reset = usual.spin_degrees, .unit = "°/step", .decimals = 1},
                        member(p.spin_degrees))
                     .restarts());
    io_table.add(
        number(
            {"velocity", "Velocity", "Motion of each body in one step at speed 1, in percent of its radius"},
            {.low = 0, .high = 100, .reset = usual.speed_percent, .unit = "% radius/step", .decimals = 1},
            member(p.speed_percent))
            .restarts());
    io_table.add(
        choice({"response", "Response",
                "Which pairs exchange velocities: colliding pairs that approach, or every colliding pair as "
                "in the paper"},
               {{"approaching", "approach"}, {"all-pairs", "all"}}, 0, member(simulation_.settings.response))
            .segmented());
}

} // namespace boxwood
