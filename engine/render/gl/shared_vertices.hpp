// What: a smooth mesh as vertices that its triangles share, and an index list: what the graphics card reads of large ones.
// Frame: the mesh's. Invariants: triangles as in the mesh, corner by corner; of a closed mesh wound with its outside in
//     front, and normals point to where the winding says. Labels 0, 1, 2 of a triangle's corners differ, so that edges can be
//     drawn: where neighbours need other labels a vertex has copies, three at most, of most meshes hardly any.
// Degenerate input: a vertex without area around it gets a normal that points up.
// Cost: linear. An update looks through vertices and triangles, and writes 20 bytes per vertex in what moved.
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
    // Everything anew. Requires a smooth mesh without a crease.
    void pack(const draw::MeshData& mesh, const MeshTopology& topology);
    // Requires the triangles and topology of the last pack(). Returns where vertices differ now, ascending and apart, up to
    // kBlock more at either end of each; nothing at all (and `indices` is another) if the mesh was turned inside out.
    std::vector<IndexRange> update(const draw::MeshData& mesh, const MeshTopology& topology);

    const std::vector<SharedVertex>& vertices() const { return vertices_; }
    const std::vector<std::uint8_t>& labels() const { return labels_; } // of the vertices
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
    std::vector<std::uint32_t> sources_; // of the vertices: vertex of the mesh
    std::vector<std::uint32_t> copies_;  // of a vertex of the mesh and a label: the copy, or none
    std::vector<std::uint32_t> indices_;
    std::vector<glm::vec3> positions_; // of the mesh, as packed
    std::vector<glm::vec3> normals_;
    std::vector<std::uint8_t> has_moved_,
        has_turned_; // vertices of the mesh; turned: moved, or their normal did
};

// The colors of triangles as they were at the last call.
class TriangleColors {
  public:
    // From the first to the last triangle whose color is another than then; all, where there are more or fewer.
    IndexRange take(std::span<const draw::Color> now);
    bool is_empty() const { return colors_.empty(); }

  private:
    std::vector<draw::Color> colors_;
};

} // namespace boxwood::render
