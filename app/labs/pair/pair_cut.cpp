// Visible parts of the pair lab's two surfaces: isolated or hidden subtrees, and a clipping plane.
#include "app/labs/pair/pair.hpp"

#include <algorithm>

#include <glm/common.hpp>
#include <glm/matrix.hpp>

namespace boxwood {

// The plane normal to a world axis, at a share of the way through both bodies' boxes.
std::optional<glm::vec4> PairLab::slice_plane() const {
    if (slice_.axis == 0) return std::nullopt;
    const auto axis = slice_.axis - 1;
    const std::span<const Aabb> boxes = simulation_.world.boxes();
    const Aabb all = merge(boxes[kA], boxes[kB]);
    const float at = glm::mix(all.lower[axis], all.upper[axis], slice_.percent / 100.0f);
    glm::vec4 plane(0.0f);
    plane[axis] = slice_.keeps_above ? 1.0f : -1.0f;
    plane.w = slice_.keeps_above ? -at : at;
    return plane;
}

void PairLab::cut_surfaces() {
    if (!sides_[kA].shape) return;
    const std::optional<glm::vec4> plane_w = slice_plane();
    for (const BodyId id : {kA, kB}) {
        std::optional<glm::vec4> plane_m;
        if (plane_w)
            plane_m = glm::transpose(to_mat4(simulation_.world.bodies()[id].world_from_body)) * *plane_w;
        const auto wanted = [&](const TraversalInspector& visits, std::shared_ptr<const Shape> shape) {
            const bool is_partial = visits_.is_open && visits.filter(id).is_active();
            return SurfaceCut::Wanted{std::move(shape),
                                      is_partial ? visits.shown_triangles(id) : std::vector<bool>(),
                                      visits.filter(id).revision(), plane_m};
        };
        cuts_[0][id].update(wanted(visits_, sides_[id].shape));
        for (std::size_t view = 1; view <= compared_.count(); ++view)
            if (compared_.has_shapes(view))
                cuts_[view][id].update(wanted(compared_.visits(view), compared_.shapes(view)[id]));
    }
}

void PairLab::show_slice_parameters() {
    row("slice");
    if (slice_.axis == 0) return;
    row("slice-at");
    row("slice-keeps");
}

} // namespace boxwood
