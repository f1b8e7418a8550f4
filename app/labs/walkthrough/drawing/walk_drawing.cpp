#include "app/labs/walkthrough/drawing/walk_drawing.hpp"

#include "app/labs/walkthrough/drawing/walk_structure.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// Radians between adjacent faces. Edges with a smaller angle look smooth, as on crockery with 16 sectors. Edges with a
// larger angle look sharp, as at a chamfer.
constexpr float kCrease = 0.62f;
constexpr float kHighlightWidth = 2.5f, kOutlineWidth = 2.0f;
constexpr float kMaxFilled = 0.004f;     // square meters
constexpr std::size_t kMaxTouched = 160; // triangles of a touched feature; more would hide the object

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

// A color that contrasts with the red of a touched body.
draw::Color outline_color(const draw::Palette& palette) {
    return draw::mix(palette.contact, palette.text1, 0.55f);
}

// Fills small triangles. Large triangles, for example of a wall, would fill the view, so only their outline is drawn.
// The large triangles of a fixed object are not drawn, because the contact mark shows the place.
void add_triangle(draw::DrawList& out, const BodySurface& surface, std::uint32_t triangle, draw::Color color,
                  bool has_outlines) {
    const Triangle64 t_w = world_triangle(surface.world_from_surface, surface.shape->mesh(), triangle);
    const glm::vec3 a_w(t_w[0]), b_w(t_w[1]), c_w(t_w[2]);
    if (0.5f * glm::length(glm::cross(b_w - a_w, c_w - a_w)) < kMaxFilled) {
        out.triangles.push_back({a_w, b_w, c_w, color, true, draw::Layer::xray});
        return;
    }
    if (!has_outlines) return;
    for (const auto& [from_w, to_w] : {std::pair{a_w, b_w}, std::pair{b_w, c_w}, std::pair{c_w, a_w}})
        out.lines.push_back({from_w, to_w, color, kOutlineWidth, false, draw::Layer::xray});
}

// Adds the touched triangles of a polytope: the triangles of the faces at the closest feature.
void add_touched(draw::DrawList& out, const BodySurface& surface, const Feature& feature, draw::Color color,
                 bool has_outlines) {
    const Polytope& polytope = *surface.shape->polytope();
    const std::vector<std::uint32_t> faces = faces_at(polytope, feature);
    std::size_t count = 0;
    for (std::uint32_t t = 0; t < polytope.triangles().size() && count < kMaxTouched; ++t) {
        if (std::find(faces.begin(), faces.end(), polytope.face_of_triangle()[t]) == faces.end()) continue;
        add_triangle(out, surface, t, color, has_outlines);
        ++count;
    }
}

// The label is above a loose object. For a fixed object, which can be as large as a wall, it is at the contact.
glm::vec3 label_anchor(BodyId touched, const CurrentWalk& now) {
    if (!now.is_loose(touched))
        for (const Touch& touch : now.walk.touches())
            if (touch.body == touched) return glm::vec3(touch.clearance.on_b_w);
    return above(now.simulation.world.boxes()[touched]);
}

// A scaled body is drawn as its original surface under a scaling pose. The result has the same points as the scaled
// shape.
Pose world_from_unscaled(const CurrentWalk& now, BodyId id) {
    Pose pose = now.simulation.world.bodies()[id].world_from_body;
    for (int axis = 0; axis < 3; ++axis) pose.linear[axis] *= now.walk.scale_of(id)[axis];
    return pose;
}

struct BodyLook {
    bool is_touched = false;     // touched and loose; a touched fixed body gets a contact mark instead
    bool is_highlighted = false; // pointed at or selected
};

void draw_surfaces(const WalkPicture& picture, BodyId id, const BodyLook& look, draw::DrawList& out,
                   const draw::Palette& palette) {
    const CurrentWalk& now = picture.now;
    const Body& body = now.simulation.world.bodies()[id];
    const Pose unscaled = world_from_unscaled(now, id);
    const bool has_joints = body.parts && !body.parts->positions().empty();
    const std::vector<bool>& casts = now.scene.casts_shadow;
    for (const WalkSurface& surface : now.scene.surfaces[id]) {
        draw::MeshInstance instance;
        instance.mesh = surface.mesh ? static_cast<std::uint32_t>(out.meshes.size()) : surface.gallery_index;
        instance.color = look.is_touched ? palette.contact : surface.color;
        if (look.is_highlighted) instance.color = draw::mix(surface.color, palette.text1, 0.3f);
        instance.roughness = surface.roughness;
        instance.casts_shadow = id >= casts.size() || casts[id];
        instance.hatched = look.is_touched;
        instance.edges = picture.display.shows_edges() || look.is_touched || look.is_highlighted;
        instance.fades_with_depth = false;
        instance.pick_id = id + 1;
        const Pose body_from_surface =
            has_joints ? body.parts->body_from_part(surface.first_part) : surface.body_from_surface;
        instance.world_from_mesh = to_mat4(unscaled * body_from_surface);
        if (surface.mesh)
            out.meshes.push_back({.key = surface.key,
                                  .positions = surface.mesh->positions,
                                  .triangles = surface.mesh->triangles,
                                  .smooth = true,
                                  .crease = kCrease,
                                  .hide_coplanar_edges = true});
        out.instances.push_back(instance);
    }
}

void draw_bodies(const WalkPicture& picture, draw::DrawList& out, const draw::Palette& palette) {
    const CurrentWalk& now = picture.now;
    for (BodyId id = 0; id < now.scene.surfaces.size(); ++id) {
        if (!picture.marks.is_shown(id)) continue;
        const WalkBody& body = now.scene.bodies[id];
        const bool is_touched = now.walk.is_touched(id), is_loose = now.is_loose(id);
        const bool is_pointed_at = !is_touched && picture.target.aim().body == id && body.is_movable;
        const bool is_selected = !is_touched && picture.selected == id;
        draw_surfaces(picture, id, {is_touched && is_loose, is_pointed_at || is_selected}, out, palette);
        if (is_selected && !is_pointed_at)
            out.labels.push_back({.anchor_w = above(now.simulation.world.boxes()[id]),
                                  .text = body.name,
                                  .color = palette.text1});
        if (is_pointed_at) {
            const bool can_take = picture.target.can_take(now);
            out.labels.push_back({.anchor_w = above(now.simulation.world.boxes()[id]),
                                  .text = body.name + (can_take ? "  click to take" : "  "),
                                  .color = palette.text1,
                                  .strong = can_take ? "" : "too far"});
        }
        if (is_touched && picture.display.shows_names())
            out.labels.push_back({.anchor_w = label_anchor(id, now),
                                  .text = body.name + (now.walk.held() == id ? " held" : " in contact"),
                                  .color = softened(palette.contact, palette),
                                  .aside = !is_loose});
    }
}

void draw_hand(const CurrentWalk& now, const ShapeGallery& gallery, draw::DrawList& out,
               const draw::Palette& palette) {
    const BodyId id = now.walk.hand_id();
    draw::MeshInstance look;
    look.color = palette.body_a;
    look.edges = true;
    look.fades_with_depth = false;
    const std::size_t first = out.instances.size();
    gallery.add_instances(out, now.simulation, id, look, look);
    for (std::size_t i = first; i < out.instances.size(); ++i) {
        if (!now.walk.is_part_touching(static_cast<std::uint32_t>(i - first))) continue;
        out.instances[i].color = palette.contact;
        out.instances[i].hatched = true;
    }
}

void draw_touches(const WalkPicture& picture, draw::DrawList& out, const draw::Palette& palette) {
    const CurrentWalk& now = picture.now;
    for (const Touch& touch : now.walk.touches()) {
        if (!picture.marks.is_shown(touch.body)) continue;
        const draw::Color color = outline_color(palette);
        if (touch.surface.shape->polytope())
            add_touched(out, touch.surface, touch.clearance.features.b, color, now.is_loose(touch.body));
        else if (touch.clearance.triangle_b != kNone)
            add_triangle(out, touch.surface, touch.clearance.triangle_b, color, now.is_loose(touch.body));
        out.points.push_back({glm::vec3(touch.clearance.on_b_w), color, 5.0f, draw::Layer::xray});
    }
}

void draw_tips(const WalkPicture& picture, draw::DrawList& out, const draw::Palette& palette) {
    const Walk& walk = picture.now.walk;
    for (std::size_t f = 0; f < kFingers; ++f) {
        const TipDistance& tip = walk.tips()[f];
        if (tip.body == kNone || tip.is_touching() || !picture.marks.is_shown(tip.body)) continue;
        const glm::vec3 from_w(tip.on_tip_w), to_w(tip.on_body_w);
        out.lines.push_back({from_w, to_w, palette.closest, kHighlightWidth, false, draw::Layer::xray});
        out.points.push_back({from_w, palette.closest, 3.0f * kHighlightWidth, draw::Layer::xray});
        out.points.push_back({to_w, palette.closest, 3.0f * kHighlightWidth, draw::Layer::xray});
        out.labels.push_back({.anchor_w = 0.5f * (from_w + to_w),
                              .text = std::string(walk.hand().model().fingers[f].name) + " ",
                              .color = softened(palette.closest, palette),
                              .strong = ui::format_fixed(1000.0 * tip.distance, 1) + " mm",
                              .aside = true});
    }
}

} // namespace

void draw_walk(const WalkPicture& picture, draw::DrawList& out, const draw::Palette& palette) {
    const CurrentWalk& now = picture.now;
    const WalkDisplay& display = picture.display;
    out.daylight = now.scene.daylight;
    if (out.daylight && !display.shows_shadows()) out.daylight->shadow_radius = 0.0f;
    picture.gallery.add_meshes(out);
    draw_bodies(picture, out, palette);
    draw_hand(now, picture.gallery, out, palette);
    for (const Touch& touch : now.walk.touches())
        if (!now.is_loose(touch.body) && picture.marks.is_shown(touch.body))
            draw_contact_mark(out, touch, palette.contact);
    if (display.shows_triangles()) draw_touches(picture, out, palette);
    draw_structure(display.structure(), now, picture.marks, picture.target.aim().body, out, palette);
    if (display.shows_tips()) draw_tips(picture, out, palette);
}

} // namespace boxwood
