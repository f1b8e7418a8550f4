// What: closed meshes for tests of solids, oriented outwards.
#pragma once

#include "tests/oracles/sample_meshes.hpp"

namespace boxwood::oracle {

inline SampleMesh make_solid_box(const glm::dvec3& half) {
    SampleMesh mesh;
    for (int bits = 0; bits < 8; ++bits)
        mesh.positions.push_back(glm::vec3((bits & 1) ? half.x : -half.x, (bits & 2) ? half.y : -half.y,
                                           (bits & 4) ? half.z : -half.z));
    const auto quad = [&mesh](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        mesh.triangles.push_back({a, b, c});
        mesh.triangles.push_back({a, c, d});
    };
    quad(0, 4, 6, 2);
    quad(1, 3, 7, 5);
    quad(0, 1, 5, 4);
    quad(2, 6, 7, 3);
    quad(0, 2, 3, 1);
    quad(4, 5, 7, 6);
    return mesh;
}

inline SampleMesh turned_inside_out(SampleMesh mesh) {
    for (TriangleIndices& t : mesh.triangles) std::swap(t[1], t[2]);
    return mesh;
}

inline SampleMesh moved(SampleMesh mesh, const glm::vec3& by) {
    for (glm::vec3& p : mesh.positions) p += by;
    return mesh;
}

inline SampleMesh joined(SampleMesh a, const SampleMesh& b) {
    const auto first = static_cast<std::uint32_t>(a.positions.size());
    a.positions.insert(a.positions.end(), b.positions.begin(), b.positions.end());
    for (const TriangleIndices& t : b.triangles)
        a.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    return a;
}

inline SampleMesh unwelded(const SampleMesh& mesh) {
    SampleMesh soup;
    for (const TriangleIndices& t : mesh.triangles) {
        const auto first = static_cast<std::uint32_t>(soup.positions.size());
        for (const std::uint32_t vertex : t) soup.positions.push_back(mesh.positions[vertex]);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    return soup;
}

} // namespace boxwood::oracle
