#include "engine/meshes/generate/generators.hpp"

#include "collision/core/check.hpp"

#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kTwoPi = 2.0 * std::numbers::pi;

// A closed tube of n_along rings with n_around vertices each. Vertex (i, j) is at point(i, j) and has the index
// i * n_around + j.
template <class Point>
Mesh make_closed_tube(std::uint32_t n_along, std::uint32_t n_around, const Point& point) {
    Mesh mesh;
    mesh.positions.reserve(std::size_t{n_along} * n_around);
    mesh.triangles.reserve(2 * std::size_t{n_along} * n_around);
    for (std::uint32_t i = 0; i < n_along; ++i)
        for (std::uint32_t j = 0; j < n_around; ++j) mesh.positions.push_back(glm::vec3(point(i, j)));
    for (std::uint32_t i = 0; i < n_along; ++i)
        for (std::uint32_t j = 0; j < n_around; ++j) {
            const std::uint32_t next_i = (i + 1) % n_along, next_j = (j + 1) % n_around;
            const std::uint32_t a = i * n_around + j, b = next_i * n_around + j;
            const std::uint32_t c = next_i * n_around + next_j, d = i * n_around + next_j;
            mesh.triangles.push_back({a, b, c});
            mesh.triangles.push_back({a, c, d});
        }
    return mesh;
}

glm::dvec3 knot_curve(const TorusKnotParams& k, double t) {
    const double ring = k.major_radius + k.minor_radius * std::cos(k.q * t);
    return {ring * std::cos(k.p * t), ring * std::sin(k.p * t), k.minor_radius * std::sin(k.q * t)};
}

// Normal of the torus that the curve runs on. It is perpendicular to the curve everywhere and periodic over one round.
// A frame that is transported along the curve would not be periodic.
glm::dvec3 torus_normal(const TorusKnotParams& k, double t) {
    return {std::cos(k.q * t) * std::cos(k.p * t), std::cos(k.q * t) * std::sin(k.p * t), std::sin(k.q * t)};
}

glm::dvec3 knot_tangent(const TorusKnotParams& k, double t) {
    const double p = k.p, q = k.q;
    const double ring = k.major_radius + k.minor_radius * std::cos(q * t);
    const double ring_rate = -k.minor_radius * q * std::sin(q * t);
    return glm::normalize(glm::dvec3(ring_rate * std::cos(p * t) - ring * p * std::sin(p * t),
                                     ring_rate * std::sin(p * t) + ring * p * std::cos(p * t),
                                     k.minor_radius * q * std::cos(q * t)));
}

} // namespace

Mesh make_torus(double major_radius, double minor_radius, std::uint32_t n_major, std::uint32_t n_minor) {
    BOXWOOD_ASSERT(n_major >= 3 && n_minor >= 3 && minor_radius > 0.0 && minor_radius < major_radius);
    Mesh mesh = make_closed_tube(n_major, n_minor, [&](std::uint32_t i, std::uint32_t j) {
        const double u = kTwoPi * i / n_major, v = kTwoPi * j / n_minor;
        const double ring = major_radius + minor_radius * std::cos(v);
        return glm::dvec3(ring * std::cos(u), ring * std::sin(u), minor_radius * std::sin(v));
    });
    mesh.name = "torus";
    return mesh;
}

Mesh make_torus_knot(const TorusKnotParams& params) {
    BOXWOOD_ASSERT(params.n_along >= 3 && params.n_around >= 3 && params.tube_radius > 0.0);
    Mesh mesh = make_closed_tube(params.n_along, params.n_around, [&](std::uint32_t i, std::uint32_t j) {
        const double t = kTwoPi * i / params.n_along, v = kTwoPi * j / params.n_around;
        const glm::dvec3 out = torus_normal(params, t), side = glm::cross(out, knot_tangent(params, t));
        return knot_curve(params, t) + params.tube_radius * (std::cos(v) * out + std::sin(v) * side);
    });
    mesh.name = "torus knot";
    return mesh;
}

} // namespace boxwood
