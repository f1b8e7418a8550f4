#include "app/labs/pair/drawing/pair_picture.hpp"

#include "app/labs/pair/meshes/placement.hpp"

#include <utility>

namespace boxwood {

// Until a compared hierarchy is built, its view shows the lab's own meshes without visits.
void PairPicture::draw(std::size_t view, draw::DrawList& out, const draw::Palette& palette) const {
    const bool is_own = !visits.shows_compared(view), has_visit = visits.is_open();
    const TraversalInspector& inspector = visits.of_view(view);
    const PairVisibility& visibility = display.visibility;
    (is_own ? surfaces.gallery() : visits.compared().gallery(view)).add_meshes(out);
    for (const BodyId id : kBothBodies)
        if (visibility.shows({id})) draw_mesh(is_own ? 0 : view, id, out, palette);
    if (is_own && !has_visit) draw_former(out, palette);
    const PairResult* pair = contact_of(simulation);
    if (display.triangles && pair)
        add_colliding_triangles(out, simulation, *pair, palette,
                                [&](std::size_t side, std::uint32_t triangle) {
                                    return visibility.shows({static_cast<BodyId>(side)}) &&
                                           (!has_visit || inspector.shows_triangle(side, triangle));
                                });
    if (display.boxes.is_shown && (view == 0 || !is_own))
        for (const BodyId id : kBothBodies)
            if (visibility.shows({id, false, view == 0 ? 0 : visits.compared().slot(view)}))
                draw_hierarchy(view, id, out, palette);
    if (view == 0 || (has_visit && !is_own)) inspector.draw(out, palette);
    if (const std::optional<glm::vec4> plane_w = surfaces.slice_plane(simulation))
        draw::cut_scene(out, *plane_w);
    // Not shown for a single mesh, because the distance and the contacts belong to both meshes.
    if (shows_both()) distance.draw(out, palette);
    if (shows_both() && !has_visit) display.contacts.draw(out, palette);
    if (const std::optional<BodyId> selected = poses.selected();
        selected && !has_visit && visibility.shows({*selected}))
        poses.draw_handles(out, palette);
    const Focus all = focus_on_both(simulation);
    add_ground(out, all.center_w.y - all.radius, 4.0f * all.radius);
}

bool PairPicture::shows_both() const {
    return display.visibility.shows({kBodyA}) && display.visibility.shows({kBodyB});
}

// Draws the meshes at their poses in the replaced frames, without the edit.
void PairPicture::draw_former(draw::DrawList& out, const draw::Palette& palette) const {
    if (former == nullptr || !former->is_shown) return;
    for (const BodyId id : former->different) {
        if (!display.visibility.shows({id})) continue;
        draw::MeshInstance instance;
        instance.mesh = surfaces.gallery().mesh_of(id);
        instance.world_from_mesh = to_mat4(former->ghost.world.bodies()[id].world_from_body);
        instance.color = palette.text1;
        instance.color.a = 90;
        instance.edges = true;
        out.instances.push_back(instance);
    }
}

void PairPicture::draw_mesh(std::size_t view, BodyId id, draw::DrawList& out,
                            const draw::Palette& palette) const {
    const ComparedHierarchies& compared = visits.compared();
    const TraversalInspector& inspector = visits.of_view(view);
    draw::MeshInstance instance;
    instance.mesh = view == 0 ? surfaces.gallery().mesh_of(id) : compared.mesh_of(view, id);
    draw::MeshData& mesh = out.meshes[instance.mesh];
    const std::span<const draw::Color> only = compared.reach_colors(view, id);
    if (!only.empty()) {
        mesh.triangle_colors = only;
        mesh.revision = compared.reach_colors_revision();
    } else if (visits.is_open() && !inspector.heat_colors(id).empty()) {
        mesh.triangle_colors = inspector.heat_colors(id);
        mesh.revision = inspector.heat_revision();
    }
    surfaces.apply(view, id, mesh);
    instance.world_from_mesh = to_mat4(simulation.world.bodies()[id].world_from_body);
    instance.color = id == kBodyA ? palette.body_a : palette.body_b;
    instance.edges = display.mesh_edges;
    instance.pick_id = id + 1;
    out.instances.push_back(instance);
    const Aabb& box_w = simulation.world.boxes()[id];
    const glm::vec3 top_w(box_w.center().x, box_w.upper.y, box_w.center().z);
    if (!visits.is_open())
        out.labels.push_back({top_w, (id == kBodyA ? "A  " : "B  ") + meshes[id].name, instance.color});
}

void PairPicture::draw_hierarchy(std::size_t view, BodyId id, draw::DrawList& out,
                                 const draw::Palette& palette) const {
    const Shape& shape = view == 0 ? *meshes[id].shape : *visits.compared().shapes(view)[id];
    HierarchyBoxes::Subject subject{*shape.hierarchy(), visits.node_verdicts(view, id),
                                    simulation.world.bodies()[id].world_from_body, nullptr};
    if (visits.is_open())
        subject.node_filter = [&inspector = visits.of_view(view), id](std::uint32_t node) {
            return inspector.marks().filter(id).shows(inspector.recording().table(id), node);
        };
    display.boxes.draw(subject, out, palette);
}

std::vector<LegendEntry> PairPicture::legend(const draw::Palette& palette) const {
    const bool has_visit = visits.is_open();
    std::vector<LegendEntry> rows;
    if (visits.compared().is_empty()) visits.own_inspector().add_heat_legend(rows, palette);
    visits.own_inspector().add_legend(rows, palette);
    const bool is_distance_query = visits.own_inspector().recording().is_distance_query();
    if (display.boxes.is_shown)
        rows.push_back({{ui::Sample::line, palette.overlapping},
                        is_distance_query ? "volume not pruned" : "overlapping volume"});
    // An open visit adds the same entry.
    if (display.boxes.is_shown && display.boxes.shows_pruned() && !has_visit)
        rows.push_back({{ui::Sample::dashed, palette.pruned},
                        is_distance_query ? "farther, pruned" : "disjoint, pruned"});
    if (display.triangles) rows.push_back({{ui::Sample::square, palette.contact}, "colliding triangles"});
    if (shows_both() && !has_visit) display.contacts.add_legend(rows, palette);
    if (shows_both()) distance.add_legend(rows, palette);
    return rows;
}

} // namespace boxwood
