// What: a smooth mesh as vertices that its triangles share, and an index list: the GPU layout of large meshes.
// Frame: the mesh's.
// Invariants: triangles as in the mesh, corner by corner; a closed mesh is wound with its outside in front, and normals
//     follow the winding. Labels 0, 1, 2 of a triangle's corners differ, so that edges can be drawn; if neighbours
//     require other labels, a vertex is duplicated, up to three copies, but hardly any in most meshes.
// Degenerate input: a vertex without area around it gets a normal that points up.
// Cost: linear. An update scans vertices and triangles, and writes 20 bytes per changed vertex.
// Oracle: the same mesh as three vertices per triangle (mesh_vertices.hpp) gives the same picture.
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
    // Requires the triangles and topology of the last pack(). Returns the changed ranges of vertices, ascending and
    // disjoint, extended by up to kBlock at either end. Returns nothing, and replaces `indices`, if the mesh was turned
    // inside out.
    std::vector<IndexRange> update(const draw::MeshData& mesh, const MeshTopology& topology);

    const std::vector<SharedVertex>& vertices() const { return vertices_; }
    const std::vector<std::uint8_t>& labels() const { return labels_; } // per vertex
    const std::vector<std::uint32_t>& indices() const { return indices_; }
    bool is_inside_out() const { return is_inside_out_; }

  private:
    static constexpr std::uint32_t kBlock = 512; // vertices

    void share(const draw::MeshData& mesh);
    std::uint32_t copy_with(std::uint32_t vertex, std::uint32_t label);
    void find_normals(const draw::MeshData& mesh);
    void write(const draw::MeshData& mesh, IndexRange range);

    bool is_inside_out_ = false;
    std::vector<SharedVertex> vertices_;
    std::vector<std::uint8_t> labels_;
    std::vector<std::uint32_t> sources_; // per vertex: vertex of the mesh
    std::vector<std::uint32_t> copies_;  // per vertex of the mesh and label: the copy, or none
    std::vector<std::uint32_t> indices_;
    std::vector<glm::vec3> positions_; // of the mesh, as packed
    std::vector<glm::vec3> normals_;
    std::vector<std::uint8_t> has_moved_,
        has_turned_; // per vertex of the mesh; turned: it moved, or its normal changed
};

// The colors of the triangles at the last call.
class TriangleColors {
  public:
    // From the first to the last triangle whose color changed; all if the number of triangles changed.
    IndexRange take(std::span<const draw::Color> now);
    bool is_empty() const { return colors_.empty(); }

  private:
    std::vector<draw::Color> colors_;
};

} // namespace boxwood::render
