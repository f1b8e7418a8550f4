// How the multi-body lab looks: bodies, boxes, closest features, contacts.
#include "app/labs/multi_body.hpp"

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr float kBoxWidth = 1.0f;
constexpr float kLineWidth = 2.0f;
constexpr float kSelectedWidth = 2.5f;
constexpr float kFill = 0.66f; // of the room's bounding sphere: its corners may touch the edges of the view
constexpr std::size_t kMostContactLabels = 5; // more would hide the contacts themselves

std::vector<bool> bodies_of(const Simulation& simulation, bool only_contacts) {
    std::vector<bool> is_in(simulation.world.bodies().size(), false);
    for (const PairResult& pair : simulation.output.pairs) {
        if (only_contacts && !pair.is_contact()) continue;
        is_in[pair.bodies.a] = is_in[pair.bodies.b] = true;
    }
    return is_in;
}

} // namespace

void MultiBodyLab::draw(draw::DrawList& out, const draw::Palette& palette) const {
    gallery_.add_meshes(out);
    draw_bodies(out, palette);
    draw_boxes(out, palette);
    draw_pairs(out, palette);
    if (simulation_.room_half != glm::dvec3(0.0)) add_room(out, simulation_.room_half, palette);
    const float extent = static_cast<float>(glm::length(simulation_.room_half));
    out.depth_fade = {std::max(0.0f, camera.distance - extent), camera.distance + extent};
}

void MultiBodyLab::draw_bodies(draw::DrawList& out, const draw::Palette& palette) const {
    const std::vector<bool> touching = bodies_of(simulation_, true);
    const std::span<const Body> bodies = simulation_.world.bodies();
    const PairResult* pair = selected_pair();
    for (BodyId id = 0; id < bodies.size(); ++id) {
        if (!simulation_.world.is_live(id)) continue;
        draw::MeshInstance instance;
        instance.mesh = gallery_.mesh_of(id);
        instance.world_from_mesh = to_mat4(bodies[id].world_from_body);
        instance.color = palette.body;
        instance.pick_id = id + 1;
        if (selected_ == id) instance.color = palette.body_a;
        if (pair && pair->bodies.a == id) instance.color = palette.body_a;
        if (pair && pair->bodies.b == id) instance.color = palette.body_b;
        instance.edges = instance.color != palette.body;
        if (show_.contacts && touching[id]) {
            instance.color = palette.contact;
            instance.hatched = instance.edges = true;
            instance.layer = draw::Layer::shine_through;
        }
        out.instances.push_back(instance);
        if (show_.names || selected_ == id)
            out.labels.push_back({glm::vec3(bodies[id].world_from_body * bodies[id].shape->center()),
                                  body_name(id), palette.text2});
    }
}

void MultiBodyLab::draw_boxes(draw::DrawList& out, const draw::Palette& palette) const {
    if (show_.boxes == Boxes::none) return;
    const std::vector<bool> in_pair = bodies_of(simulation_, false);
    const std::span<const Aabb> boxes = simulation_.world.boxes();
    const PairResult* pair = selected_pair();
    for (BodyId id = 0; id < boxes.size(); ++id) {
        if (!simulation_.world.is_live(id)) continue;
        const bool is_selected = selected_ == id || (pair && (pair->bodies.a == id || pair->bodies.b == id));
        if (show_.boxes == Boxes::overlapping && !in_pair[id] && !is_selected) continue;
        BoxLook look{palette.pruned, kBoxWidth, true};
        if (in_pair[id]) look = {draw::with_alpha(palette.overlapping, 150), kBoxWidth};
        if (is_selected) look.width = kSelectedWidth;
        add_box(out, boxes[id], glm::mat4(1.0f), look);
    }
}

void MultiBodyLab::draw_pairs(draw::DrawList& out, const draw::Palette& palette) const {
    std::size_t labels = 0;
    const PairResult* selected = selected_pair();
    for (const PairResult& pair : simulation_.output.pairs) {
        if (pair.is_contact()) {
            if (show_.triangles) add_colliding_triangles(out, simulation_, pair, palette);
            if (show_.contacts && labels++ < kMostContactLabels)
                out.labels.push_back(
                    {glm::vec3(pair.point_on_a_w),
                     "contact " + body_name(pair.bodies.a) + " · " + body_name(pair.bodies.b),
                     palette.contact});
            continue;
        }
        if (!show_.lines || !pair.are_polytopes) continue;
        if (line_below_ > 0.0 && pair.distance > line_below_ && &pair != selected) continue;
        const float width = &pair == selected ? kSelectedWidth : kLineWidth;
        add_closest_line(out, pair, {palette.closest, width, false, draw::Layer::shine_through});
    }
}

std::vector<LegendEntry> MultiBodyLab::legend(const draw::Palette& palette) const {
    std::vector<LegendEntry> rows;
    if (show_.boxes != Boxes::none)
        rows.push_back({{ui::Sample::line, palette.overlapping}, "box of an overlapping pair"});
    if (show_.boxes == Boxes::all)
        rows.push_back({{ui::Sample::dashed, palette.pruned}, "box without a pair"});
    if (show_.lines) rows.push_back({{ui::Sample::dots, palette.closest}, "closest features"});
    if (show_.contacts) rows.push_back({{ui::Sample::hatch, palette.contact}, "in contact"});
    return rows;
}

Focus MultiBodyLab::focus(bool of_selection) const {
    const std::span<const Body> bodies = simulation_.world.bodies();
    if (of_selection && selected_ && simulation_.world.is_live(*selected_)) {
        const Body& body = bodies[*selected_];
        return {glm::vec3(body.world_from_body * body.shape->center()),
                3.0f * static_cast<float>(body.shape->radius())};
    }
    if (simulation_.room_half != glm::dvec3(0.0))
        return {glm::vec3(0.0f), kFill * static_cast<float>(glm::length(simulation_.room_half))};
    Aabb bounds;
    for (BodyId id = 0; id < bodies.size(); ++id)
        if (simulation_.world.is_live(id)) bounds = merge(bounds, simulation_.world.boxes()[id]);
    if (bounds.is_empty()) return {};
    return {bounds.center(), glm::length(bounds.half())};
}

} // namespace boxwood
