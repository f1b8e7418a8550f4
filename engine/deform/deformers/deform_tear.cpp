#include "engine/deform/deformers/deformer.hpp"
#include "engine/meshes/generate/random.hpp"

namespace boxwood {

// A triangle's direction and reach come from its own stream: they do not depend on the others.
void deform_tear(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const RestMesh& rest = input.rest;
    for (std::size_t t = 0; t < rest.mesh.triangles.size(); ++t) {
        const auto number = [&](std::uint64_t k) {
            const std::uint64_t bits = mix_seed(mix_seed(input.seed, t), k);
            return 2.0 * (static_cast<double>(bits >> 11) * 0x1p-53) - 1.0;
        };
        const glm::dvec3 push = input.amplitude * rest.radius * glm::dvec3(number(0), number(1), number(2));
        for (const std::uint32_t vertex : rest.mesh.triangles[t])
            out_positions[vertex] = glm::vec3(glm::dvec3(rest.mesh.positions[vertex]) + push);
    }
}

} // namespace boxwood
