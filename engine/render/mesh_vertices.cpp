#include "engine/render/mesh_vertices.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood::render {

namespace {
// The layout of PackedVertex::info.
constexpr std::uint32_t kSlotShift = 8;
constexpr std::uint32_t kSmoothBit = 1u << 5;
constexpr std::uint32_t kHiddenEdgeShift = 2;

// Facets whose normals differ by less than this many radians are one facet to the eye.
constexpr float kCoplanarAngle = 2e-3f;

using Triangle = std::array<std::uint32_t, 3>;

glm::vec3 area_normal(const draw::MeshData& mesh, const Triangle& t) {
    const glm::vec3 a = mesh.positions[t[0]];
    return glm::cross(mesh.positions[t[1]] - a, mesh.positions[t[2]] - a);
}

glm::vec3 unit_or_up(glm::vec3 v) {
    const float length = glm::length(v);
    return length > 0.0f && std::isfinite(length) ? v / length : glm::vec3(0.0f, 1.0f, 0.0f);
}

void pack_normal(glm::vec3 normal, std::int16_t (&out)[3]) {
    for (int i = 0; i < 3; ++i) out[i] = static_cast<std::int16_t>(std::lround(32767.0f * normal[i]));
}

// [Meyer 2010]: onto the octahedron, its lower half folded outwards.
void pack_octahedral(glm::vec3 normal, std::int16_t (&out)[2]) {
    const glm::vec3 v = normal / (std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z));
    const bool is_low = v.z < 0.0f;
    const float x = is_low ? std::copysign(1.0f - std::abs(v.y), v.x) : v.x;
    const float y = is_low ? std::copysign(1.0f - std::abs(v.x), v.y) : v.y;
    out[0] = static_cast<std::int16_t>(std::lround(32767.0f * x));
    out[1] = static_cast<std::int16_t>(std::lround(32767.0f * y));
}

std::vector<glm::vec3> face_normals(const draw::MeshData& mesh) {
    std::vector<glm::vec3> normals(mesh.triangles.size());
    std::ranges::transform(mesh.triangles, normals.begin(),
                           [&](const Triangle& t) { return unit_or_up(area_normal(mesh, t)); });
    return normals;
}

std::vector<glm::vec3> vertex_normals(const draw::MeshData& mesh) {
    std::vector<glm::vec3> normals(mesh.positions.size(), glm::vec3(0.0f));
    for (const Triangle& t : mesh.triangles)
        for (const std::uint32_t corner : t) normals[corner] += area_normal(mesh, t);
    for (glm::vec3& normal : normals) normal = unit_or_up(normal);
    return normals;
}

std::uint32_t hidden_edges(const std::array<std::uint32_t, 3>& neighbours,
                           const std::vector<glm::vec3>& normals, glm::vec3 normal) {
    std::uint32_t mask = 0;
    for (std::uint32_t edge = 0; edge < 3; ++edge)
        if (neighbours[edge] != kNoNeighbour &&
            glm::length(glm::cross(normal, normals[neighbours[edge]])) < kCoplanarAngle &&
            glm::dot(normal, normals[neighbours[edge]]) > 0.0f)
            mask |= 1u << (kHiddenEdgeShift + edge);
    return mask;
}

struct HalfEdge {
    std::uint64_t ends; // lower vertex, higher vertex
    std::uint32_t triangle, edge;
    bool upward; // from the lower to the higher
};

std::vector<HalfEdge> sorted_half_edges(const draw::MeshData& mesh) {
    std::vector<HalfEdge> halves;
    halves.reserve(3 * mesh.triangles.size());
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
        for (std::uint32_t edge = 0; edge < 3; ++edge) {
            const std::uint32_t from = mesh.triangles[i][(edge + 1) % 3],
                                to = mesh.triangles[i][(edge + 2) % 3];
            const std::uint64_t ends = (std::uint64_t{std::min(from, to)} << 32) | std::max(from, to);
            halves.push_back({ends, i, edge, from < to});
        }
    std::ranges::stable_sort(halves, {}, &HalfEdge::ends);
    return halves;
}

double signed_volume(const draw::MeshData& mesh) {
    double six_times = 0.0;
    for (const Triangle& t : mesh.triangles)
        six_times += static_cast<double>(
            glm::dot(mesh.positions[t[0]], glm::cross(mesh.positions[t[1]], mesh.positions[t[2]])));
    return six_times / 6.0;
}
} // namespace

std::uint64_t fingerprint(const draw::MeshData& mesh) {
    constexpr std::uint64_t kPrime = 0x100000001B3ull, kStart = 0xCBF29CE484222325ull; // FNV-1a, by word
    std::uint64_t hash = kStart ^ mesh.positions.size();
    for (const Triangle& t : mesh.triangles)
        for (const std::uint32_t corner : t) hash = (hash ^ corner) * kPrime;
    return hash;
}

MeshTopology find_topology(const draw::MeshData& mesh) {
    MeshTopology topology{fingerprint(mesh), !mesh.triangles.empty(), {}};
    topology.neighbours.assign(mesh.triangles.size(), {kNoNeighbour, kNoNeighbour, kNoNeighbour});
    const std::vector<HalfEdge> halves = sorted_half_edges(mesh);
    for (std::size_t i = 0; i < halves.size();) {
        std::size_t end = i + 1;
        while (end < halves.size() && halves[end].ends == halves[i].ends) ++end;
        const bool paired = end - i == 2 && halves[i].upward != halves[i + 1].upward;
        if (paired) {
            topology.neighbours[halves[i].triangle][halves[i].edge] = halves[i + 1].triangle;
            topology.neighbours[halves[i + 1].triangle][halves[i + 1].edge] = halves[i].triangle;
        }
        topology.closed = topology.closed && paired;
        i = end;
    }
    return topology;
}

MeshBounds find_bounds(const draw::MeshData& mesh) {
    if (mesh.positions.empty()) return {};
    glm::vec3 lower = mesh.positions[0], upper = lower;
    for (const glm::vec3& p : mesh.positions) {
        lower = glm::min(lower, p);
        upper = glm::max(upper, p);
    }
    return {0.5f * (lower + upper), 0.5f * glm::length(upper - lower)};
}

void pack_vertices(const draw::MeshData& mesh, const MeshTopology& topology, std::uint32_t slot,
                   std::vector<PackedVertex>& out_vertices) {
    const std::vector<glm::vec3> faces = face_normals(mesh);
    const std::vector<glm::vec3> smooth = mesh.smooth ? vertex_normals(mesh) : std::vector<glm::vec3>();
    const bool inside_out = topology.closed && signed_volume(mesh) < 0.0;
    const std::array<std::uint32_t, 3> order = inside_out ? Triangle{0, 2, 1} : Triangle{0, 1, 2};
    const std::uint32_t common = slot << kSlotShift | (mesh.smooth ? kSmoothBit : 0);

    out_vertices.resize(3 * mesh.triangles.size());
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        std::uint32_t info = common;
        if (mesh.hide_coplanar_edges) info |= hidden_edges(topology.neighbours[i], faces, faces[i]);
        for (std::size_t place = 0; place < 3; ++place) {
            const std::uint32_t corner = order[place], index = mesh.triangles[i][corner];
            PackedVertex& vertex = out_vertices[3 * i + place];
            vertex.position_m = mesh.positions[index];
            pack_normal(mesh.smooth ? smooth[index] : faces[i], vertex.normal_m);
            pack_octahedral(faces[i], vertex.face_m);
            vertex.info = info | corner;
            vertex.own_color =
                mesh.triangle_colors.empty() ? draw::Color{0, 0, 0, 0} : mesh.triangle_colors[i];
        }
    }
}

} // namespace boxwood::render
