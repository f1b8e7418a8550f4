// Two meshes, poses of the second mesh, and a function that records a mesh. All adapters include this file.
#pragma once

#include "boxwood_capture.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace example {

struct Mesh {
    std::vector<float> positions; // three per vertex
    std::vector<std::uint32_t> triangles;
};

// A grid of quads that is closed in both directions.
inline Mesh make_torus(std::uint32_t along, std::uint32_t around) {
    Mesh mesh;
    constexpr double kTurn = 6.283185307179586;
    for (std::uint32_t i = 0; i < along; ++i)
        for (std::uint32_t j = 0; j < around; ++j) {
            const double u = kTurn * i / along, v = kTurn * j / around, r = 1.0 + 0.35 * std::cos(v);
            for (const double x : {r * std::cos(u), r * std::sin(u), 0.35 * std::sin(v)})
                mesh.positions.push_back(static_cast<float>(x));
        }
    const auto at = [&](std::uint32_t i, std::uint32_t j) { return i % along * around + j % around; };
    for (std::uint32_t i = 0; i < along; ++i)
        for (std::uint32_t j = 0; j < around; ++j)
            for (const std::uint32_t v :
                 {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1)})
                mesh.triangles.push_back(v);
    return mesh;
}

// A grid of quads that is closed in one direction and has a pole at each end of the other direction.
inline Mesh make_sphere(std::uint32_t rings, std::uint32_t around) {
    Mesh mesh;
    constexpr double kTurn = 6.283185307179586;
    for (const float z : {1.0f, -1.0f}) mesh.positions.insert(mesh.positions.end(), {0.0f, 0.0f, z});
    for (std::uint32_t i = 1; i < rings; ++i)
        for (std::uint32_t j = 0; j < around; ++j) {
            const double u = 0.5 * kTurn * i / rings, v = kTurn * j / around;
            for (const double x : {std::sin(u) * std::cos(v), std::sin(u) * std::sin(v), std::cos(u)})
                mesh.positions.push_back(static_cast<float>(x));
        }
    const auto at = [&](std::uint32_t i, std::uint32_t j) { return 2 + (i - 1) * around + j % around; };
    for (std::uint32_t j = 0; j < around; ++j) {
        mesh.triangles.insert(mesh.triangles.end(),
                              {0, at(1, j), at(1, j + 1), 1, at(rings - 1, j + 1), at(rings - 1, j)});
        for (std::uint32_t i = 1; i + 1 < rings; ++i)
            mesh.triangles.insert(mesh.triangles.end(), {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j),
                                                         at(i + 1, j + 1), at(i, j + 1)});
    }
    return mesh;
}

constexpr std::uint64_t kPoses = 12;

// The rows of the 3x4 matrix world_from_b. The poses depend on the seed. The meshes intersect only at some poses.
inline std::array<double, 12> pose(std::uint64_t index, std::uint64_t seed = 0) {
    const double turn = static_cast<double>(seed), angle = 0.5 * static_cast<double>(index) + turn,
                 c = std::cos(angle), s = std::sin(angle), tilt = 0.7 * std::sin(3 * turn),
                 u = std::cos(tilt), v = std::sin(tilt);
    return {c, -s * u, s * v, 0.25 * static_cast<double>(index), s, c * u, -c * v, 0.1 * std::cos(5 * turn),
            0, v,      u,     0.05 * static_cast<double>(index)};
}

// The next two functions make a convex solid and a surface that depend on the seed: for seed 0, a sphere and a torus.
inline Mesh make_solid(std::uint32_t rings, std::uint32_t around, std::uint64_t seed) {
    Mesh mesh = make_sphere(rings + seed % 5, around + seed % 7);
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) // each axis is scaled, so the solid stays convex
        mesh.positions[i] *= static_cast<float>(1 + 0.3 * std::sin(static_cast<double>(seed * (i % 3 + 1))));
    return mesh;
}
inline Mesh make_surface(std::uint32_t along, std::uint32_t around, std::uint64_t seed) {
    Mesh mesh = make_torus(along + seed % 6, around + seed % 4);
    for (std::size_t i = 0; i < mesh.positions.size(); ++i)
        mesh.positions[i] += static_cast<float>(0.05 * std::sin(static_cast<double>(seed * (i + 1))));
    return mesh;
}

// The seed in argument number `at`; 0 if it is missing.
inline std::uint64_t seed_of(int count, char** arguments, int at) {
    return count > at ? std::strtoull(arguments[at], nullptr, 10) : 0;
}

inline void record_mesh(bwc_capture& io_capture, const Mesh& mesh, std::uint64_t id, const char* name) {
    bwc_mesh record = bwc_mesh_init;
    record.id = id;
    record.name = name;
    record.positions.singles = mesh.positions.data();
    record.positions.count = mesh.positions.size();
    record.triangles = mesh.triangles.data();
    record.triangle_count = mesh.triangles.size() / 3;
    bwc_write_mesh(&io_capture, 0, &record);
}

} // namespace example
