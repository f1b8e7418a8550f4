#include "app/labs/walkthrough/scene/walkthrough_scene.hpp"

#include "collision/core/normalized.hpp"
#include "engine/walk/loaded_walk.hpp"

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr float kShadowMargin = 1.0f; // meters

std::vector<BodyDesc> take_descs(const CollisionWorld& world, WalkthroughScene& io_scene) {
    std::vector<BodyDesc> descs;
    for (const Body& body : world.bodies()) {
        descs.push_back({body.shape, body.transform, body.box, body.is_fixed});
        if (body.shape->parts())
            io_scene.convex_pieces += body.shape->parts()->part_count();
        else
            ++(body.shape->polytope() ? io_scene.convex_pieces : io_scene.meshes);
    }
    return descs;
}

draw::Color color_of(const ColorBytes& bytes) {
    return {bytes[0], bytes[1], bytes[2]};
}

// The shadow region covers the centers of the objects that are not fixed, with a margin.
draw::Daylight daylight_of(const SceneLight& light, const LoadedScene& scene) {
    std::vector<glm::vec3> centers_w;
    const std::span<const Body> bodies = scene.simulation.world.bodies();
    for (BodyId id = 0; id < bodies.size(); ++id)
        if (!scene.bodies[id].is_fixed)
            centers_w.emplace_back(bodies[id].world_from_body * bodies[id].shape->center());
    const Aabb bounds = centers_w.empty() ? Aabb{glm::vec3(0.0f), glm::vec3(0.0f)} : Aabb::fit(centers_w);
    draw::Daylight daylight;
    daylight.towards_sun_w = glm::vec3(normalized(light.towards_sun_w));
    daylight.sun = color_of(light.sun);
    daylight.sky = color_of(light.sky);
    daylight.ground = color_of(light.ground);
    daylight.sun_strength = static_cast<float>(light.sun_strength);
    daylight.sky_strength = static_cast<float>(light.sky_strength);
    daylight.shadow_center_w = bounds.center();
    daylight.shadow_radius = kShadowMargin + glm::length(bounds.half());
    return daylight;
}

Pose pose_of_part(const Body& body, std::uint32_t part) {
    return body.parts ? body.parts->body_from_part(part) : Pose{};
}

} // namespace

WalkthroughScene make_walkthrough_scene(LoadedScene scene) {
    WalkthroughScene walk_scene;
    walk_scene.name = scene.name;
    walk_scene.seed = scene.seed;
    const CollisionWorld& world = scene.simulation.world;
    walk_scene.descs = take_descs(world, walk_scene);
    if (scene.light) walk_scene.daylight = daylight_of(*scene.light, scene);
    walk_scene.start = walk_start_of(scene);
    walk_scene.bodies = walk_bodies_of(scene);
    walk_scene.surfaces.resize(walk_scene.descs.size());
    for (std::size_t id = 0; id < scene.bodies.size(); ++id) {
        const SceneBody& body = scene.bodies[id];
        walk_scene.casts_shadow.push_back(body.casts_shadow);
        for (const SceneSurface& surface : body.surfaces)
            walk_scene.surfaces[id].push_back(
                {.mesh = surface.mesh,
                 .key = surface.mesh ? draw::next_mesh_key() : 0,
                 .first_part = surface.first_part,
                 .body_from_surface = pose_of_part(world.bodies()[id], surface.first_part),
                 .color = color_of(scene.materials[surface.material].color),
                 .roughness = static_cast<float>(scene.materials[surface.material].roughness)});
    }
    return walk_scene;
}

WalkthroughScene make_walkthrough_scene(WalkScene scene) {
    constexpr draw::Color kFixed = draw::rgb(0x6B7483), kLoose = draw::rgb(0xB08A5E);
    WalkthroughScene walk_scene;
    walk_scene.name = scene.name;
    walk_scene.descs = take_descs(scene.simulation.world, walk_scene);
    walk_scene.start = scene.start;
    for (std::size_t id = 0; id < scene.bodies.size(); ++id) {
        const bool is_loose = scene.bodies[id].is_movable || scene.bodies[id].hinge;
        std::vector<WalkSurface> surfaces;
        const HullHierarchy* parts = walk_scene.descs[id].shape->parts();
        for (std::uint32_t part = 0; part < (parts ? parts->part_count() : 1); ++part)
            surfaces.push_back({.mesh = nullptr,
                                .first_part = part,
                                .body_from_surface = pose_of_part(scene.simulation.world.bodies()[id], part),
                                .color = is_loose ? kLoose : kFixed});
        walk_scene.surfaces.push_back(std::move(surfaces));
    }
    walk_scene.bodies = std::move(scene.bodies);
    return walk_scene;
}

std::string script_name_of(const WalkthroughScene& scene) {
    if (scene.choice.empty() || scene.choice == "table" || scene.choice == "kitchen") return scene.choice;
    std::error_code unknown;
    const std::filesystem::path path = std::filesystem::absolute(scene.source, unknown);
    return unknown ? scene.source.string() : path.lexically_normal().string();
}

} // namespace boxwood
