// What the pair lab draws in 3D.
#include "app/labs/pair.hpp"

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood {

double PairLab::world_radius(const Body& body) {
    const glm::dvec3 s = glm::abs(body.transform.s);
    return body.shape->radius() * std::max({s.x, s.y, s.z});
}

void PairLab::draw(draw::DrawList& out, const draw::Palette& palette) const {
    gallery_.add_meshes(out);
    for (const BodyId id : {kA, kB}) {
        draw::MeshData& mesh = out.meshes[gallery_.mesh_of(id)];
        mesh.triangle_colors = visits_.heat_colors(id);
        if (!mesh.triangle_colors.empty()) mesh.revision = visits_.heat_revision();
        cuts_[id].apply(mesh);
    }
    const std::span<const Body> bodies = simulation_.world.bodies();
    for (const BodyId id : {kA, kB}) {
        draw::MeshInstance instance;
        instance.mesh = gallery_.mesh_of(id);
        instance.world_from_mesh = to_mat4(bodies[id].world_from_body);
        instance.color = id == kA ? palette.body_a : palette.body_b;
        instance.edges = show_.mesh_edges;
        instance.pick_id = id + 1;
        out.instances.push_back(instance);
        const Aabb& box_w = simulation_.world.boxes()[id];
        const glm::vec3 top_w(box_w.center().x, box_w.upper.y, box_w.center().z);
        if (!visits_.is_open)
            out.labels.push_back({top_w, (id == kA ? "A  " : "B  ") + sides_[id].name, instance.color});
    }
    const PairResult* pair = contact();
    if (show_.triangles && pair)
        add_colliding_triangles(out, simulation_, *pair, palette,
                                [this](std::size_t side, std::uint32_t triangle) {
                                    return visits_.shows_triangle(side, triangle);
                                });
    if (show_.hierarchy && !visits_.is_open)
        for (const BodyId id : {kA, kB}) draw_hierarchy(out, id, palette);
    visits_.draw(out, palette);
    if (const std::optional<glm::vec4> plane_w = slice_plane()) draw::cut_scene(out, *plane_w);
    if (is_selected_ && !visits_.is_open) gizmo_.draw(out, target(selected_), camera, palette);
    const Focus all = focus(false);
    add_ground(out, all.center_w.y - all.radius, 4.0f * all.radius);
}

void PairLab::draw_hierarchy(draw::DrawList& out, BodyId body, const draw::Palette& palette) const {
    const glm::mat4 world_from_mesh = to_mat4(simulation_.world.bodies()[body].world_from_body);
    const std::vector<std::uint8_t>& verdicts = node_verdicts_[body];
    const AnyHierarchy& hierarchy = *sides_[body].shape->hierarchy();
    const auto first = static_cast<std::uint32_t>(depth_low_), last = static_cast<std::uint32_t>(depth_high_);
    const auto look_of = [&](const NodeBox& node) -> std::optional<BoxLook> {
        const std::uint8_t verdict = node.node < verdicts.size() ? verdicts[node.node] : 0;
        if (verdict == 2) return BoxLook{palette.overlapping, 1.5f};
        if (verdict == 1 && show_.pruned) return BoxLook{palette.pruned, 1.0f, true};
        return std::nullopt;
    };
    if (config_.volume == Aabb::kName) { // boxes have a primitive of their own
        std::vector<NodeBox> boxes;
        hierarchy.collect_boxes(first, last, boxes);
        for (const NodeBox& node : boxes)
            if (const auto look = look_of(node)) add_box(out, node.box, world_from_mesh, *look);
        return;
    }
    hierarchy.visit_outlines(
        first, last, [&](const NodeBox& node, const glm::vec3& from, const glm::vec3& to) {
            if (const auto look = look_of(node))
                out.lines.push_back({glm::vec3(world_from_mesh * glm::vec4(from, 1.0f)),
                                     glm::vec3(world_from_mesh * glm::vec4(to, 1.0f)), look->color,
                                     look->width, look->dashed, look->layer});
        });
}

std::vector<LegendEntry> PairLab::legend(const draw::Palette& palette) const {
    std::vector<LegendEntry> rows;
    visits_.add_legend(rows, palette);
    if (show_.hierarchy && !visits_.is_open)
        rows.push_back({{ui::Sample::line, palette.overlapping}, "overlapping volume"});
    if (show_.hierarchy && show_.pruned && !visits_.is_open)
        rows.push_back({{ui::Sample::dashed, palette.pruned}, "disjoint, pruned"});
    if (show_.triangles) rows.push_back({{ui::Sample::hatch, palette.contact}, "colliding triangles"});
    return rows;
}

Focus PairLab::focus(bool of_selection) const {
    const std::span<const Body> bodies = simulation_.world.bodies();
    const auto sphere = [&](BodyId id) {
        return Focus{glm::vec3(target(id).pivot_w()), static_cast<float>(world_radius(bodies[id]))};
    };
    if (of_selection && is_selected_) return sphere(selected_);
    const Focus a = sphere(kA), b = sphere(kB);
    const float apart = glm::distance(a.center_w, b.center_w);
    if (apart + b.radius <= a.radius) return a;
    if (apart + a.radius <= b.radius) return b;
    const float radius = 0.5f * (apart + a.radius + b.radius);
    return {a.center_w + (b.center_w - a.center_w) * ((radius - a.radius) / apart), radius};
}

} // namespace boxwood
