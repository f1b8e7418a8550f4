#include "engine/deform/deformers/axis_frame.hpp"
#include "engine/deform/deformers/deformer.hpp"

#include <cmath>
#include <numbers>

namespace boxwood {

void deform_taper(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const RestMesh& rest = input.rest;
    const AxisFrame frame = long_frame(rest);
    const double half = rest.half[rest.long_axis] > 0.0 ? rest.half[rest.long_axis] : 1.0;
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.take(rest.mesh.positions[input.first + i]);
        const double scale = 1.0 + input.amplitude * q.x / half;
        out_positions[i] = frame.put({q.x, scale * q.y, scale * q.z});
    }
}

} // namespace boxwood
