#include "engine/meshes/generate/random_polytope.hpp"

#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/hull.hpp"

#include <algorithm>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::uint64_t kAttempts = 200;

std::vector<glm::vec3> rounded(const std::vector<glm::dvec3>& points) {
    std::vector<glm::vec3> result;
    for (const glm::dvec3& p : points) result.push_back(glm::vec3(p));
    return result;
}

std::vector<glm::dvec3> draw_points(const RandomPolytopeParams& params, std::uint64_t seed) {
    Random random(seed);
    std::vector<glm::dvec3> points(params.faces / 2 + 2);
    for (glm::dvec3& p : points) p = random.unit_vector() * glm::dvec3(1.0, 1.0, params.aspect_ratio);
    return points;
}

// Centroid of the solid: the mean of the centroids of the tetrahedra from the origin to the triangles of the faces,
// weighted by signed volume.
glm::dvec3 centroid_of(const std::vector<glm::dvec3>& points,
                       const std::vector<std::vector<std::uint32_t>>& faces) {
    glm::dvec3 weighted(0.0);
    double total_volume = 0.0;
    for (const auto& face : faces)
        for (std::size_t k = 2; k < face.size(); ++k) {
            const glm::dvec3 &a = points[face[0]], &b = points[face[k - 1]], &c = points[face[k]];
            const double six_volumes = glm::dot(a, glm::cross(b, c));
            weighted += six_volumes * (a + b + c) / 4.0;
            total_volume += six_volumes;
        }
    return weighted / total_volume;
}

// The hull with its centroid at the origin, scaled to `radius`. The hull is computed again after the points are rounded
// to float, because rounding can change its faces.
Result<Polytope> make_centered_hull(std::vector<glm::dvec3> points, double radius) {
    const auto faces = find_hull_faces(rounded(points));
    if (!faces) return faces.error();
    const glm::dvec3 centroid = centroid_of(points, *faces);
    double farthest = 0.0;
    for (glm::dvec3& p : points) {
        p -= centroid;
        farthest = std::max(farthest, glm::length(p));
    }
    for (glm::dvec3& p : points) p *= radius / farthest;
    return make_hull(rounded(points));
}

} // namespace

Status check_params(const RandomPolytopeParams& params) {
    if (params.faces > kMaxRandomFaces)
        return Error{"faces must be at most " + std::to_string(kMaxRandomFaces) + ", not " +
                     std::to_string(params.faces)};
    if (!(params.radius >= 1e-6 && params.radius <= 1e6)) return Error{"radius must be from 1e-6 to 1e6"};
    if (!(params.aspect_ratio >= 1.0 && params.aspect_ratio <= 100.0))
        return Error{"aspect-ratio must be from 1 to 100"};
    return ok();
}

Result<Polytope> make_random_polytope(const RandomPolytopeParams& params) {
    if (const Status usable = check_params(params); !usable) return usable.error();
    RandomPolytopeParams even = params;
    even.faces = std::max(4u, params.faces + params.faces % 2);
    for (std::uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
        const std::uint64_t seed = attempt == 0 ? params.seed : mix_seed(params.seed, attempt);
        Result<Polytope> polytope = make_centered_hull(draw_points(even, seed), params.radius);
        // This number of faces implies that all faces are triangles: each corner of a face beyond its third reduces the
        // number of faces, 2 V - 4, by one.
        if (polytope && polytope->faces().size() == even.faces) return polytope;
    }
    return Error{"no polytope of " + std::to_string(even.faces) + " triangles found for seed " +
                 std::to_string(params.seed) + "; try another seed or fewer faces"};
}

} // namespace boxwood
