// What: small meshes and random poses that the tests of all collision modules share. The seed determines them.
#pragma once

#include "collision/geometry/triangle.hpp"

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace boxwood::oracle {

using Random = std::mt19937_64;

struct SampleMesh {
    std::vector<glm::vec3> positions;
    std::vector<TriangleIndices> triangles;
    MeshView view() const { return {positions, triangles}; }
};

inline double draw(Random& random, double lowest, double highest) {
    return lowest + (highest - lowest) * (static_cast<double>(random() >> 11) * 0x1p-53);
}
inline glm::dvec3 draw_point(Random& random, double size) {
    return {draw(random, -size, size), draw(random, -size, size), draw(random, -size, size)};
}

// Uniformly distributed rotations [Shoemake 1992].
inline glm::dquat draw_rotation(Random& random) {
    const double x = draw(random, 0.0, 1.0);
    const double u = 2.0 * std::numbers::pi * draw(random, 0.0, 1.0);
    const double v = 2.0 * std::numbers::pi * draw(random, 0.0, 1.0);
    return {std::cos(v) * std::sqrt(x), std::sin(u) * std::sqrt(1.0 - x), std::cos(u) * std::sqrt(1.0 - x),
            std::sin(v) * std::sqrt(x)};
}
inline Pose draw_pose(Random& random, double reach) {
    return make_pose({draw_rotation(random), draw_point(random, reach), glm::dvec3(1.0)});
}
// Scales from 10^-decades to 10^decades, of either sign.
inline glm::dvec3 draw_scale(Random& random, double decades) {
    glm::dvec3 scale;
    for (int axis = 0; axis < 3; ++axis)
        scale[axis] = std::pow(10.0, draw(random, -decades, decades)) * (random() % 2 == 0 ? 1.0 : -1.0);
    return scale;
}

// Triangles that share no vertices; some are degenerate.
inline SampleMesh make_soup(Random& random, int count, double size) {
    SampleMesh soup;
    for (int i = 0; i < count; ++i) {
        const glm::dvec3 center = draw_point(random, 1.0);
        const auto first = static_cast<std::uint32_t>(soup.positions.size());
        for (int k = 0; k < 3; ++k) soup.positions.push_back(glm::vec3(center + draw_point(random, size)));
        if (i % 13 == 12) soup.positions.back() = soup.positions[first];
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    return soup;
}

// A grid that is periodic in both directions, with two triangles per cell.
template <class Place>
SampleMesh make_closed_grid(std::uint32_t n_u, std::uint32_t n_v, Place place) {
    SampleMesh mesh;
    for (std::uint32_t i = 0; i < n_u; ++i)
        for (std::uint32_t j = 0; j < n_v; ++j)
            mesh.positions.push_back(
                glm::vec3(place(2.0 * std::numbers::pi * i / n_u, 2.0 * std::numbers::pi * j / n_v)));
    for (std::uint32_t i = 0; i < n_u; ++i)
        for (std::uint32_t j = 0; j < n_v; ++j) {
            const std::uint32_t i1 = (i + 1) % n_u, j1 = (j + 1) % n_v;
            const std::uint32_t a = i * n_v + j, b = i1 * n_v + j, c = i1 * n_v + j1, d = i * n_v + j1;
            mesh.triangles.push_back({a, b, c});
            mesh.triangles.push_back({a, c, d});
        }
    return mesh;
}

inline SampleMesh make_torus(double major, double minor, std::uint32_t n_major, std::uint32_t n_minor) {
    return make_closed_grid(n_major, n_minor, [=](double u, double v) {
        const double r = major + minor * std::cos(v);
        return glm::dvec3(r * std::cos(u), r * std::sin(u), minor * std::sin(v));
    });
}

// The surface of a cube of side 2 * half, with n x n cells per face. Faces share no vertices, and opposite faces have
// the same normal, so the surface is not oriented.
inline SampleMesh make_cube(double half, std::uint32_t n) {
    SampleMesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-half, half}) {
            const auto first = static_cast<std::uint32_t>(mesh.positions.size());
            for (std::uint32_t i = 0; i <= n; ++i)
                for (std::uint32_t j = 0; j <= n; ++j) {
                    glm::dvec3 p(0.0);
                    p[axis] = side;
                    p[(axis + 1) % 3] = half * (2.0 * i / n - 1.0);
                    p[(axis + 2) % 3] = half * (2.0 * j / n - 1.0);
                    mesh.positions.push_back(glm::vec3(p));
                }
            for (std::uint32_t i = 0; i < n; ++i)
                for (std::uint32_t j = 0; j < n; ++j) {
                    const std::uint32_t a = first + i * (n + 1) + j, b = a + n + 1;
                    mesh.triangles.push_back({a, b, b + 1});
                    mesh.triangles.push_back({a, b + 1, a + 1});
                }
        }
    return mesh;
}

// make_cube() projected to a sphere.
inline SampleMesh make_sphere(double radius, std::uint32_t n) {
    SampleMesh mesh = make_cube(1.0, n);
    for (glm::vec3& p : mesh.positions) {
        const glm::dvec3 q(p);
        p = glm::vec3(q * (radius / std::sqrt((q.x * q.x + q.y * q.y) + q.z * q.z)));
    }
    return mesh;
}

} // namespace boxwood::oracle
