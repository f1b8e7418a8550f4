#include "engine/render/gl/mesh_vertices.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood::render {

namespace {
constexpr std::uint32_t kHiddenEdgeShift = 2;

// Adjacent facets count as coplanar if their normals differ by less than this many radians.
constexpr float kCoplanarAngle = 2e-3f;

using Triangle = std::array<std::uint32_t, 3>;

// Maps the range -1 to 1 to 16 bits, rounded to nearest.
std::int16_t to_sixteen_bits(float value) {
    return static_cast<std::int16_t>(32767.0f * value + std::copysign(0.5f, value));
}

// Octahedral encoding after [Meyer 2010]: projects onto an octahedron and folds its lower half outwards.
void pack_octahedral(glm::vec3 normal, std::int16_t (&out)[2]) {
    const glm::vec3 v = normal / (std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z));
    const bool is_lower_half = v.z < 0.0f;
    const float x = is_lower_half ? std::copysign(1.0f - std::abs(v.y), v.x) : v.x;
    const float y = is_lower_half ? std::copysign(1.0f - std::abs(v.x), v.y) : v.y;
    out[0] = to_sixteen_bits(x);
    out[1] = to_sixteen_bits(y);
}

glm::vec3 face_normal(const draw::MeshData& mesh, const Triangle& t) {
    return unit_or_up(area_normal(mesh, t));
}

bool is_creased(const draw::MeshData& mesh) {
    return mesh.smooth && mesh.crease > 0.0f;
}

// Normals per triangle and corner. Each is an average over the triangles at the vertex. Triangles whose normals differ
// from this triangle's normal by more than the crease angle are left out.
std::vector<std::array<glm::vec3, 3>> creased_normals(const draw::MeshData& mesh) {
    std::vector<glm::vec3> faces(mesh.triangles.size());
    std::vector<std::vector<std::uint32_t>> around(mesh.positions.size());
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
        faces[i] = face_normal(mesh, mesh.triangles[i]);
        for (const std::uint32_t corner : mesh.triangles[i]) around[corner].push_back(i);
    }
    const float min_cosine = std::cos(mesh.crease);
    std::vector<std::array<glm::vec3, 3>> normals(mesh.triangles.size());
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
        for (std::size_t corner = 0; corner < 3; ++corner) {
            glm::vec3 sum(0.0f);
            for (const std::uint32_t other : around[mesh.triangles[i][corner]])
                if (glm::dot(faces[i], faces[other]) >= min_cosine)
                    sum += area_normal(mesh, mesh.triangles[other]);
            normals[i][corner] = unit_or_up(sum);
        }
    return normals;
}

// Returns a bit mask of the edges that are not drawn. These are the edges at which the angle between the normals of the
// two facets is less than kCoplanarAngle or, for a mesh with creases, less than the crease angle or kMaxAngle,
// whichever is smaller.
std::uint32_t hidden_edges(const std::array<std::uint32_t, 3>& neighbors, const draw::MeshData& mesh,
                           glm::vec3 normal) {
    constexpr float kMaxAngle = 1.5f; // radians; the sine is monotonic below a right angle
    const float min_sine = is_creased(mesh) ? std::sin(std::min(mesh.crease, kMaxAngle)) : kCoplanarAngle;
    std::uint32_t mask = 0;
    for (std::uint32_t edge = 0; edge < 3; ++edge) {
        if (neighbors[edge] == kNoNeighbor) continue;
        const glm::vec3 other = face_normal(mesh, mesh.triangles[neighbors[edge]]);
        if (glm::length(glm::cross(normal, other)) < min_sine && glm::dot(normal, other) > 0.0f)
            mask |= 1u << (kHiddenEdgeShift + edge);
    }
    return mask;
}

struct HalfEdge {
    std::uint64_t ends; // lower vertex, higher vertex
    std::uint32_t triangle, edge;
    bool upward; // the triangle traverses the edge from the lower to the higher vertex
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

} // namespace

glm::vec3 unit_or_up(glm::vec3 v) {
    const float length = glm::length(v);
    return length > 0.0f && std::isfinite(length) ? v / length : glm::vec3(0.0f, 1.0f, 0.0f);
}

void pack_normal(glm::vec3 normal, std::int16_t (&out)[3]) {
    for (int i = 0; i < 3; ++i) out[i] = to_sixteen_bits(normal[i]);
}

double signed_volume(const draw::MeshData& mesh) {
    double six_times = 0.0;
    for (const Triangle& t : mesh.triangles)
        six_times += static_cast<double>(
            glm::dot(mesh.positions[t[0]], glm::cross(mesh.positions[t[1]], mesh.positions[t[2]])));
    return six_times / 6.0;
}

std::uint64_t index_fingerprint(const draw::MeshData& mesh) {
    constexpr std::uint64_t kPrime = 0x100000001B3ull, kStart = 0xCBF29CE484222325ull; // FNV-1a, by word
    std::uint64_t hash = kStart ^ mesh.positions.size();
    for (const Triangle& t : mesh.triangles)
        for (const std::uint32_t corner : t) hash = (hash ^ corner) * kPrime;
    return hash;
}

MeshTopology find_topology(const draw::MeshData& mesh) {
    MeshTopology topology{index_fingerprint(mesh), !mesh.triangles.empty(), {}};
    topology.neighbors.assign(mesh.triangles.size(), {kNoNeighbor, kNoNeighbor, kNoNeighbor});
    const std::vector<HalfEdge> halves = sorted_half_edges(mesh);
    for (std::size_t i = 0; i < halves.size();) {
        std::size_t end = i + 1;
        while (end < halves.size() && halves[end].ends == halves[i].ends) ++end;
        const bool paired = end - i == 2 && halves[i].upward != halves[i + 1].upward;
        if (paired) {
            topology.neighbors[halves[i].triangle][halves[i].edge] = halves[i + 1].triangle;
            topology.neighbors[halves[i + 1].triangle][halves[i + 1].edge] = halves[i].triangle;
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

// --- PackedMesh -------------------------------------------------------------------------------------------

void PackedMesh::pack(const draw::MeshData& mesh, const MeshTopology& topology, std::uint32_t slot) {
    common_info_ = slot << kSlotShift | (mesh.smooth ? kSmoothBit : 0);
    is_inside_out_ = topology.closed && signed_volume(mesh) < 0.0;
    has_changed_.assign(mesh.positions.size(), 1);
    normals_.assign(mesh.smooth ? mesh.positions.size() : 0, glm::vec3(0.0f));
    vertices_.resize(3 * mesh.triangles.size());
    find_normals(mesh);
    pack_triangles(mesh, topology, {0, static_cast<std::uint32_t>(mesh.triangles.size())});
    store_inputs(mesh);
}

std::vector<TriangleRange> PackedMesh::update(const draw::MeshData& mesh, const MeshTopology& topology) {
    const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
    const bool was_inside_out = is_inside_out_;
    is_inside_out_ = topology.closed && signed_volume(mesh) < 0.0;
    find_changes(mesh);
    // These change triangles without a moved vertex: the order of all corners, the edges that are hidden because of
    // adjacent triangles, and normals with creases, which are averages over the triangles around a vertex.
    if (was_inside_out != is_inside_out_ || mesh.hide_coplanar_edges || is_creased(mesh))
        dirty_blocks_.assign(dirty_blocks_.size(), 1);
    find_normals(mesh);
    std::vector<TriangleRange> ranges;
    for (std::uint32_t block = 0; block < dirty_blocks_.size(); ++block) {
        if (!dirty_blocks_[block]) continue;
        const TriangleRange range{block * kBlock, std::min((block + 1) * kBlock, count)};
        pack_triangles(mesh, topology, range);
        if (!ranges.empty() && ranges.back().end == range.first)
            ranges.back().end = range.end;
        else
            ranges.push_back(range);
    }
    store_inputs(mesh);
    return ranges;
}

// Finds vertices that moved, vertices whose normals changed because of them, and blocks of triangles that contain such
// vertices or have other colors than before.
void PackedMesh::find_changes(const draw::MeshData& mesh) {
    has_moved_.resize(mesh.positions.size());
    for (std::size_t i = 0; i < has_moved_.size(); ++i)
        has_moved_[i] = mesh.positions[i] != positions_[i] ? 1 : 0;
    has_changed_ = has_moved_;
    if (mesh.smooth)
        for (const Triangle& t : mesh.triangles)
            if (has_moved_[t[0]] | has_moved_[t[1]] | has_moved_[t[2]])
                for (const std::uint32_t corner : t) has_changed_[corner] = 1;
    dirty_blocks_.assign((mesh.triangles.size() + kBlock - 1) / kBlock, 0);
    const bool has_colors = !mesh.triangle_colors.empty(), had_colors = !colors_.empty();
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        const Triangle& t = mesh.triangles[i];
        bool is_dirty = (has_changed_[t[0]] | has_changed_[t[1]] | has_changed_[t[2]]) != 0;
        is_dirty = is_dirty || has_colors != had_colors;
        is_dirty = is_dirty || (has_colors && !(mesh.triangle_colors[i] == colors_[i]));
        dirty_blocks_[i / kBlock] |= is_dirty ? 1 : 0;
    }
}

// Smooth without creases: computes the normals of the changed vertices. Each is the normalized sum of the area normals
// of all triangles at the vertex, in the order of the triangles. With creases: computes the normals of all corners.
void PackedMesh::find_normals(const draw::MeshData& mesh) {
    creased_ = is_creased(mesh) ? creased_normals(mesh) : std::vector<std::array<glm::vec3, 3>>();
    if (!mesh.smooth || is_creased(mesh)) return;
    for (std::size_t i = 0; i < normals_.size(); ++i)
        if (has_changed_[i]) normals_[i] = glm::vec3(0.0f);
    for (const Triangle& t : mesh.triangles) {
        if (!(has_changed_[t[0]] | has_changed_[t[1]] | has_changed_[t[2]])) continue;
        const glm::vec3 normal = area_normal(mesh, t);
        for (const std::uint32_t corner : t)
            if (has_changed_[corner]) normals_[corner] += normal;
    }
    for (std::size_t i = 0; i < normals_.size(); ++i)
        if (has_changed_[i]) normals_[i] = unit_or_up(normals_[i]);
}

void PackedMesh::pack_triangles(const draw::MeshData& mesh, const MeshTopology& topology,
                                TriangleRange range) {
    const Triangle order = is_inside_out_ ? Triangle{0, 2, 1} : Triangle{0, 1, 2};
    for (std::size_t i = range.first; i < range.end; ++i) {
        const glm::vec3 face = face_normal(mesh, mesh.triangles[i]);
        PackedVertex vertex; // values that are the same for all three corners
        vertex.info = common_info_;
        if (mesh.hide_coplanar_edges) vertex.info |= hidden_edges(topology.neighbors[i], mesh, face);
        pack_octahedral(face, vertex.face_m);
        if (!mesh.triangle_colors.empty()) vertex.own_color = mesh.triangle_colors[i];
        const std::uint32_t info = vertex.info;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t corner = order[k], index = mesh.triangles[i][corner];
            vertex.position_m = mesh.positions[index];
            const glm::vec3 averaged = !mesh.smooth       ? face
                                       : creased_.empty() ? normals_[index]
                                                          : creased_[i][corner];
            pack_normal(averaged, vertex.normal_m);
            vertex.info = info | corner;
            vertices_[3 * i + k] = vertex;
        }
    }
}

void PackedMesh::store_inputs(const draw::MeshData& mesh) {
    positions_.assign(mesh.positions.begin(), mesh.positions.end());
    colors_.assign(mesh.triangle_colors.begin(), mesh.triangle_colors.end());
}

} // namespace boxwood::render
