#include "bench/experiments/models.hpp"

#include "engine/meshes/generate/generators.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>

namespace boxwood {
namespace {

// At least 3, because the torus and the knot need 3 subdivisions in each direction.
std::uint32_t rounded_root(double value) {
    return std::max(3u, static_cast<std::uint32_t>(std::lround(std::sqrt(value))));
}

constexpr std::array kModels{
    Model{
        "sphere",
        [](std::size_t n) { return make_geodesic_sphere(1.0, rounded_root(static_cast<double>(n) / 20.0)); }},
    Model{"rock",
          [](std::size_t n) {
              return make_bumpy_sphere({.frequency = rounded_root(static_cast<double>(n) / 20.0)});
          }},
    Model{"torus",
          [](std::size_t n) {
              const std::uint32_t around = rounded_root(static_cast<double>(n) / 5.0);
              return make_torus(1.0, 0.4, around * 5 / 2, around);
          }},
    Model{"knot",
          [](std::size_t n) {
              const std::uint32_t around = rounded_root(static_cast<double>(n) / 26.0);
              return make_torus_knot({.n_along = 13 * around, .n_around = around});
          }},
};

} // namespace

std::span<const Model> all_models() {
    return kModels;
}

Mesh fitted(Mesh mesh) {
    const Aabb box = Aabb::fit(mesh.positions);
    const float scale = 2.0f / box.longest_side();
    for (glm::vec3& p : mesh.positions) p = (p - box.center()) * scale;
    return mesh;
}

PosePairs tumble_at(double distance, int steps_per_turn) {
    PosePairs poses;
    for (int i = 0; i < steps_per_turn; ++i)
        for (int k = 0; k < steps_per_turn; ++k) {
            const glm::dquat turn =
                glm::angleAxis(2.0 * glm::pi<double>() * i / steps_per_turn, glm::dvec3(0, 0, 1)) *
                glm::angleAxis(2.0 * glm::pi<double>() * k / steps_per_turn, glm::dvec3(1, 0, 0));
            poses.emplace_back(Pose{}, make_pose({turn, glm::dvec3(distance, 0.0, 0.0), glm::dvec3(1.0)}));
        }
    return poses;
}

std::vector<double> tumble_distances(const Mesh& mesh, int count) {
    double radius = 0.0;
    for (const glm::vec3& p : mesh.positions) radius = std::max(radius, static_cast<double>(glm::length(p)));
    std::vector<double> distances;
    for (int i = 0; i < count; ++i) distances.push_back(radius * (2.0 - (i + 0.5) / count));
    return distances;
}

TumblingModel make_tumbling(const Model& model, std::size_t triangles, int steps_per_turn) {
    TumblingModel made{make_fitted(model, triangles), {}};
    made.poses = tumble_at(tumble_distances(made.mesh, 1)[0], steps_per_turn);
    return made;
}

} // namespace boxwood
