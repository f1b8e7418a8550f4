// What: a mesh as vertices for the GPU: three per triangle, none shared.
// Frame: the mesh's.
// Invariants: triangle i is vertices 3i, 3i+1, 3i+2. The output of a closed mesh is wound with its outside in front.
// Degenerate input: a triangle without area gets a normal that points up.
// Cost: n log n in the edges; linear if only positions changed, and cheap for unchanged parts.
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
    std::int16_t face_m[2] = {}; // the triangle's own normal, octahedral: decides which side is visible
    std::uint32_t info = 0;      // as shaders/mesh.vert reads it
    draw::Color own_color{0, 0, 0, 0};
};

// The layout of `info`.
constexpr std::uint32_t kSlotShift = 8;
constexpr std::uint32_t kSmoothBit = 1u << 5;

// The part that depends on the triangles alone, so that a deforming mesh can reuse it.
struct MeshTopology {
    std::uint64_t fingerprint = 0;
    bool closed = false; // each edge is shared by two triangles with consistent orientation
    // Per triangle, per edge (0: opposite corner 0): the neighbour across it, or kNoNeighbour.
    std::vector<std::array<std::uint32_t, 3>> neighbours;
};
constexpr std::uint32_t kNoNeighbour = ~0u;

// The inputs of packed vertices.
inline glm::vec3 area_normal(const draw::MeshData& mesh,
                             const std::array<std::uint32_t, 3>& t) { // twice the area long
    const glm::vec3 a = mesh.positions[t[0]];
    return glm::cross(mesh.positions[t[1]] - a, mesh.positions[t[2]] - a);
}
glm::vec3 unit_or_up(glm::vec3 v);
void pack_normal(glm::vec3 normal, std::int16_t (&out)[3]);
double signed_volume(const draw::MeshData& mesh);

std::uint64_t fingerprint(const draw::MeshData& mesh);
MeshTopology find_topology(const draw::MeshData& mesh);

struct MeshBounds {
    glm::vec3 center_m{0.0f};
    float radius = 0.0f;
};
MeshBounds find_bounds(const draw::MeshData& mesh);

struct TriangleRange {
    std::uint32_t first = 0, end = 0;
};

// The vertices of a mesh, stored so that an update of the same triangles costs only the differences.
class PackedMesh {
  public:
    // Packs everything from scratch.
    void pack(const draw::MeshData& mesh, const MeshTopology& topology, std::uint32_t slot);
    // Requires the triangles, topology, slot and flags of the last pack(). Returns the changed ranges of vertices,
    // ascending and disjoint, extended by up to kBlock triangles at either end.
    std::vector<TriangleRange> update(const draw::MeshData& mesh, const MeshTopology& topology);

    const std::vector<PackedVertex>& vertices() const { return vertices_; }

  private:
    static constexpr std::uint32_t kBlock = 256; // triangles

    void find_changes(const draw::MeshData& mesh);
    void find_normals(const draw::MeshData& mesh);
    void pack_triangles(const draw::MeshData& mesh, const MeshTopology& topology, TriangleRange range);
    void keep(const draw::MeshData& mesh);

    std::uint32_t common_info_ = 0;
    bool is_inside_out_ = false;
    std::vector<glm::vec3> positions_; // as packed
    std::vector<draw::Color> colors_;
    std::vector<glm::vec3> normals_;                // of vertices, where smooth
    std::vector<std::array<glm::vec3, 3>> creased_; // of corners, where smooth up to a crease angle
    std::vector<std::uint8_t> has_moved_;           // vertices
    std::vector<std::uint8_t> has_turned_;          // per vertex: its normal changed, or it moved
    std::vector<std::uint8_t> dirty_blocks_;        // of triangles
    std::vector<PackedVertex> vertices_;
};

} // namespace boxwood::render
