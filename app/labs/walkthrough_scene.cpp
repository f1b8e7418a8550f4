#include "app/labs/walkthrough_scene.hpp"

#include "engine/walk/walker.hpp"

#include <cmath>
#include <cstdlib>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr float kShadowMargin = 1.0f; // metres
constexpr double kEyeHeight = 1.61;   // of the one who walks, to place the feet below a view's eye

std::vector<BodyDesc> take_descs(const CollisionWorld& world, WalkthroughScene& io_scene) {
    std::vector<BodyDesc> descs;
    for (const Body& body : world.bodies()) {
        descs.push_back({body.shape, body.transform, body.box});
        if (body.shape->parts())
            io_scene.convex_pieces += body.shape->parts()->part_count();
        else
            ++(body.shape->polytope() ? io_scene.convex_pieces : io_scene.meshes);
    }
    return descs;
}

// What moves by a joint of its own hangs there.
WalkHinge hinge_of(const Body& body, const JointMotion& motion) {
    const HullTree& tree = body.parts->tree();
    const Joint& joint = tree.joints()[motion.joint];
    const std::uint32_t parent = tree.nodes()[tree.node_of_joint()[motion.joint]].parent;
    const Pose world_from_parent = body.world_from_body * body.parts->body_from_node(parent);
    WalkHinge hinge;
    hinge.point_w = world_from_parent * joint.point_p;
    hinge.axis_w = glm::normalize(world_from_parent.linear * joint.axis_p);
    hinge.lower = joint.lower;
    hinge.upper = joint.upper;
    hinge.joint = motion.joint;
    hinge.angle = body.parts->positions()[motion.joint];
    hinge.period = motion.period * kFrameSeconds;
    return hinge;
}

draw::Color color_of(const ColorBytes& bytes) {
    return {bytes[0], bytes[1], bytes[2]};
}

// Shadows fall where there is something to lift, with some way around it.
draw::Daylight daylight_of(const SceneLight& light, const LoadedScene& scene) {
    std::vector<glm::vec3> centers_w;
    const std::span<const Body> bodies = scene.simulation.world.bodies();
    for (BodyId id = 0; id < bodies.size(); ++id)
        if (!scene.bodies[id].is_fixed)
            centers_w.emplace_back(bodies[id].world_from_body * bodies[id].shape->center());
    const Aabb around = centers_w.empty() ? Aabb{glm::vec3(0.0f), glm::vec3(0.0f)} : Aabb::fit(centers_w);
    draw::Daylight daylight;
    daylight.towards_sun_w = glm::vec3(light.towards_sun_w);
    daylight.sun = color_of(light.sun);
    daylight.sky = color_of(light.sky);
    daylight.ground = color_of(light.ground);
    daylight.sun_strength = static_cast<float>(light.sun_strength);
    daylight.sky_strength = static_cast<float>(light.sky_strength);
    daylight.shadow_center_w = around.center();
    daylight.shadow_radius = kShadowMargin + glm::length(around.half());
    return daylight;
}

WalkStart start_of(const SceneView& view) {
    WalkStart start;
    const glm::dvec3 way = view.target_w - view.eye_w;
    start.feet_w = view.eye_w - glm::dvec3(0.0, kEyeHeight, 0.0);
    start.yaw = std::atan2(-way.x, -way.z);
    start.pitch = std::atan2(way.y, std::hypot(way.x, way.z));
    return start;
}

Pose pose_of_part(const Body& body, std::uint32_t part) {
    return body.parts ? body.parts->body_from_part(part) : Pose{};
}

} // namespace

WalkthroughScene make_walkthrough_scene(LoadedScene scene) {
    WalkthroughScene made;
    made.name = scene.name;
    const CollisionWorld& world = scene.simulation.world;
    made.descs = take_descs(world, made);
    if (scene.light) made.daylight = daylight_of(*scene.light, scene);
    if (scene.view) made.start = start_of(*scene.view);
    made.bodies.resize(made.descs.size());
    made.surfaces.resize(made.descs.size());
    for (std::size_t id = 0; id < scene.bodies.size(); ++id) {
        const SceneBody& body = scene.bodies[id];
        made.bodies[id].name = body.name.empty() ? "body " + std::to_string(id) : body.name;
        made.bodies[id].is_movable = !body.is_fixed;
        made.bodies[id].kilograms = body.mass;
        made.casts_shadow.push_back(body.casts_shadow);
        for (const SceneSurface& surface : body.surfaces)
            made.surfaces[id].push_back(
                {.mesh = surface.mesh,
                 .key = surface.mesh ? draw::next_mesh_key() : 0,
                 .first_part = surface.first_part,
                 .body_from_surface = pose_of_part(world.bodies()[id], surface.first_part),
                 .color = color_of(scene.materials[surface.material].color),
                 .roughness = static_cast<float>(scene.materials[surface.material].roughness)});
    }
    for (const JointMotion& motion : scene.simulation.joint_motions)
        made.bodies[motion.body].hinge = hinge_of(world.bodies()[motion.body], motion);
    return made;
}

WalkthroughScene make_walkthrough_scene(WalkScene scene) {
    constexpr draw::Color kFixed = draw::rgb(0x6B7483), kLoose = draw::rgb(0xB08A5E);
    WalkthroughScene made;
    made.name = scene.name;
    made.descs = take_descs(scene.simulation.world, made);
    made.start = scene.start;
    for (std::size_t id = 0; id < scene.bodies.size(); ++id) {
        const bool is_loose = scene.bodies[id].is_movable || scene.bodies[id].hinge;
        std::vector<WalkSurface> surfaces;
        const HullTree* parts = made.descs[id].shape->parts();
        for (std::uint32_t part = 0; part < (parts ? parts->part_count() : 1); ++part)
            surfaces.push_back({.mesh = nullptr,
                                .first_part = part,
                                .body_from_surface = pose_of_part(scene.simulation.world.bodies()[id], part),
                                .color = is_loose ? kLoose : kFixed});
        made.surfaces.push_back(std::move(surfaces));
    }
    made.bodies = std::move(scene.bodies);
    return made;
}

Result<std::filesystem::path> find_asset(const std::filesystem::path& name) {
    const char* folder = std::getenv("BOXWOOD_ASSETS");
    for (const std::filesystem::path& place :
         {std::filesystem::path(folder ? folder : ""), std::filesystem::path("assets"),
          std::filesystem::path(BOXWOOD_ASSETS)}) {
        std::error_code ignored;
        if (!place.empty() && std::filesystem::exists(place / name, ignored)) return place / name;
    }
    return Error{name.string() + ": not found; BOXWOOD_ASSETS can name the folder assets/ of the program"};
}

} // namespace boxwood
