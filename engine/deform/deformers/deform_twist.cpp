#include "engine/deform/deformers/axis_frame.hpp"
#include "engine/deform/deformers/deformer.hpp"

#include <cmath>
#include <numbers>

namespace boxwood {

void deform_twist(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const RestMesh& rest = input.rest;
    const AxisFrame frame = long_frame(rest);
    const double half = rest.half[rest.long_axis] > 0.0 ? rest.half[rest.long_axis] : 1.0;
    const double angle = input.amplitude * std::numbers::pi / 180.0;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.take(rest.mesh.positions[input.first + i]);
        const double turn = 0.5 * angle * q.x / half, c = std::cos(turn), s = std::sin(turn);
        out_positions[i] = frame.put({q.x, c * q.y - s * q.z, s * q.y + c * q.z});
    }
}

} // namespace boxwood
