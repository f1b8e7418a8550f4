#include "engine/scene/build_scene.hpp"

#include "collision/world/pairs/pair_groups.hpp"
#include "engine/import/text_file.hpp"
#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/measure.hpp"
#include "engine/scene/build_shape.hpp"
#include "engine/scene/queries/motion_files.hpp"
#include "engine/scene/scattering.hpp"
#include "engine/scene/scene.hpp"
#include "engine/sim/crowding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

class SceneBuilder {
  public:
    SceneBuilder(const SceneDescription& scene, std::filesystem::path folder)
        : scene_(scene)
        , folder_(folder)
        , shapes_(std::move(folder)) {}

    Result<LoadedScene> build() {
        for (std::size_t i = 0; i < scene_.bodies.size(); ++i)
            if (const Status added = add(scene_.bodies[i], i); !added)
                return Error{scene_.bodies[i].place + ": " + added.error().message};
        position_scattered();
        LoadedScene loaded;
        Simulation& simulation = loaded.simulation;
        simulation.room_half = scene_.room_half.value_or(glm::dvec3(0.0));
        const Result<std::vector<BodyHandle>> ids = simulation.world.add_bodies(bodies_);
        if (!ids) return Error{std::string(" /bodies: ").append(ids.error().message)};
        if (Status status = enable_pairs(*ids, simulation.world); !status) return status.error();
        if (Status status = check_overlapping_pairs(simulation.world); !status) return status.error();
        simulation.motions.resize(simulation.world.bodies().size());
        loaded.bodies.resize(simulation.motions.size());
        for (const auto& [index, motion] : deforming_)
            simulation.deforming.push_back({(*ids)[index].id, motion});
        for (std::size_t i = 0; i < ids->size(); ++i) {
            simulation.motions[(*ids)[i].id] = motions_[i];
            loaded.bodies[(*ids)[i].id] = std::move(scene_bodies_[i]);
        }
        for (const auto& [index, parts] : jointed_) set_joints((*ids)[index].id, *parts, simulation);
        loaded.materials.push_back({});
        loaded.materials.insert(loaded.materials.end(), scene_.materials.begin(), scene_.materials.end());
        return loaded;
    }

  private:
    Status enable_pairs(std::span<const BodyHandle> ids, CollisionWorld& io_world) const {
        const PairRules& rules = scene_.pairs;
        if (!rules.are_enabled) io_world.set_all_pairs_enabled(false);
        const auto members = [&](const std::string& group) {
            std::vector<BodyId> bodies;
            for (std::size_t i = 0; i < ids.size(); ++i)
                if (scene_bodies_[i].group == group) bodies.push_back(ids[i].id);
            return bodies;
        };
        for (const std::array<std::string, 2>& groups : rules.except)
            if (const Status set =
                    set_pairs_enabled(io_world, members(groups[0]), members(groups[1]), !rules.are_enabled);
                !set)
                return Error{rules.place + ": " + groups[0] + " and " + groups[1] + ": " +
                             set.error().message};
        return ok();
    }

    // With more pairs, a frame would take minutes and more memory than most machines have.
    static Status check_overlapping_pairs(const CollisionWorld& world) {
        const std::uint64_t bodies = world.body_count();
        if (count_overlapping_pairs(world, kMaxPairs + 1) <= kMaxPairs) return ok();
        return Error{
            " /bodies: more than " + std::to_string(kMaxPairs) + " of the " +
            std::to_string(bodies * (bodies - 1) / 2) + " pairs of " + std::to_string(bodies) +
            " bodies have overlapping boxes at the start, too many to test in reasonable time and memory; "
            "use fewer or smaller bodies, or a larger room"};
    }

    // Every description has its own random sequence, so that editing one body leaves the rotations and motions of the
    // others unchanged. Random positions depend on all bodies.
    Status add(const BodyDescription& body, std::size_t index) {
        Random random(mix_seed(scene_.seed, index));
        std::vector<BuiltShape> shapes;
        std::optional<DeformingBodyParts> deforming;
        for (std::uint32_t copy = 0; copy < std::max(body.count, 1u); ++copy) {
            if (copy == 0 || (is_polytope(body) && copy < kDistinctShapes)) {
                Result<BuiltShape> shape = shapes_.build(body.shape, copy, body.is_solid);
                if (!shape) return shape.error();
                shapes.push_back(std::move(*shape));
            }
            if (copy == 0 && body.deform) {
                Result<DeformingBodyParts> deforming_body = make_deforming(body, *shapes[0].shape);
                if (!deforming_body) return Error{"deform: " + deforming_body.error().message};
                if (body.is_solid)
                    if (const Status status = deforming_body->shape->declare_solid(); !status)
                        return Error{"solid: " + status.error().message};
                shapes[0].shape = deforming_body->shape;
                deforming = std::move(*deforming_body);
            }
            const BuiltShape& built = shapes[copy % shapes.size()];
            bodies_.push_back({built.shape, body.pose, body.box, body.is_fixed});
            if (deforming) {
                bodies_.back().deformable = deforming->deformable;
                deforming_.emplace_back(bodies_.size() - 1, deforming->motion);
            }
            scene_bodies_.push_back(scene_body_of(body, built));
            motions_.push_back(motion_of(body.velocity_w, body.spin_degrees_w));
            if (const auto* parts = std::get_if<PartsDescription>(&body.shape))
                jointed_.emplace_back(bodies_.size() - 1, parts);
            if (body.count > 0) randomize_last_body(random);
        }
        return ok();
    }

    Result<DeformingBodyParts> make_deforming(const BodyDescription& body, const Shape& rest) {
        DeformingBodyParams params = params_of(*body.deform);
        const MeshView view = rest.mesh();
        Mesh mesh;
        mesh.positions.assign(view.positions.begin(), view.positions.end());
        mesh.triangles.assign(view.triangles.begin(), view.triangles.end());
        if (params.deformer == "frames") {
            const std::string& path = std::get<MeshFile>(body.shape).path;
            Result<MeshInMotion> motion = read_motion(folder_ / path);
            if (!motion) return motion.error();
            if (!motion->clip)
                return Error{path +
                             " contains no motion; use the first file of a numbered series, or an animation"};
            mesh = *motion->mesh;
            params.clip = motion->clip;
        }
        if (params.deformer == "cloth")
            if (Status found = find_obstacle(body, params); !found) return found.error();
        return make_deforming_body(std::move(mesh), params);
    }

    // Finds the body that the cloth falls onto. It must be fixed, because the complete fall is simulated in advance.
    Status find_obstacle(const BodyDescription& body, DeformingBodyParams& io_params) const {
        const std::string& name = body.deform->onto;
        for (std::size_t i = 0; i < scene_bodies_.size(); ++i) {
            if (scene_bodies_[i].name != name) continue;
            if (!bodies_[i].is_fixed)
                return Error{"'" + name + "' is not fixed; cloth can only fall onto a fixed body"};
            Transform transform = bodies_[i].transform;
            const glm::vec3 scale(std::exchange(transform.s, glm::dvec3(1.0)));
            const MeshView view = bodies_[i].shape->mesh();
            auto obstacle = std::make_shared<Mesh>();
            for (const glm::vec3& p : view.positions) obstacle->positions.push_back(scale * p);
            obstacle->triangles.assign(view.triangles.begin(), view.triangles.end());
            io_params.obstacle = std::move(obstacle);
            io_params.body_from_obstacle = inverse_rigid(make_pose(body.pose)) * make_pose(transform);
            return ok();
        }
        return Error{"\"onto\" names '" + name + "', but no earlier body has this name"};
    }

    SceneBody scene_body_of(const BodyDescription& body, const BuiltShape& built) const {
        SceneBody scene_body{
            body.name, body.is_fixed, body.mass.value_or(default_mass(*built.shape)), body.casts_shadow,
            {},        body.group};
        for (const ShapeSurface& surface : built.surfaces) {
            const std::string& material = surface.material.empty() ? body.material : surface.material;
            scene_body.surfaces.push_back(
                {surface.mesh, surface.first_part, surface.part_count, material_index(material)});
        }
        return scene_body;
    }

    // Index 0 is the default material, which precedes the materials of the scene.
    std::uint32_t material_index(const std::string& name) const {
        for (std::size_t i = 0; i < scene_.materials.size(); ++i)
            if (scene_.materials[i].name == name) return static_cast<std::uint32_t>(i + 1);
        return 0;
    }

    static double default_mass(const Shape& shape) {
        if (shape.polytope()) return kDefaultDensity * shape.polytope()->volume();
        if (shape.parts()) return kDefaultDensity * shape.parts()->volume();
        return kDefaultDensity * std::abs(signed_volume(shape.mesh()));
    }

    // Randomizes rotation and motion; the position is assigned later, when all bodies are known.
    void randomize_last_body(Random& io_random) {
        Motion& motion = motions_.back();
        motion.velocity_w = io_random.unit_vector() * glm::length(motion.velocity_w);
        motion.spin_axis_w = io_random.unit_vector();
        bodies_.back().transform.q = io_random.rotation();
        scattered_.push_back(bodies_.size() - 1);
    }

    static Motion motion_of(const glm::dvec3& velocity_w, const glm::dvec3& spin_degrees_w) {
        Motion motion;
        motion.velocity_w = velocity_w;
        const double degrees = glm::length(spin_degrees_w);
        motion.spin = glm::radians(degrees);
        if (degrees > 0.0) motion.spin_axis_w = spin_degrees_w / degrees;
        return motion;
    }

    static bool is_polytope(const BodyDescription& body) {
        return std::holds_alternative<RandomPolytopeParams>(body.shape);
    }

    // Joints are numbered in the order of the parts that have a joint.
    static void set_joints(BodyId id, const PartsDescription& parts, Simulation& io_simulation) {
        std::uint32_t joint = 0;
        for (const PartDescription& part : parts.parts) {
            if (!part.joint) continue;
            const Joint& limits = io_simulation.world.bodies()[id].parts->tree().joints()[joint];
            const double position =
                std::clamp(to_joint_unit(limits.kind, part.joint->position), limits.lower, limits.upper);
            io_simulation.world.set_valid_joint_position(id, joint, position);
            if (part.joint->period > 0.0) {
                const double middle = 0.5 * (limits.lower + limits.upper);
                const double half = 0.5 * (limits.upper - limits.lower);
                const double share = half > 0.0 ? std::clamp((position - middle) / half, -1.0, 1.0) : 0.0;
                io_simulation.joint_motions.push_back({id, joint, 0.0, part.joint->period, std::asin(share)});
            }
            if (part.joint->rate != 0.0)
                io_simulation.joint_motions.push_back(
                    {id, joint, to_joint_unit(limits.kind, part.joint->rate)});
            ++joint;
        }
    }

    void position_scattered() {
        if (scattered_.empty()) return;
        std::vector<Ball> obstacles;
        for (std::size_t i = 0; i < bodies_.size(); ++i)
            if (!std::binary_search(scattered_.begin(), scattered_.end(), i))
                obstacles.push_back(bounding_sphere(bodies_[i]));
        std::vector<double> radii;
        for (const std::size_t i : scattered_) radii.push_back(bounding_sphere(bodies_[i]).radius);
        const auto centers_w =
            scatter(radii, obstacles, *scene_.room_half, mix_seed(scene_.seed, kPositionStream));
        for (std::size_t k = 0; k < scattered_.size(); ++k) {
            BodyDesc& body = bodies_[scattered_[k]];
            body.transform.t += centers_w[k] - bounding_sphere(body).center_w;
        }
    }

    static Ball bounding_sphere(const BodyDesc& body) {
        const glm::dvec3 s = glm::abs(body.transform.s);
        return {make_pose(body.transform) * body.shape->center(),
                body.shape->radius() * std::max({s.x, s.y, s.z})};
    }

    static constexpr double kDefaultDensity = 700.0; // of wood, in kilograms per cubic meter
    static constexpr std::uint64_t kMaxPairs = 10'000'000;
    static constexpr std::uint64_t kPositionStream = ~std::uint64_t{1}; // no body has this index

    const SceneDescription& scene_;
    std::filesystem::path folder_;
    ShapeBuilder shapes_;
    std::vector<BodyDesc> bodies_;
    std::vector<Motion> motions_;
    std::vector<std::pair<std::size_t, std::shared_ptr<SurfaceMotion>>> deforming_; // by index of bodies_
    std::vector<SceneBody> scene_bodies_;
    std::vector<std::size_t> scattered_; // ascending indices of bodies_ with random positions
    std::vector<std::pair<std::size_t, const PartsDescription*>> jointed_; // bodies with parts
};

} // namespace

Result<LoadedScene> load_scene(const std::filesystem::path& path) {
    const Result<SceneDescription> scene = read_scene(path);
    if (!scene) return scene.error();
    Result<LoadedScene> loaded = SceneBuilder(*scene, path.parent_path()).build();
    if (!loaded) return Error{shown(path) + ":" + loaded.error().message};
    loaded->name = one_line(scene->name.empty() ? path.stem().string() : scene->name);
    loaded->seed = scene->seed;
    loaded->light = scene->light;
    loaded->view = scene->view;
    loaded->lab = scene->lab;
    return loaded;
}

} // namespace boxwood
