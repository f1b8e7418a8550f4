#include "engine/deform/deformers/deformer.hpp"

#include "engine/meshes/generate/noise.hpp"
#include "engine/meshes/generate/random.hpp"

#include <cmath>
#include <numbers>

namespace boxwood {

void deform_noise(const DeformInput& input, std::span<glm::vec3> out_positions) {
    constexpr double kDetail = 4.0; // lattice points of the field per radius
    constexpr double kDrift = 0.5;  // lattice steps that the field circles in a period
    const RestMesh& rest = input.rest;
    const double phase = 2.0 * std::numbers::pi * input.time;
    const glm::dvec3 drift(kDrift * std::cos(phase), kDrift * std::sin(phase), 0.0);
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 p(rest.mesh.positions[input.first + i]);
        const glm::dvec3 place = (p - rest.center) * (kDetail / rest.radius) + drift;
        glm::dvec3 push;
        for (int axis = 0; axis < 3; ++axis)
            push[axis] = value_noise(place, mix_seed(input.seed, static_cast<std::uint64_t>(axis)));
        out_positions[i] = glm::vec3(p + input.amplitude * rest.radius * push);
    }
}

} // namespace boxwood
