// What: draws meshes, hierarchies and transforms from a fuzzer's choices, and decides which of them the library must
//     accept.
// Invariants: is_valid() follows the documentation in the headers and does not call the library's checks.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/triangle.hpp"
#include "collision/query/any_hierarchy.hpp"
#include "tests/fuzz/choices.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace boxwood::fuzz {

struct ChosenMesh {
    std::vector<glm::vec3> positions;
    std::vector<TriangleIndices> triangles;
    MeshView view() const { return {positions, triangles}; }

    // By the rules of check_mesh(): there are triangles, coordinates are finite and at most 1e12, indices are in range.
    bool is_valid() const {
        if (triangles.empty()) return false;
        for (const TriangleIndices& triangle : triangles)
            for (const std::uint32_t index : triangle)
                if (index >= positions.size()) return false;
        for (const glm::vec3& p : positions)
            for (int axis = 0; axis < 3; ++axis)
                if (!(std::fabs(p[axis]) <= 1e12f)) return false;
        return true;
    }
};

inline glm::vec3 choose_fractions(Choices& io_choices) {
    glm::vec3 p;
    for (int axis = 0; axis < 3; ++axis) p[axis] = static_cast<float>(io_choices.fraction());
    return p;
}
inline glm::vec3 choose_lattice_point(Choices& io_choices) {
    glm::vec3 p;
    for (int axis = 0; axis < 3; ++axis)
        p[axis] = static_cast<float>(static_cast<int>(io_choices.below(7)) - 3);
    return p;
}

inline void add_triangle(ChosenMesh& io_mesh, const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
    const auto first = static_cast<std::uint32_t>(io_mesh.positions.size());
    io_mesh.positions.insert(io_mesh.positions.end(), {a, b, c});
    io_mesh.triangles.push_back({first, first + 1, first + 2});
}

inline ChosenMesh choose_height_field(Choices& io_choices) {
    ChosenMesh mesh;
    const std::uint32_t n = 1 + io_choices.below(4);
    for (std::uint32_t i = 0; i <= n; ++i)
        for (std::uint32_t k = 0; k <= n; ++k)
            mesh.positions.emplace_back(2.0f * static_cast<float>(i) / static_cast<float>(n) - 1.0f,
                                        static_cast<float>(io_choices.fraction()),
                                        2.0f * static_cast<float>(k) / static_cast<float>(n) - 1.0f);
    for (std::uint32_t i = 0; i < n; ++i)
        for (std::uint32_t k = 0; k < n; ++k) {
            const std::uint32_t a = i * (n + 1) + k, b = a + n + 1;
            mesh.triangles.push_back({a, b, b + 1});
            mesh.triangles.push_back({a, b + 1, a + 1});
        }
    return mesh;
}

inline ChosenMesh choose_box_mesh(Choices& io_choices) {
    const glm::vec3 half = glm::abs(choose_fractions(io_choices)) + 0x1p-10f;
    ChosenMesh mesh;
    for (unsigned corner = 0; corner < 8; ++corner)
        mesh.positions.emplace_back((corner & 1u) != 0 ? half.x : -half.x,
                                    (corner & 2u) != 0 ? half.y : -half.y,
                                    (corner & 4u) != 0 ? half.z : -half.z);
    for (const std::array<std::uint32_t, 4>& side :
         {std::array{0u, 2u, 3u, 1u}, std::array{4u, 5u, 7u, 6u}, std::array{0u, 1u, 5u, 4u},
          std::array{2u, 6u, 7u, 3u}, std::array{0u, 4u, 6u, 2u}, std::array{1u, 3u, 7u, 5u}}) {
        mesh.triangles.push_back({side[0], side[1], side[2]});
        mesh.triangles.push_back({side[0], side[2], side[3]});
    }
    return mesh;
}

// Triangles with few distinct vertices. Many share edges or corners, are equal, or are degenerate.
inline ChosenMesh choose_tangle(Choices& io_choices) {
    ChosenMesh mesh;
    const std::uint32_t vertices = 1 + io_choices.below(8), triangles = 1 + io_choices.below(12);
    for (std::uint32_t i = 0; i < vertices; ++i) mesh.positions.push_back(choose_lattice_point(io_choices));
    for (std::uint32_t i = 0; i < triangles; ++i)
        mesh.triangles.push_back(
            {io_choices.below(vertices), io_choices.below(vertices), io_choices.below(vertices)});
    return mesh;
}

inline ChosenMesh choose_soup(Choices& io_choices) {
    ChosenMesh mesh;
    const std::uint32_t triangles = 1 + io_choices.below(32);
    const float size = std::ldexp(1.0f, -static_cast<int>(io_choices.below(12)));
    for (std::uint32_t i = 0; i < triangles; ++i) {
        const glm::vec3 center = choose_fractions(io_choices);
        const auto corner = [&] { return center + size * choose_fractions(io_choices); };
        const glm::vec3 a = corner(), b = corner();
        add_triangle(mesh, a, b, corner());
    }
    return mesh;
}

inline void spoil(Choices& io_choices, ChosenMesh& io_mesh) {
    const std::size_t vertex = io_choices.byte() % io_mesh.positions.size();
    const std::size_t triangle = io_choices.byte() % io_mesh.triangles.size();
    switch (io_choices.below(4)) {
    case 0:
        io_mesh.positions[vertex][static_cast<int>(io_choices.below(3))] =
            static_cast<float>(io_choices.odd_number());
        break;
    case 1:
        io_mesh.triangles[triangle][io_choices.below(3)] =
            io_choices.flag() ? static_cast<std::uint32_t>(io_mesh.positions.size())
                              : io_choices.raw<std::uint32_t>();
        break;
    case 2:
        io_mesh.triangles.clear();
        break;
    default:
        io_mesh.positions.clear();
    }
}

inline ChosenMesh choose_mesh(Choices& io_choices) {
    ChosenMesh mesh;
    switch (io_choices.below(4)) {
    case 0:
        mesh = choose_soup(io_choices);
        break;
    case 1:
        mesh = choose_height_field(io_choices);
        break;
    case 2:
        mesh = choose_box_mesh(io_choices);
        break;
    default:
        mesh = choose_tangle(io_choices);
    }
    if (io_choices.one_in(8)) {
        glm::vec3 scale(1.0f);
        for (int axis = 0; axis < 3; ++axis)
            scale[axis] = std::ldexp(1.0f, static_cast<int>(io_choices.below(64)) - 32);
        for (glm::vec3& p : mesh.positions) p *= scale;
    }
    if (io_choices.one_in(24)) spoil(io_choices, mesh);
    return mesh;
}

// --- hierarchies ------------------------------------------------------------------------------------------

inline std::string choose_name(Choices& io_choices, const std::vector<std::string_view>& names) {
    if (io_choices.one_in(64)) return io_choices.flag() ? "" : "no such name";
    return std::string(names[io_choices.below(names.size())]);
}

inline HierarchyConfig choose_config(Choices& io_choices) {
    HierarchyConfig config;
    config.kind = choose_name(io_choices, list_hierarchy_kinds());
    // Only bvh2 and bvh2-lazy accept every volume.
    if (io_choices.flag())
        config.volume = choose_name(io_choices, list_volumes());
    else if (config.kind == "kdop-tree")
        config.volume = "kdop18";
    config.builder = choose_name(io_choices, list_builders());
    config.leaf_size = io_choices.one_in(32) ? io_choices.raw<std::uint32_t>() : 1 + io_choices.below(4);
    return config;
}

inline bool is_listed(const std::string& name, const std::vector<std::string_view>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}
inline bool is_valid(const HierarchyConfig& config) {
    const bool takes_volume = config.kind == "kdop-tree"
                                  ? config.volume == "kdop18"
                                  : config.kind.empty() || config.kind == "bvh2" ||
                                        config.kind == "bvh2-lazy" || config.volume == "aabb" ||
                                        (config.kind == "bvh8" && config.volume == "obb");
    return (config.kind.empty() || is_listed(config.kind, list_hierarchy_kinds())) &&
           is_listed(config.volume, list_volumes()) && is_listed(config.builder, list_builders()) &&
           takes_volume && config.leaf_size >= 1 && config.leaf_size <= kMaxLeafSize;
}
inline std::string to_text(const HierarchyConfig& config) {
    return config.kind + "/" + config.volume + "/" + config.builder + "/" + std::to_string(config.leaf_size);
}

// --- transforms -------------------------------------------------------------------------------------------

inline bool is_finite(const glm::dvec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// By the rules of check_transform().
inline bool is_valid(const Transform& transform) {
    const glm::dquat& q = transform.q;
    if (!is_finite(transform.t) || !is_finite(transform.s) || !is_finite({q.x, q.y, q.z}) ||
        !std::isfinite(q.w))
        return false;
    if (q.x == 0.0 && q.y == 0.0 && q.z == 0.0 && q.w == 0.0) return false;
    for (int axis = 0; axis < 3; ++axis) {
        if (std::fabs(transform.t[axis]) > 1e15) return false;
        if (!(std::fabs(transform.s[axis]) >= 1e-9) || !(std::fabs(transform.s[axis]) <= 1e9)) return false;
    }
    return true;
}

inline Transform choose_transform(Choices& io_choices, bool supports_scale) {
    Transform transform;
    switch (io_choices.below(4)) {
    case 0: // only a translation, on the lattice
        transform.t = choose_lattice_point(io_choices);
        return transform;
    case 1: // a rotation that maps the axes to axes, or the identity
        transform.q = glm::dquat(0.0, 0.0, 0.0, 0.0);
        transform.q[static_cast<int>(io_choices.below(4))] = 1.0;
        if (io_choices.flag()) transform.q[static_cast<int>(io_choices.below(4))] = 1.0;
        transform.t = choose_lattice_point(io_choices);
        return transform;
    default:
        transform.q = glm::dquat(io_choices.fraction() + 0x1p-16, io_choices.fraction(),
                                 io_choices.fraction(), io_choices.fraction());
        transform.t = glm::dvec3(choose_fractions(io_choices)) *
                      std::ldexp(1.0, static_cast<int>(io_choices.below(4)) - 1);
    }
    if (io_choices.one_in(6))
        transform.q *= std::ldexp(1.0, static_cast<int>(io_choices.below(256)) * 8 - 1024);
    if (supports_scale && io_choices.one_in(4))
        for (int axis = 0; axis < 3; ++axis)
            transform.s[axis] =
                std::ldexp(io_choices.flag() ? 1.0 : -1.0, static_cast<int>(io_choices.below(59)) - 29);
    if (io_choices.one_in(12)) {
        const double odd = io_choices.odd_number();
        switch (io_choices.below(3)) {
        case 0:
            transform.t[static_cast<int>(io_choices.below(3))] = odd;
            break;
        case 1:
            transform.q[static_cast<int>(io_choices.below(4))] = odd;
            break;
        default:
            if (supports_scale) transform.s[static_cast<int>(io_choices.below(3))] = odd;
        }
    }
    return transform;
}

} // namespace boxwood::fuzz
