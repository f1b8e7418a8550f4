// What: a mesh as the vertices that the graphics card reads: three of their own per triangle.
// Frame: the mesh's. Invariants: triangle i is vertices 3i, 3i+1, 3i+2. A closed mesh comes out wound with its outside in front.
// Degenerate input: a triangle without area gets a normal that points up.
// Cost: n log n in the edges; linear when only positions changed.
#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec3.hpp>

#include "engine/draw/draw_list.hpp"

namespace boxwood::render {

struct PackedVertex {
    glm::vec3 position_m{0.0f};
    std::int16_t normal_m[3] = {};
    std::int16_t face_m[2] = {}; // the triangle's own normal, octahedral: which side of it is seen
    std::uint32_t info = 0;      // as shaders/mesh.vert reads it
    draw::Color own_color{0, 0, 0, 0};
};

// What depends on the triangles alone, so that a deforming mesh keeps it.
struct MeshTopology {
    std::uint64_t fingerprint = 0;
    bool closed = false; // each edge is shared by two triangles that agree on what is outside
    // Per triangle, per edge (0: opposite corner 0): the neighbour across it, or kNoNeighbour.
    std::vector<std::array<std::uint32_t, 3>> neighbours;
};
constexpr std::uint32_t kNoNeighbour = ~0u;

std::uint64_t fingerprint(const draw::MeshData& mesh);
MeshTopology find_topology(const draw::MeshData& mesh);

struct MeshBounds {
    glm::vec3 center_m{0.0f};
    float radius = 0.0f;
};
MeshBounds find_bounds(const draw::MeshData& mesh);

void pack_vertices(const draw::MeshData& mesh, const MeshTopology& topology, std::uint32_t slot,
                   std::vector<PackedVertex>& out_vertices);

} // namespace boxwood::render
