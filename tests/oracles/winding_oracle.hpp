// What: the winding number of a closed surface around a point, as the sum of the solid angles of all its triangles.
// Frame: any, the same for all arguments.
// Source: [Van Oosterom 1983].
#pragma once

#include "collision/geometry/triangle.hpp"

#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

namespace boxwood::oracle {

// The number is not an integer on the surface. Nearer to the surface than about 1e-15 of the mesh's size, it is not
// reliable.
inline long double winding_number(const Pose& world_from_mesh, const MeshView& mesh,
                                  const glm::dvec3& point_w) {
    using Vector = glm::vec<3, long double>;
    long double sum = 0.0L;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
        const Triangle64 t = world_triangle(world_from_mesh, mesh, i);
        const Vector a = Vector(t[0]) - Vector(point_w), b = Vector(t[1]) - Vector(point_w),
                     c = Vector(t[2]) - Vector(point_w);
        const long double la = glm::length(a), lb = glm::length(b), lc = glm::length(c);
        sum +=
            2.0L * std::atan2(glm::dot(a, glm::cross(b, c)),
                              la * lb * lc + glm::dot(a, b) * lc + glm::dot(a, c) * lb + glm::dot(b, c) * la);
    }
    return sum / (4.0L * std::numbers::pi_v<long double>);
}

} // namespace boxwood::oracle
