// What: a smooth mesh as vertices that its triangles share, and an index list: the GPU layout of large meshes.
// Frame: the mesh's own frame.
// Invariants: triangles and their corners are in the order of the mesh. If a closed mesh is inside out, two corners of
//     each triangle are swapped and the normals are reversed; triangles of a closed mesh are therefore
//     counter-clockwise seen from outside, and its normals point outwards. Each vertex has a label 0, 1 or 2, and the
//     three corners of a triangle have different labels, so that the shader can draw edges. If two triangles require
//     different labels of a vertex, the vertex is duplicated. A vertex of the mesh has at most three copies, one per
//     label; most have one.
// Degenerate input: a vertex whose triangles have no area gets a normal that points up.
// Cost: linear. An update scans vertices and triangles, and writes 20 bytes per changed vertex.
// Oracle: drawing the mesh with three vertices per triangle (mesh_vertices.hpp) gives the same picture.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/draw/draw_list.hpp"
#include "engine/render/gl/mesh_vertices.hpp"

namespace boxwood::render {

struct SharedVertex {
    glm::vec3 position_m{0.0f};
    std::int16_t normal_m[3] = {};
    std::int16_t unused = 0;
};

struct IndexRange {
    std::uint32_t first = 0, end = 0;
    std::uint32_t size() const { return end - first; }
};

class SharedMesh {
  public:
    // Packs everything from scratch. Requires a smooth mesh without a crease.
    void pack(const draw::MeshData& mesh, const MeshTopology& topology);
    // Requires the same triangles and topology as the last pack(). Returns the changed ranges of vertices, ascending
    // and disjoint, enlarged to blocks of kBlock vertices. If the mesh has turned inside out, packs everything again,
    // which also replaces the indices, and returns no ranges.
    std::vector<IndexRange> update(const draw::MeshData& mesh, const MeshTopology& topology);

    const std::vector<SharedVertex>& vertices() const { return vertices_; }
    const std::vector<std::uint8_t>& labels() const { return labels_; } // per vertex
    const std::vector<std::uint32_t>& indices() const { return indices_; }
    bool is_inside_out() const { return is_inside_out_; }

  private:
    static constexpr std::uint32_t kBlock = 512; // vertices

    void assign_labels(const draw::MeshData& mesh);
    std::uint32_t copy_with(std::uint32_t vertex, std::uint32_t label); // adds the copy if there is none
    void find_normals(const draw::MeshData& mesh);
    void write(const draw::MeshData& mesh, IndexRange range);

    bool is_inside_out_ = false;
    std::vector<SharedVertex> vertices_;
    std::vector<std::uint8_t> labels_;
    std::vector<std::uint32_t> sources_; // per vertex: the vertex of the mesh that it is a copy of
    std::vector<std::uint32_t> copies_;  // per vertex of the mesh and label: the copy, or kNoCopy
    std::vector<std::uint32_t> indices_;
    // Per vertex of the mesh.
    std::vector<glm::vec3> positions_; // of the last call
    std::vector<glm::vec3> normals_;
    std::vector<std::uint8_t> has_moved_, has_changed_; // changed: it moved or its normal changed
};

// Stores the colors of the triangles to find changes.
class TriangleColors {
  public:
    // Returns the range from the first to the last triangle whose color has changed since the last call; all triangles
    // if their number has changed.
    IndexRange update(std::span<const draw::Color> now);
    bool is_empty() const { return colors_.empty(); }

  private:
    std::vector<draw::Color> colors_;
};

} // namespace boxwood::render
