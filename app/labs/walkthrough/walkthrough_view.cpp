// 3D view of the walkthrough: textured surfaces, contacts in red, the hand, fingertip distances.
#include "app/labs/walkthrough/walkthrough.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr float kCrease = 0.62f; // radians: crockery of 16 sectors is smooth, a chamfer is not
constexpr float kHighlightWidth = 2.5f, kOutlineWidth = 2.0f;
constexpr float kMaxFilled = 0.004f;      // square metres
constexpr std::size_t kMaxOutlined = 160; // triangles: more would hide the object

glm::vec3 above(const Aabb& box) {
    return {box.center().x, box.upper.y, box.center().z};
}

draw::Color softened(draw::Color color, const draw::Palette& palette) {
    return draw::mix(color, palette.text1, 0.35f);
}

// The faces of a polytope that are incident to a feature.
std::vector<std::uint32_t> faces_at(const Polytope& polytope, const Feature& feature) {
    if (feature.kind == FeatureKind::face) return {feature.index};
    if (feature.kind == FeatureKind::edge)
        return {polytope.edges()[feature.index].left, polytope.edges()[feature.index].right};
    std::vector<std::uint32_t> faces;
    for (const std::uint32_t edge : polytope.vertex_edges(feature.index)) {
        const Polytope::Edge& e = polytope.edges()[edge];
        faces.push_back(e.tail == feature.index ? e.left : e.right);
    }
    return faces;
}

// Drawn in contrast to the red of its body.
draw::Color outline_color(const draw::Palette& palette) {
    return draw::mix(palette.contact, palette.text1, 0.55f);
}

// Small triangles are filled; triangles of a wall would fill the view, so only their outline is drawn, and of a fixed
// thing not even that: the mark of the contact shows where it is touched.
void add_triangle(draw::DrawList& out, const BodySurface& surface, std::uint32_t triangle, draw::Color color,
                  bool has_outlines) {
    const Triangle64 t_w = world_triangle(surface.world_from_surface, surface.shape->mesh(), triangle);
    const glm::vec3 a_w(t_w[0]), b_w(t_w[1]), c_w(t_w[2]);
    if (0.5f * glm::length(glm::cross(b_w - a_w, c_w - a_w)) < kMaxFilled) {
        out.triangles.push_back({a_w, b_w, c_w, color, true, draw::Layer::shine_through});
        return;
    }
    if (!has_outlines) return;
    for (const auto& [from_w, to_w] : {std::pair{a_w, b_w}, std::pair{b_w, c_w}, std::pair{c_w, a_w}})
        out.lines.push_back({from_w, to_w, color, kOutlineWidth, false, draw::Layer::shine_through});
}

// The touching triangles: of a polytope those of the faces at the closest feature.
void add_touched(draw::DrawList& out, const BodySurface& surface, const Feature& feature, draw::Color color,
                 bool has_outlines) {
    const Polytope& polytope = *surface.shape->polytope();
    const std::vector<std::uint32_t> faces = faces_at(polytope, feature);
    for (std::uint32_t t = 0; t < polytope.triangles().size() && out.triangles.size() < kMaxOutlined; ++t)
        if (std::find(faces.begin(), faces.end(), polytope.face_of_triangle()[t]) != faces.end())
            add_triangle(out, surface, t, color, has_outlines);
}

} // namespace

void WalkthroughLab::draw(draw::DrawList& out, const draw::Palette& palette) const {
    out.daylight = scene_.daylight;
    if (out.daylight && !show_.shadows) out.daylight->shadow_radius = 0.0f;
    gallery_.add_meshes(out);
    draw_bodies(out, palette);
    draw_hand(out, palette);
    for (const Touch& touch : walk_.touches())
        if (!is_loose(touch.body)) draw_contact_mark(out, touch, palette.contact);
    if (show_.triangles) draw_touches(out, palette);
    draw_structure(out, palette);
    if (show_.tips) draw_tips(out, palette);
}

// A scaled body is drawn as the original body with a scale: the same points as those of its new shape.
void WalkthroughLab::draw_bodies(draw::DrawList& out, const draw::Palette& palette) const {
    const std::span<const Body> bodies = simulation_.world.bodies();
    for (BodyId id = 0; id < scene_.surfaces.size(); ++id) {
        const Body& body = bodies[id];
        const bool is_touched = walk_.is_touched(id), is_loose = this->is_loose(id);
        const bool is_pointed_at = !is_touched && aim_.body == id && scene_.bodies[id].is_movable;
        Pose world_from_unscaled = body.world_from_body;
        for (int axis = 0; axis < 3; ++axis) world_from_unscaled.linear[axis] *= walk_.scale_of(id)[axis];
        for (const WalkSurface& surface : scene_.surfaces[id]) {
            draw::MeshInstance instance;
            instance.mesh =
                surface.mesh ? static_cast<std::uint32_t>(out.meshes.size()) : surface.gallery_place;
            instance.color = is_touched && is_loose ? palette.contact : surface.color;
            if (is_pointed_at) instance.color = draw::mix(surface.color, palette.text1, 0.3f);
            instance.roughness = surface.roughness;
            instance.casts_shadow = id >= scene_.casts_shadow.size() || scene_.casts_shadow[id];
            instance.hatched = is_touched && is_loose;
            instance.edges = show_.edges || (is_touched && is_loose) || is_pointed_at;
            instance.recedes = false;
            instance.pick_id = id + 1;
            const bool has_joints = body.parts && !body.parts->positions().empty();
            const Pose body_from_surface =
                has_joints ? body.parts->body_from_part(surface.first_part) : surface.body_from_surface;
            instance.world_from_mesh = to_mat4(world_from_unscaled * body_from_surface);
            if (surface.mesh)
                out.meshes.push_back({.key = surface.key,
                                      .positions = surface.mesh->positions,
                                      .triangles = surface.mesh->triangles,
                                      .smooth = true,
                                      .crease = kCrease,
                                      .hide_coplanar_edges = true});
            out.instances.push_back(instance);
        }
        if (is_pointed_at) {
            const Aim aim{id, aim_.distance};
            out.labels.push_back({.anchor_w = above(simulation_.world.boxes()[id]),
                                  .text = scene_.bodies[id].name + (can_take(aim) ? "  click to take" : "  "),
                                  .color = palette.text1,
                                  .strong = can_take(aim) ? "" : "too far"});
        }
        if (is_touched && show_.names)
            out.labels.push_back(
                {.anchor_w = label_anchor(id),
                 .text = scene_.bodies[id].name + (walk_.held() == id ? " held" : " in contact"),
                 .color = softened(palette.contact, palette),
                 .aside = !is_loose});
    }
}

// Above a loose object; for a fixed one, which may be as large as a wall, at the contact.
glm::vec3 WalkthroughLab::label_anchor(BodyId touched) const {
    if (!is_loose(touched))
        for (const Touch& touch : walk_.touches())
            if (touch.body == touched) return glm::vec3(touch.clearance.on_b_w);
    return above(simulation_.world.boxes()[touched]);
}

void WalkthroughLab::draw_hand(draw::DrawList& out, const draw::Palette& palette) const {
    const BodyId id = walk_.hand_id();
    draw::MeshInstance calm;
    calm.color = palette.body_a;
    calm.edges = true;
    calm.recedes = false;
    const std::size_t first = out.instances.size();
    gallery_.add_instances(out, simulation_, id, calm, calm);
    for (std::size_t i = first; i < out.instances.size(); ++i) {
        if (!walk_.is_part_touching(static_cast<std::uint32_t>(i - first))) continue;
        out.instances[i].color = palette.contact;
        out.instances[i].hatched = true;
    }
}

void WalkthroughLab::draw_touches(draw::DrawList& out, const draw::Palette& palette) const {
    for (const Touch& touch : walk_.touches()) {
        const draw::Color color = outline_color(palette);
        if (touch.surface.shape->polytope())
            add_touched(out, touch.surface, touch.clearance.features.b, color, is_loose(touch.body));
        else if (touch.clearance.triangle_b != kNone)
            add_triangle(out, touch.surface, touch.clearance.triangle_b, color, is_loose(touch.body));
        out.points.push_back({glm::vec3(touch.clearance.on_b_w), color, 5.0f, draw::Layer::shine_through});
    }
}

void WalkthroughLab::draw_tips(draw::DrawList& out, const draw::Palette& palette) const {
    for (std::size_t f = 0; f < kFingers; ++f) {
        const TipDistance& tip = walk_.tips()[f];
        if (tip.body == kNone || tip.is_touching()) continue;
        const glm::vec3 from_w(tip.on_tip_w), to_w(tip.on_body_w);
        out.lines.push_back(
            {from_w, to_w, palette.closest, kHighlightWidth, false, draw::Layer::shine_through});
        out.points.push_back({from_w, palette.closest, 3.0f * kHighlightWidth, draw::Layer::shine_through});
        out.points.push_back({to_w, palette.closest, 3.0f * kHighlightWidth, draw::Layer::shine_through});
        out.labels.push_back({.anchor_w = 0.5f * (from_w + to_w),
                              .text = std::string(walk_.hand().model().fingers[f].name) + " ",
                              .color = softened(palette.closest, palette),
                              .strong = ui::format_fixed(1000.0 * tip.distance, 1) + " mm",
                              .aside = true});
    }
}

std::vector<LegendEntry> WalkthroughLab::legend(const draw::Palette&) const {
    return {}; // the chips show the legend
}

} // namespace boxwood
