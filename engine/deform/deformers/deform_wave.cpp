#include "engine/deform/deformers/axis_frame.hpp"
#include "engine/deform/deformers/deformer.hpp"

#include <cmath>
#include <numbers>

namespace boxwood {

void deform_wave(const DeformInput& input, std::span<glm::vec3> out_positions) {
    constexpr double kWaves = 3.0; // along the axis
    const RestMesh& rest = input.rest;
    const AxisFrame frame = long_frame(rest);
    const double half = rest.half[rest.long_axis] > 0.0 ? rest.half[rest.long_axis] : 1.0;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.take(rest.mesh.positions[input.first + i]);
        const double phase = 2.0 * std::numbers::pi * (0.5 * kWaves * q.x / half - input.time);
        out_positions[i] = frame.put({q.x, q.y + input.amplitude * rest.radius * std::sin(phase), q.z});
    }
}

} // namespace boxwood
