#include "collision/core/check.hpp"
#include "engine/meshes/hull.hpp"
#include "engine/meshes/solid.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

void remove_duplicates(std::vector<glm::vec3>& io_points) {
    const auto key = [](const glm::vec3& p) { return std::tuple(p.x, p.y, p.z); };
    std::sort(io_points.begin(), io_points.end(),
              [&](const glm::vec3& a, const glm::vec3& b) { return key(a) < key(b); });
    io_points.erase(std::unique(io_points.begin(), io_points.end()), io_points.end());
}

} // namespace

Result<SolidMesh> make_convex_solid(std::vector<glm::vec3> points) {
    remove_duplicates(points);
    const Result<Polytope> hull = make_hull(points);
    if (!hull) return hull.error();
    const MeshView view = hull->mesh();
    SolidMesh solid;
    solid.surface.positions.assign(view.positions.begin(), view.positions.end());
    solid.surface.triangles.assign(view.triangles.begin(), view.triangles.end());
    solid.pieces.push_back(solid.surface.positions);
    return solid;
}

// The hull of eighths of a sphere around the corners of a smaller box, each sampled on a triangular grid.
Result<SolidMesh> make_rounded_box(const glm::dvec3& half, double bevel, std::uint32_t steps) {
    BOXWOOD_ASSERT(bevel > 0.0 && bevel < half.x && bevel < half.y && bevel < half.z && steps >= 1);
    std::vector<glm::vec3> points;
    for (std::uint32_t corner = 0; corner < 8; ++corner) {
        const glm::dvec3 sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
        for (std::uint32_t i = 0; i <= steps; ++i)
            for (std::uint32_t k = 0; i + k <= steps; ++k) {
                const glm::dvec3 direction = glm::normalize(glm::dvec3(i, k, steps - i - k));
                points.push_back(glm::vec3(sign * (half - bevel + bevel * direction)));
            }
    }
    return make_convex_solid(std::move(points));
}

Result<SolidMesh> make_tapered_box(const TaperedBoxParams& params) {
    const glm::dvec3& half = params.half;
    std::vector<glm::vec3> points;
    for (const double x : {-1.0, 1.0})
        for (const double z : {-1.0, 1.0}) {
            points.push_back(glm::vec3(glm::dvec3(x * half.x, -half.y, z * half.z)));
            points.push_back(glm::vec3(
                glm::dvec3(params.shift_x + x * params.top_x, half.y, params.shift_z + z * params.top_z)));
        }
    return make_convex_solid(std::move(points));
}

} // namespace boxwood
