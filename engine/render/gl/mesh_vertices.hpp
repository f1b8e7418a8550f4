// What: a mesh as vertices for the GPU: three vertices per triangle, none of them shared.
// Frame: the mesh's own frame.
// Invariants: triangle i has the vertices 3i, 3i+1, 3i+2. Triangles of a closed mesh are counter-clockwise seen from
//     outside.
// Degenerate input: a triangle without area gets a normal that points up.
// Cost: O(n log n) time for n edges. PackedMesh::update() takes linear time, most of it for the changed triangles.
#pragma once

#include <cstdint>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

#include "engine/draw/draw_list.hpp"

namespace boxwood::render {

struct PackedVertex {
    glm::vec3 position_m{0.0f};
    std::int16_t normal_m[3] = {};
    // The triangle's own normal in octahedral encoding. It decides which side is visible.
    std::int16_t face_m[2] = {};
    std::uint32_t info = 0; // shaders/mesh.vert describes its layout
    draw::Color own_color{0, 0, 0, 0};
};

// Parts of the layout of `info`.
constexpr std::uint32_t kSlotShift = 8;
constexpr std::uint32_t kSmoothBit = 1u << 5;

// The data that depend only on the triangles' indices, so they stay valid while a mesh deforms.
struct MeshTopology {
    std::uint64_t index_fingerprint = 0;
    bool closed = false; // each edge is shared by two triangles with consistent orientation
    // Per triangle and edge: the adjacent triangle, or kNoNeighbor. Edge k is opposite corner k.
    std::vector<std::array<std::uint32_t, 3>> neighbors;
};
constexpr std::uint32_t kNoNeighbor = ~0u;

// Returns the normal of a triangle. Its length is twice the triangle's area.
inline glm::vec3 area_normal(const draw::MeshData& mesh, const std::array<std::uint32_t, 3>& t) {
    const glm::vec3 a = mesh.positions[t[0]];
    return glm::cross(mesh.positions[t[1]] - a, mesh.positions[t[2]] - a);
}
glm::vec3 unit_or_up(glm::vec3 v); // normalized; +y if v cannot be normalized
void pack_normal(glm::vec3 normal, std::int16_t (&out)[3]);
double signed_volume(const draw::MeshData& mesh);

std::uint64_t index_fingerprint(const draw::MeshData& mesh);
MeshTopology find_topology(const draw::MeshData& mesh);

struct MeshBounds {
    glm::vec3 center_m{0.0f};
    float radius = 0.0f;
};
MeshBounds find_bounds(const draw::MeshData& mesh);

struct TriangleRange {
    std::uint32_t first = 0, end = 0;
};

// The vertices of a mesh, with the inputs of the last call. An update with the same triangles rewrites only the parts
// that differ.
class PackedMesh {
  public:
    // Packs everything from scratch.
    void pack(const draw::MeshData& mesh, const MeshTopology& topology, std::uint32_t slot);
    // Requires the same triangles, topology, slot and flags as the last pack(). Returns the changed ranges of
    // triangles, ascending and disjoint, enlarged to blocks of kBlock triangles.
    std::vector<TriangleRange> update(const draw::MeshData& mesh, const MeshTopology& topology);

    const std::vector<PackedVertex>& vertices() const { return vertices_; }

  private:
    static constexpr std::uint32_t kBlock = 256; // triangles

    void find_changes(const draw::MeshData& mesh);
    void find_normals(const draw::MeshData& mesh);
    void pack_triangles(const draw::MeshData& mesh, const MeshTopology& topology, TriangleRange range);
    void store_inputs(const draw::MeshData& mesh);

    std::uint32_t common_info_ = 0;
    bool is_inside_out_ = false;
    std::vector<glm::vec3> positions_;              // of the last call
    std::vector<draw::Color> colors_;               // of the last call
    std::vector<glm::vec3> normals_;                // per vertex, for smooth meshes
    std::vector<std::array<glm::vec3, 3>> creased_; // normals per corner, for meshes with a crease angle
    std::vector<std::uint8_t> has_moved_;           // per vertex
    std::vector<std::uint8_t> has_changed_;         // per vertex: it moved or its normal changed
    std::vector<std::uint8_t> dirty_blocks_;        // per block of triangles
    std::vector<PackedVertex> vertices_;
};

} // namespace boxwood::render
