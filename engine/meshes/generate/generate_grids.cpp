#include "engine/meshes/generate/generators.hpp"

#include "collision/core/check.hpp"
#include "engine/meshes/generate/noise.hpp"

namespace boxwood {

Mesh make_box(const glm::dvec3& half) {
    BOXWOOD_ASSERT(half.x > 0.0 && half.y > 0.0 && half.z > 0.0);
    Mesh mesh;
    mesh.name = "box";
    for (std::uint32_t corner = 0; corner < 8; ++corner) // bit k is set if the corner is at +half on axis k
        mesh.positions.push_back(glm::vec3(corner & 1 ? half.x : -half.x, corner & 2 ? half.y : -half.y,
                                           corner & 4 ? half.z : -half.z));
    mesh.triangles = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
    return mesh;
}

Mesh make_heightfield(const HeightfieldParams& params) {
    BOXWOOD_ASSERT(params.n_x >= 1 && params.n_z >= 1);
    constexpr int kLayers = 6;
    Mesh mesh;
    mesh.name = "heightfield";
    for (std::uint32_t i = 0; i <= params.n_x; ++i)
        for (std::uint32_t k = 0; k <= params.n_z; ++k) {
            const double u = 2.0 * i / params.n_x - 1.0, w = 2.0 * k / params.n_z - 1.0;
            const glm::dvec3 noise_point = 0.5 * params.detail * glm::dvec3(u, 0.0, w);
            const double height = params.height * layered_noise(noise_point, kLayers, params.seed);
            mesh.positions.push_back(glm::vec3(glm::dvec3(params.half_x * u, height, params.half_z * w)));
        }
    const std::uint32_t row = params.n_z + 1;
    for (std::uint32_t i = 0; i < params.n_x; ++i)
        for (std::uint32_t k = 0; k < params.n_z; ++k) {
            const std::uint32_t a = i * row + k, b = a + row;
            mesh.triangles.push_back({a, a + 1, b + 1});
            mesh.triangles.push_back({a, b + 1, b});
        }
    return mesh;
}

void append(Mesh& io_mesh, const Mesh& part) {
    const auto offset = static_cast<std::uint32_t>(io_mesh.positions.size());
    io_mesh.positions.insert(io_mesh.positions.end(), part.positions.begin(), part.positions.end());
    for (const TriangleIndices& t : part.triangles)
        io_mesh.triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
}

} // namespace boxwood
