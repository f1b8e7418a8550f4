#include "engine/meshes/measure.hpp"

#include <algorithm>
#include <numeric>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

bool has_repeated_index(const TriangleIndices& t) {
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

// Differences of float coordinates are exact in double if the magnitudes of the coordinates differ by a factor of less
// than 2^28. The cross product of a triangle without area is then exactly 0, because equal products are rounded
// equally. Due to the rounding of products, a triangle with nearly no area can count as degenerate, too.
bool is_degenerate(const MeshView& mesh, std::uint32_t index) {
    const Triangle t = triangle_of(mesh, index);
    const glm::dvec3 u = glm::dvec3(t[1]) - glm::dvec3(t[0]), v = glm::dvec3(t[2]) - glm::dvec3(t[0]);
    return glm::cross(u, v) == glm::dvec3(0.0);
}

// A side of a triangle, stored under its lower vertex.
struct Side {
    std::uint32_t other; // the higher vertex
    bool is_upward;      // the triangle traverses it from the lower to the higher vertex
};

struct Sides {
    std::vector<std::size_t> first; // the sides of vertex v are [first[v], first[v + 1])
    std::vector<Side> sides;
};

template <class Visit>
void for_each_side(const MeshView& mesh, const Visit& visit) {
    for (const TriangleIndices& t : mesh.triangles) {
        if (has_repeated_index(t)) continue;
        visit(t[0], t[1]);
        visit(t[1], t[2]);
        visit(t[2], t[0]);
    }
}

Sides collect_sides(const MeshView& mesh) {
    Sides collected;
    collected.first.assign(mesh.positions.size() + 1, 0);
    for_each_side(mesh,
                  [&](std::uint32_t from, std::uint32_t to) { ++collected.first[std::min(from, to) + 1]; });
    std::partial_sum(collected.first.begin(), collected.first.end(), collected.first.begin());
    collected.sides.resize(collected.first.back());
    std::vector<std::size_t> next(collected.first.begin(), collected.first.end() - 1);
    for_each_side(mesh, [&](std::uint32_t from, std::uint32_t to) {
        collected.sides[next[std::min(from, to)]++] = {std::max(from, to), from < to};
    });
    for (std::size_t v = 0; v < mesh.positions.size(); ++v)
        std::sort(collected.sides.begin() + static_cast<std::ptrdiff_t>(collected.first[v]),
                  collected.sides.begin() + static_cast<std::ptrdiff_t>(collected.first[v + 1]),
                  [](const Side& a, const Side& b) { return a.other < b.other; });
    return collected;
}

void count_edges(const MeshView& mesh, MeshReport& io_report) {
    const Sides all = collect_sides(mesh);
    io_report.is_closed = io_report.is_oriented = true;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v)
        for (std::size_t begin = all.first[v], end = begin; begin < all.first[v + 1]; begin = end) {
            std::size_t upward = 0;
            for (; end < all.first[v + 1] && all.sides[end].other == all.sides[begin].other; ++end)
                upward += all.sides[end].is_upward ? 1 : 0;
            const std::size_t count = end - begin;
            ++io_report.edges;
            if (count == 1) ++io_report.border_edges;
            if (count > 2) ++io_report.non_manifold_edges;
            if (count % 2 != 0) io_report.is_closed = false;
            if (upward != count / 2 && upward != count - count / 2) io_report.is_oriented = false;
        }
}

std::uint32_t find_root(std::vector<std::uint32_t>& io_parent, std::uint32_t v) {
    while (io_parent[v] != v) {
        io_parent[v] = io_parent[io_parent[v]];
        v = io_parent[v];
    }
    return v;
}

void count_components(const MeshView& mesh, MeshReport& io_report) {
    std::vector<std::uint32_t> parent(mesh.positions.size());
    std::iota(parent.begin(), parent.end(), 0u);
    std::vector<bool> is_used(mesh.positions.size(), false);
    for (const TriangleIndices& t : mesh.triangles) {
        for (const std::uint32_t v : t) is_used[v] = true;
        parent[find_root(parent, t[1])] = find_root(parent, t[0]);
        parent[find_root(parent, t[2])] = find_root(parent, t[0]);
    }
    for (std::uint32_t v = 0; v < mesh.positions.size(); ++v) {
        if (!is_used[v])
            ++io_report.unused_vertices;
        else if (parent[v] == v)
            ++io_report.components;
        if (is_used[v])
            io_report.bounds = merge(io_report.bounds, Aabb{mesh.positions[v], mesh.positions[v]});
    }
}

} // namespace

MeshReport make_report(const MeshView& mesh) {
    MeshReport report;
    report.vertices = mesh.positions.size();
    report.triangles = mesh.triangles.size();
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
        if (is_degenerate(mesh, t)) ++report.degenerate_triangles;
    count_edges(mesh, report);
    count_components(mesh, report);
    return report;
}

double signed_volume(const MeshView& mesh) {
    double six_volumes = 0.0;
    for (std::uint32_t index = 0; index < mesh.triangles.size(); ++index) {
        const Triangle t = triangle_of(mesh, index);
        six_volumes += glm::dot(glm::dvec3(t[0]), glm::cross(glm::dvec3(t[1]), glm::dvec3(t[2])));
    }
    return six_volumes / 6.0;
}

} // namespace boxwood
