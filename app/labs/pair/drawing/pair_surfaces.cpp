#include "app/labs/pair/drawing/pair_surfaces.hpp"

#include <glm/common.hpp>
#include <glm/matrix.hpp>

namespace boxwood {

std::optional<glm::vec4> PairSurfaces::slice_plane(const Simulation& simulation) const {
    if (slice_.axis == 0) return std::nullopt;
    const auto axis = slice_.axis - 1;
    const std::span<const Aabb> boxes = simulation.world.boxes();
    const Aabb all = merge(boxes[kBodyA], boxes[kBodyB]);
    const float at = glm::mix(all.lower[axis], all.upper[axis], slice_.percent / 100.0f);
    glm::vec4 plane(0.0f);
    plane[axis] = slice_.keeps_above ? 1.0f : -1.0f;
    plane.w = slice_.keeps_above ? -at : at;
    return plane;
}

void PairSurfaces::update(const Simulation& simulation, const PairMeshes& meshes, const PairVisits& visits) {
    const std::optional<glm::vec4> plane_w = slice_plane(simulation);
    const ComparedHierarchies& compared = visits.compared();
    for (const BodyId id : kBothBodies) {
        std::optional<glm::vec4> plane_m;
        if (plane_w)
            plane_m = glm::transpose(to_mat4(simulation.world.bodies()[id].world_from_body)) * *plane_w;
        const auto input = [&](const TraversalInspector& inspector, std::shared_ptr<const Shape> shape) {
            const bool is_partial = visits.is_open() && inspector.marks().filter(id).is_active();
            return SurfaceCut::Input{std::move(shape),
                                     is_partial ? inspector.marks().shown_triangles(id) : std::vector<bool>(),
                                     inspector.marks().filter(id).revision(), plane_m};
        };
        cuts_[0][id].update(input(visits.own_inspector(), meshes[id].shape));
        for (std::size_t view = 1; view <= compared.count(); ++view)
            if (compared.has_shapes(view))
                cuts_[view][id].update(input(compared.visits(view), compared.shapes(view)[id]));
    }
}

void PairSurfaces::parameters(const PanelRows& controls) const {
    controls.row("slice");
    if (slice_.axis == 0) return;
    controls.row("slice-at");
    controls.row("slice-keeps");
}

void PairSurfaces::add_settings(SettingTable& io_table) {
    io_table.add(choice({"slice", "Slice", "Cuts surfaces and boxes open across this axis of the world (C)"},
                        {{"none"}, {"x"}, {"y"}, {"z"}}, 0, member(slice_.axis))
                     .segmented());
    io_table.add(number({"slice-at", "Slice at", "Position of the cut within the common box of both bodies"},
                        {.low = 0, .high = 100, .reset = 50, .unit = "%", .decimals = 1},
                        member(slice_.percent)));
    io_table.add(choice({"slice-keeps", "Keep", "The side of the cut that stays visible"},
                        {{"below"}, {"above"}}, 0, member(slice_.keeps_above))
                     .segmented());
}

} // namespace boxwood
