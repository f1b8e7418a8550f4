#include "engine/meshes/generate/generators.hpp"

#include "collision/core/check.hpp"
#include "engine/meshes/generate/noise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kPhi = std::numbers::phi;
constexpr std::array<std::array<double, 3>, 12> kIcosahedronCorners{{{-1, kPhi, 0},
                                                                     {1, kPhi, 0},
                                                                     {-1, -kPhi, 0},
                                                                     {1, -kPhi, 0},
                                                                     {0, -1, kPhi},
                                                                     {0, 1, kPhi},
                                                                     {0, -1, -kPhi},
                                                                     {0, 1, -kPhi},
                                                                     {kPhi, 0, -1},
                                                                     {kPhi, 0, 1},
                                                                     {-kPhi, 0, -1},
                                                                     {-kPhi, 0, 1}}};
constexpr std::array<TriangleIndices, 20> kIcosahedronFaces{
    {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
     {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
     {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};

glm::dvec3 corner(std::uint32_t index) {
    return {kIcosahedronCorners[index][0], kIcosahedronCorners[index][1], kIcosahedronCorners[index][2]};
}

// The vertices of the icosahedron come first, then the vertices inside its edges, then the vertices inside its faces.
class GeodesicGrid {
  public:
    explicit GeodesicGrid(std::uint32_t frequency)
        : frequency_(frequency) {
        for (auto& row : edge_of_) row.fill(0);
        std::uint32_t edges = 0;
        for (const TriangleIndices& face : kIcosahedronFaces)
            for (std::size_t k = 0; k < 3; ++k)
                if (const std::uint32_t a = face[k], b = face[(k + 1) % 3]; a < b) edge_of_[a][b] = edges++;
    }

    std::uint32_t vertex_count() const { return 10 * frequency_ * frequency_ + 2; }

    // Index of the vertex of a face with the given barycentric weights, which are integers with the sum `frequency`.
    std::uint32_t vertex(std::uint32_t face, const std::array<std::uint32_t, 3>& weights) const {
        const TriangleIndices& corners = kIcosahedronFaces[face];
        for (std::size_t k = 0; k < 3; ++k)
            if (weights[k] == frequency_) return corners[k];
        for (std::size_t k = 0; k < 3; ++k)
            if (weights[k] == 0) {
                const std::size_t m = (k + 1) % 3, n = (k + 2) % 3;
                return corners[m] < corners[n] ? on_edge(corners[m], corners[n], weights[n])
                                               : on_edge(corners[n], corners[m], weights[m]);
            }
        // Vertices inside the face with the same weights[1] form a row of frequency - 1 - weights[1] vertices.
        const std::uint32_t f = frequency_, row = weights[1];
        const std::uint32_t before = (row - 1) * (f - 1) - row * (row - 1) / 2;
        return 12 + 30 * (f - 1) + face * ((f - 1) * (f - 2) / 2) + before + weights[2] - 1;
    }

  private:
    std::uint32_t on_edge(std::uint32_t low, std::uint32_t high, std::uint32_t steps) const {
        return 12 + edge_of_[low][high] * (frequency_ - 1) + steps - 1;
    }
    std::uint32_t frequency_;
    std::array<std::array<std::uint32_t, 12>, 12> edge_of_{};
};

// A geodesic sphere whose vertices are moved along their directions to the distance radius_along(direction).
template <class Radius>
Mesh make_star_shaped(std::uint32_t frequency, const Radius& radius_along) {
    const GeodesicGrid grid(frequency);
    Mesh mesh;
    mesh.positions.resize(grid.vertex_count());
    mesh.triangles.reserve(20 * std::size_t{frequency} * frequency);
    for (std::uint32_t face = 0; face < kIcosahedronFaces.size(); ++face) {
        const auto at = [&](std::uint32_t i, std::uint32_t j) {
            return grid.vertex(face, {frequency - i - j, i, j});
        };
        for (std::uint32_t i = 0; i <= frequency; ++i)
            for (std::uint32_t j = 0; i + j <= frequency; ++j) {
                const glm::dvec3 direction =
                    glm::normalize(double(frequency - i - j) * corner(kIcosahedronFaces[face][0]) +
                                   double(i) * corner(kIcosahedronFaces[face][1]) +
                                   double(j) * corner(kIcosahedronFaces[face][2]));
                mesh.positions[at(i, j)] = glm::vec3(radius_along(direction) * direction);
                if (i + j < frequency) mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
                if (i + j + 1 < frequency)
                    mesh.triangles.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
            }
    }
    return mesh;
}

// Translates the ellipsoid by `center`, then rotates it about the x axis.
void append_ellipsoid(Mesh& io_mesh, std::uint32_t frequency, const glm::dvec3& half,
                      const glm::dvec3& center, double angle) {
    Mesh part = make_geodesic_sphere(1.0, frequency);
    for (glm::vec3& p : part.positions) {
        const glm::dvec3 q = half * glm::dvec3(p) + center;
        p = glm::vec3(glm::dvec3(q.x, q.y * std::cos(angle) - q.z * std::sin(angle),
                                 q.y * std::sin(angle) + q.z * std::cos(angle)));
    }
    append(io_mesh, part);
}

} // namespace

Mesh make_geodesic_sphere(double radius, std::uint32_t frequency) {
    BOXWOOD_ASSERT(frequency >= 1 && frequency <= 4096 && radius > 0.0);
    Mesh mesh = make_star_shaped(frequency, [radius](const glm::dvec3&) { return radius; });
    mesh.name = "sphere";
    return mesh;
}

Mesh make_icosphere(std::uint32_t levels, double radius) {
    return make_geodesic_sphere(radius, std::uint32_t{1} << levels);
}

Mesh make_bumpy_sphere(const BumpySphereParams& params) {
    BOXWOOD_ASSERT(params.amplitude >= 0.0 && params.amplitude <= 0.9);
    constexpr int kLayers = 6;
    Mesh mesh = make_star_shaped(params.frequency, [&params](const glm::dvec3& direction) {
        const double bump = layered_noise(params.detail * direction, kLayers, params.seed);
        return params.radius * (1.0 + params.amplitude * bump);
    });
    mesh.name = "rock";
    return mesh;
}

Mesh make_craft(double length) {
    Mesh mesh;
    mesh.name = "craft";
    append_ellipsoid(mesh, 10, length * glm::dvec3(0.5, 0.05, 0.05), glm::dvec3(0.0), 0.0);
    for (int wing = 0; wing < 4; ++wing) {
        const double angle =
            std::numbers::pi * (wing < 2 ? 1.0 : -1.0) / 8.0 + (wing % 2 == 0 ? 0.0 : std::numbers::pi);
        append_ellipsoid(mesh, 7, length * glm::dvec3(0.11, 0.2, 0.008), length * glm::dvec3(-0.25, 0.2, 0.0),
                         angle);
    }
    return mesh;
}

} // namespace boxwood
