#include "engine/deform/deformers/axis_frame.hpp"
#include "engine/deform/deformers/deformer.hpp"

#include <cmath>
#include <numbers>

namespace boxwood {

void deform_swirl(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const RestMesh& rest = input.rest;
    const AxisFrame frame(rest, rest.short_axis, rest.long_axis);
    const double angle = input.amplitude * std::numbers::pi / 180.0;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.take(rest.mesh.positions[input.first + i]);
        const double share = std::sqrt(q.y * q.y + q.z * q.z) / rest.radius; // 0 at the axis, 1 at the rim
        const double calm = share < 1.0 ? 1.0 - share : 0.0;
        const double turn = angle * calm * calm, c = std::cos(turn), s = std::sin(turn);
        out_positions[i] = frame.put({q.x, c * q.y - s * q.z, s * q.y + c * q.z});
    }
}

} // namespace boxwood
