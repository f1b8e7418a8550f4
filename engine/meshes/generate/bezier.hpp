// What: evaluates bicubic Bezier patches and triangulates them.
// Frame: the frame of the control points.
// Invariants: the corners of a patch are its corner control points. The patch lies in the convex hull of all control
//             points. If the control points are coplanar, the patch lies in the same plane.
// Source: [Farin 2002] chapters 4 and 14.
// Oracle: tests/engine/meshes/bezier_test.cpp: de Casteljau's construction, and the integral of the patch.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <array>
#include <cstdint>
#include <utility>

#include <glm/vec3.hpp>

namespace boxwood {

using BezierPatch = std::array<std::array<glm::dvec3, 4>, 4>; // [u][v]

// The four cubic Bernstein polynomials at t in [0, 1].
inline std::array<double, 4> bernstein(double t) {
    const double s = 1.0 - t;
    return {s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t};
}
inline glm::dvec3 point_on(const BezierPatch& patch, double u, double v) {
    const std::array<double, 4> weights_u = bernstein(u), weights_v = bernstein(v);
    glm::dvec3 point(0.0);
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j) point += weights_u[i] * weights_v[j] * patch[i][j];
    return point;
}

// Appends (n + 1)^2 vertices and 2 n^2 triangles. The triangles are clockwise in (u, v), or counter-clockwise if
// is_mirrored. `place` maps a point of the patch to a position of the mesh.
template <class Place>
void append_patch(Mesh& io_mesh, const BezierPatch& patch, std::uint32_t n, bool is_mirrored,
                  const Place& place) {
    const auto first = static_cast<std::uint32_t>(io_mesh.positions.size());
    for (std::uint32_t i = 0; i <= n; ++i)
        for (std::uint32_t j = 0; j <= n; ++j)
            io_mesh.positions.push_back(glm::vec3(place(point_on(patch, double(i) / n, double(j) / n))));
    for (std::uint32_t i = 0; i < n; ++i)
        for (std::uint32_t j = 0; j < n; ++j) {
            const std::uint32_t a = first + i * (n + 1) + j, b = a + 1, c = a + n + 2, d = a + n + 1;
            for (TriangleIndices t : {TriangleIndices{a, b, c}, TriangleIndices{a, c, d}}) {
                if (is_mirrored) std::swap(t[1], t[2]);
                io_mesh.triangles.push_back(t);
            }
        }
}

} // namespace boxwood
