#include "engine/deform/deforming_mesh.hpp"

#include <cmath>
#include <cstdio>
#include <glm/geometric.hpp>

namespace boxwood {

Status DeformingMesh::accept(std::span<const glm::vec3> positions) {
    if (positions.size() != now_.size())
        return Error{"deformed mesh: " + std::to_string(positions.size()) + " vertices instead of " +
                     std::to_string(now_.size())};
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const glm::dvec3 p(positions[i]);
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
            return Error{"deformed mesh: vertex " + std::to_string(i) + " is not a number or infinite"};
        const double radii = glm::length(p - rest_.center) / rest_.radius;
        if (!(radii <= kExploded)) {
            char text[32];
            std::snprintf(text, sizeof text, "%.3g", radii);
            return Error{"deformed mesh: vertex " + std::to_string(i) + " exploded: " + text +
                         " radii from the center"};
        }
    }
    now_.swap(before_);
    now_.assign(positions.begin(), positions.end());
    return ok();
}

Status deform(const Deformation& deformation, double frame, DeformingMesh& io_mesh) {
    const double time = frame / static_cast<double>(deformation.period);
    std::vector<glm::vec3> positions(io_mesh.rest().mesh.positions.size());
    deformation.deformer->deform(
        {io_mesh.rest(), deformation.amplitude * swing(time), time, deformation.seed}, positions);
    return io_mesh.accept(positions);
}

} // namespace boxwood
