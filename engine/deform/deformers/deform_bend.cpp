#include "engine/deform/deformers/axis_frame.hpp"
#include "engine/deform/deformers/deformer.hpp"

#include <cmath>
#include <numbers>

namespace boxwood {

void deform_bend(const DeformInput& input, std::span<glm::vec3> out_positions) {
    const RestMesh& rest = input.rest;
    const AxisFrame frame = long_frame(rest);
    const double half = rest.half[rest.long_axis];
    const double angle = input.amplitude * std::numbers::pi / 180.0;
    constexpr double kStraight = 1e-9; // radians: below it the arc's radius says nothing any more
    for (std::size_t i = 0; i < out_positions.size(); ++i) {
        const glm::dvec3 q = frame.take(rest.mesh.positions[input.first + i]);
        if (angle < kStraight || !(half > 0.0)) {
            out_positions[i] = rest.mesh.positions[input.first + i];
            continue;
        }
        // The axis keeps its length: an arc of `angle` about a center at this height.
        const double radius = 2.0 * half / angle, turn = q.x / radius;
        out_positions[i] =
            frame.put({(radius - q.y) * std::sin(turn), radius - (radius - q.y) * std::cos(turn), q.z});
    }
}

} // namespace boxwood
