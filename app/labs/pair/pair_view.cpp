// 3D view of the pair lab.
#include "app/labs/pair/pair.hpp"

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood {

double PairLab::world_radius(const Body& body) {
    const glm::dvec3 s = glm::abs(body.transform.s);
    return body.shape->radius() * std::max({s.x, s.y, s.z});
}

void PairLab::draw(draw::DrawList& out, const draw::Palette& palette) const {
    draw_view(0, out, palette);
}

std::vector<LabView> PairLab::views(const draw::Palette& palette) const {
    std::vector<LabView> views;
    if (compared_.is_empty()) return views;
    compared_.color_only(palette);
    for (std::size_t view = 0; view <= compared_.count(); ++view) {
        std::vector<LegendEntry> legend = compared_.legend(view, palette);
        if (visits_.is_open && legend.empty() && (view == 0 || compared_.has_shapes(view)))
            (view == 0 ? visits_ : compared_.visits(view))
                .add_heat_legend(legend, palette); // a separate ramp
        const bool is_followed = visits_.is_open && view == followed_view();
        views.push_back(
            {compared_.title(view), (is_followed ? "followed · " : "") + compared_.note(view, visits_),
             [this, view](draw::DrawList& out, const draw::Palette& colors) { draw_view(view, out, colors); },
             std::move(legend)});
    }
    return views;
}

// 0: view of the lab's own hierarchies; above: of a compared one.
void PairLab::draw_view(std::size_t view, draw::DrawList& out, const draw::Palette& palette) const {
    const bool is_own = !compared_.has_shapes(view); // until others are built
    (is_own ? gallery_ : compared_.gallery(view)).add_meshes(out);
    for (const BodyId id : {kA, kB}) draw_mesh(is_own ? 0 : view, id, out, palette);
    if (is_own && !visits_.is_open) draw_former(out, palette);
    const PairResult* pair = contact();
    if (show_.triangles && pair)
        add_colliding_triangles(
            out, simulation_, *pair, palette, [&](std::size_t side, std::uint32_t triangle) {
                const TraversalInspector& visits = is_own ? visits_ : compared_.visits(view);
                return !visits_.is_open || visits.shows_triangle(side, triangle);
            });
    if (show_.hierarchy && (view == 0 || !is_own))
        for (const BodyId id : {kA, kB}) draw_hierarchy(view, id, out, palette);
    if (view == 0)
        visits_.draw(out, palette);
    else if (visits_.is_open && !is_own)
        compared_.visits(view).draw(out, palette);
    if (const std::optional<glm::vec4> plane_w = slice_plane()) draw::cut_scene(out, *plane_w);
    draw_distance(out, palette);
    if (!visits_.is_open) contacts_.draw(out, palette);
    if (is_selected_ && !visits_.is_open) gizmo_.draw(out, target(selected_), camera, palette);
    const Focus all = focus(false);
    add_ground(out, all.center_w.y - all.radius, 4.0f * all.radius);
}

// Where the meshes would be without the edit in the past.
void PairLab::draw_former(draw::DrawList& out, const draw::Palette& palette) const {
    const Branch* former = branch();
    if (former == nullptr || !former->is_shown) return;
    for (const BodyId id : former->different) {
        draw::MeshInstance instance;
        instance.mesh = gallery_.mesh_of(id);
        instance.world_from_mesh = to_mat4(former->ghost.world.bodies()[id].world_from_body);
        instance.color = palette.text1;
        instance.color.a = 90;
        instance.edges = true;
        out.instances.push_back(instance);
    }
}

void PairLab::draw_mesh(std::size_t view, BodyId id, draw::DrawList& out,
                        const draw::Palette& palette) const {
    draw::MeshInstance instance;
    instance.mesh = view == 0 ? gallery_.mesh_of(id) : compared_.mesh_of(view, id);
    const TraversalInspector& visits = view == 0 ? visits_ : compared_.visits(view);
    draw::MeshData& mesh = out.meshes[instance.mesh];
    const std::span<const draw::Color> only = compared_.only_colors(view, id);
    if (!only.empty()) {
        mesh.triangle_colors = only;
        mesh.revision = compared_.only_revision();
    } else if (visits_.is_open && !visits.heat_colors(id).empty()) {
        mesh.triangle_colors = visits.heat_colors(id);
        mesh.revision = visits.heat_revision();
    }
    cuts_[view][id].apply(mesh);
    instance.world_from_mesh = to_mat4(simulation_.world.bodies()[id].world_from_body);
    instance.color = id == kA ? palette.body_a : palette.body_b;
    instance.edges = show_.mesh_edges;
    instance.pick_id = id + 1;
    out.instances.push_back(instance);
    const Aabb& box_w = simulation_.world.boxes()[id];
    const glm::vec3 top_w(box_w.center().x, box_w.upper.y, box_w.center().z);
    if (!visits_.is_open)
        out.labels.push_back({top_w, (id == kA ? "A  " : "B  ") + sides_[id].name, instance.color});
}

void PairLab::draw_hierarchy(std::size_t view, BodyId body, draw::DrawList& out,
                             const draw::Palette& palette) const {
    const glm::mat4 world_from_mesh = to_mat4(simulation_.world.bodies()[body].world_from_body);
    const std::vector<std::uint8_t>& verdicts =
        view == 0 ? node_verdicts_[body] : compared_.node_verdicts(view)[body];
    const Shape& shape = view == 0 ? *sides_[body].shape : *compared_.shapes(view)[body];
    const AnyHierarchy& hierarchy = *shape.hierarchy();
    const auto first = static_cast<std::uint32_t>(depth_low_), last = static_cast<std::uint32_t>(depth_high_);
    const auto look_of = [&](const NodeBox& node) -> std::optional<BoxLook> {
        const std::uint8_t verdict = node.node < verdicts.size() ? verdicts[node.node] : 0;
        const TraversalInspector& visits = view == 0 ? visits_ : compared_.visits(view);
        if (visits_.is_open && !visits.filter(body).shows(visits.table(body), node.node)) return std::nullopt;
        if (verdict == 2) return BoxLook{palette.overlapping, 1.5f};
        if (verdict == 1 && show_.pruned) return BoxLook{palette.pruned, 1.0f, true};
        return std::nullopt;
    };
    if (hierarchy.config().volume == Aabb::kName) { // boxes have their own draw primitive
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
    if (compared_.is_empty()) visits_.add_heat_legend(rows, palette);
    visits_.add_legend(rows, palette);
    if (show_.hierarchy) rows.push_back({{ui::Sample::line, palette.overlapping}, "overlapping volume"});
    if (show_.hierarchy && show_.pruned && !visits_.is_open) // a visit has the same entry
        rows.push_back({{ui::Sample::dashed, palette.pruned}, "disjoint, pruned"});
    if (show_.triangles) rows.push_back({{ui::Sample::square, palette.contact}, "colliding triangles"});
    if (!visits_.is_open) contacts_.add_legend(rows, palette);
    if (distance_) rows.push_back({{ui::Sample::dots, palette.closest}, "closest points"});
    return rows;
}

Focus PairLab::focus(bool of_selection) const {
    const std::span<const Body> bodies = simulation_.world.bodies();
    const auto sphere = [&](BodyId id) {
        return Focus{glm::vec3(target(id).pivot_w()), static_cast<float>(world_radius(bodies[id]))};
    };
    if (of_selection)
        if (const std::optional<Focus> visit = visit_focus()) return *visit;
    if (of_selection && is_selected_) return sphere(selected_);
    const Focus a = sphere(kA), b = sphere(kB);
    const float apart = glm::distance(a.center_w, b.center_w);
    if (apart + b.radius <= a.radius) return a;
    if (apart + a.radius <= b.radius) return b;
    const float radius = 0.5f * (apart + a.radius + b.radius);
    return {a.center_w + (b.center_w - a.center_w) * ((radius - a.radius) / apart), radius};
}

} // namespace boxwood
