// Draws bodies and their boxes in the view of the multi-body lab.
#include "app/labs/multi_body/drawing/crowd_picture.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr float kBoxWidth = 1.0f;
constexpr std::uint8_t kNearBoxAlpha = 190, kFarBoxAlpha = 56; // boxes fade with distance, like bodies
// Bodies of a crowd that cover less than this fraction of the view's height are drawn as balls or octahedra.
constexpr float kCoarseShare = 0.03f;

std::vector<bool> bodies_in_pairs(const Simulation& simulation, bool only_contacts) {
    std::vector<bool> is_in(simulation.world.bodies().size(), false);
    for (const PairResult& pair : simulation.output.pairs) {
        if (only_contacts && !pair.is_contact()) continue;
        is_in[pair.bodies.a] = is_in[pair.bodies.b] = true;
    }
    return is_in;
}

glm::vec3 center_of(const Body& body) {
    return glm::vec3(body.world_from_body * body.shape->center());
}

// Sets the look of an unselected body while other bodies are selected: nearly the color of the background, or glass.
void deemphasize(draw::MeshInstance& io_instance, bool is_glass, const draw::Palette& palette) {
    constexpr float kBackground = 0.72f;
    constexpr std::uint8_t kGlassAlpha = 36;
    io_instance.color = is_glass ? draw::with_alpha(palette.body, kGlassAlpha)
                                 : draw::mix(palette.body, palette.view, kBackground);
    io_instance.edges = false;
    io_instance.fades_with_depth = true;
}

// The look of a body that is not in contact.
draw::MeshInstance look_without_contact(const CrowdPicture& picture, BodyId id, bool is_deemphasized) {
    const CrowdView& view = picture.view;
    const draw::Palette& palette = picture.palette;
    const std::optional<BodyPair>& pair = view.selection().pair();
    draw::MeshInstance instance;
    instance.color = view.marks.color(id).value_or(palette.body);
    const draw::Color plain = instance.color;
    instance.pick_id = id + 1;
    if (view.selection().body() == id) instance.color = palette.body_a;
    if (pair && pair->a == id) instance.color = palette.body_a;
    if (pair && pair->b == id) instance.color = palette.body_b;
    instance.edges = instance.color != plain;
    instance.fades_with_depth = !instance.edges;
    if (!view.world().bodies()[id].is_enabled) instance.color.a = 70; // disabled bodies are translucent
    if (is_deemphasized) deemphasize(instance, view.display.others == Display::Others::glass, palette);
    return instance;
}

// `is_simple`: only tinted, and hidden behind other bodies.
draw::MeshInstance contact_look(draw::MeshInstance look, bool is_simple, const draw::Palette& palette) {
    look.color = contact_tint(look.color, palette);
    look.hatched = look.edges = !is_simple;
    look.layer = is_simple ? draw::Layer::depth_tested : draw::Layer::xray;
    return look;
}

// The radius of a ball of about the same size as the body; none if the body is elongated or not a polytope.
std::optional<float> ball_radius(const Body& body) {
    constexpr float kMaxElongation = 1.5f;
    constexpr float kFilled = 0.9f; // a polytope is smaller than the ellipsoid in its box
    if (body.parts || !body.shape->polytope()) return std::nullopt;
    const glm::vec3 half = glm::vec3(body.shape->bounds().half()) * glm::vec3(glm::abs(body.transform.s));
    const float longest = std::max({half.x, half.y, half.z}), shortest = std::min({half.x, half.y, half.z});
    if (!(longest <= kMaxElongation * shortest)) return std::nullopt;
    return kFilled * std::cbrt(half.x * half.y * half.z);
}

// The bodies that are so small in the view that a ball or an octahedron is enough.
class SmallBodies {
  public:
    explicit SmallBodies(const draw::Camera& camera)
        : eye_w_(camera.eye_w())
        , forward_w_(glm::normalize(camera.target_w - eye_w_))
        , radius_per_distance_(kCoarseShare * std::tan(0.5f * camera.fov_y)) {}

    bool has(const Body& body, const glm::vec3& center_w) const {
        const glm::dvec3 scale = glm::abs(body.transform.s);
        const double radius = body.shape->radius() * std::max({scale.x, scale.y, scale.z});
        return static_cast<float>(radius) < radius_per_distance_ * glm::dot(center_w - eye_w_, forward_w_);
    }

  private:
    glm::vec3 eye_w_, forward_w_;
    float radius_per_distance_; // smallest radius drawn in detail, per unit of distance
};

} // namespace

void draw_bodies(draw::DrawList& out, const CrowdPicture& picture) {
    const CrowdView& view = picture.view;
    const Display& display = view.display;
    const std::vector<bool> touching = bodies_in_pairs(view.simulation(), true);
    const std::span<const Body> bodies = view.world().bodies();
    const bool is_alone = view.is_walk_alone(), shows_contacts = display.contacts && !view.is_walk_shown();
    const bool is_coarse = picture.has_simple_bodies();
    const SmallBodies small(view.camera());
    for (BodyId id = 0; id < bodies.size(); ++id) {
        if (!view.world().is_live(id) || !view.is_visible(id)) continue;
        const bool is_deemphasized = view.is_deemphasized(id);
        const bool is_in_contact = !is_deemphasized && shows_contacts && touching[id];
        const glm::vec3 center_w = center_of(bodies[id]);
        draw::MeshInstance free_look = look_without_contact(picture, id, is_deemphasized);
        if (is_coarse && !free_look.edges && !is_in_contact && small.has(bodies[id], center_w)) {
            if (const std::optional<float> radius = ball_radius(bodies[id])) {
                out.balls.push_back({center_w, *radius, free_look.color});
                continue;
            }
            if (const std::optional<std::uint32_t> mesh = picture.gallery.coarse_mesh_of(bodies[id], id)) {
                free_look.mesh = *mesh;
                free_look.world_from_mesh = to_mat4(bodies[id].world_from_body);
                out.instances.push_back(free_look);
                continue;
            }
        }
        picture.gallery.add_instances(
            out, view.simulation(), id,
            is_in_contact ? contact_look(free_look, is_coarse && !free_look.edges, picture.palette)
                          : free_look,
            free_look, display.part_colors && !is_deemphasized ? &picture.palette : nullptr);
        if (!display.velocities || is_alone || is_deemphasized) continue;
        const glm::dvec3 motion_w = kVelocitySteps * view.simulation().motions[id].velocity_w;
        const glm::vec3 to_w = center_w + glm::vec3(motion_w);
        out.lines.push_back({center_w, to_w, picture.palette.text2, 1.5f});
        out.points.push_back({to_w, picture.palette.text2, 4.0f});
    }
}

// Draws the bodies of the replaced frames that differ: translucent at the former pose, with a line to the current
// position. A body without a counterpart of the same shape is drawn as its box.
void draw_former_bodies(draw::DrawList& out, const CrowdPicture& picture) {
    const Branch* former = picture.former;
    if (former == nullptr || !former->is_shown) return;
    const draw::Palette& palette = picture.palette;
    const CollisionWorld& world = picture.view.world();
    for (const BodyId id : former->different) {
        if (!former->ghost.world.is_live(id)) continue;
        const Body& body = former->ghost.world.bodies()[id];
        const LineLook look{palette.text2, kBoxWidth, true};
        if (world.is_live(id) && world.bodies()[id].shape == body.shape) {
            draw::MeshInstance instance;
            instance.color = palette.text1;
            instance.color.a = 90;
            instance.edges = true;
            picture.gallery.add_instances(out, former->ghost, id, instance, instance);
            out.lines.push_back(
                {center_of(body), center_of(world.bodies()[id]), palette.text2, kBoxWidth, true});
        } else {
            add_box(out, former->ghost.world.boxes()[id], glm::mat4(1.0f), look);
        }
    }
}

void draw_boxes(draw::DrawList& out, const CrowdPicture& picture) {
    const CrowdView& view = picture.view;
    const draw::Palette& palette = picture.palette;
    if (view.display.boxes == Display::Boxes::none) return;
    const std::vector<bool> in_pair = bodies_in_pairs(view.simulation(), false);
    const std::span<const Aabb> boxes = view.world().boxes();
    const float extent = std::max(1e-3f, static_cast<float>(glm::length(view.simulation().room_half)));
    const draw::Camera& camera = view.camera();
    for (BodyId id = 0; id < boxes.size(); ++id) {
        if (!view.world().is_live(id) || !view.marks.is_shown(id) || view.is_deemphasized(id)) continue;
        const bool is_selected = view.selection().has(id);
        if (view.display.boxes == Display::Boxes::overlapping && !in_pair[id] && !is_selected) continue;
        if (picture.is_simplified() && !is_selected) continue;
        const float beyond_target = glm::distance(camera.eye_w(), boxes[id].center()) - camera.distance;
        const float depth = std::clamp(0.5f + 0.6f * beyond_target / extent, 0.0f, 1.0f);
        const auto alpha = static_cast<std::uint8_t>(
            glm::mix(static_cast<float>(kNearBoxAlpha), static_cast<float>(kFarBoxAlpha), depth));
        LineLook look{draw::with_alpha(palette.pruned, alpha), kBoxWidth, true};
        if (in_pair[id]) look = {draw::with_alpha(palette.overlapping, alpha), kBoxWidth};
        if (is_selected)
            look = {in_pair[id] ? palette.overlapping : palette.pruned, kSelectedWidth, !in_pair[id]};
        add_box(out, boxes[id], glm::mat4(1.0f), look);
    }
}

} // namespace boxwood
