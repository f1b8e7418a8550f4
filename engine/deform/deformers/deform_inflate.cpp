#include "engine/deform/deformers/deformer.hpp"

#include <glm/geometric.hpp>

namespace boxwood {

// The feature is what lies around one vertex that the seed chooses; it grows away from the mesh's center.
void deform_inflate(const DeformInput& input, std::span<glm::vec3> out_positions) {
    constexpr double kReach = 0.25; // of the mesh's radius
    const RestMesh& rest = input.rest;
    const std::vector<glm::vec3>& positions = rest.mesh.positions;
    const glm::dvec3 feature(positions[input.seed * 7919 % positions.size()]);
    const double reach = kReach * rest.radius;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 p(positions[input.first + i]);
        const double share = glm::length(p - feature) / reach;
        const double near = share < 1.0 ? (1.0 - share * share) * (1.0 - share * share) : 0.0;
        const glm::dvec3 base = rest.center + 0.5 * (feature - rest.center);
        out_positions[i] = glm::vec3(p + input.amplitude * near * (p - base));
    }
}

} // namespace boxwood
