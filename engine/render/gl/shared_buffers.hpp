// What: one large smooth mesh on the GPU. Positions and normals are in one buffer; the labels of the vertices
//     (shared_vertices.hpp), the indices and the colors of the triangles are in others, so that a frame uploads only
//     the data that changed. All colorings of a mesh share the same buffers, except for the buffer of the colors. For
//     engine/render only.
// Cost: when the mesh moves, an upload of 20 bytes per vertex of the blocks with moved vertices; when its colors
//     change, 4 bytes per triangle.
#pragma once

#include <cstdint>
#include <map>

#include "engine/render/gl/gl_objects.hpp"
#include "engine/render/gl/shared_vertices.hpp"

namespace boxwood::render {

// The triangles of the mesh share its vertices; no buffer is shared with another mesh.
class SharedBuffers {
  public:
    // True if the mesh is large enough for its own draw call and its triangles can share vertices.
    static bool is_suitable(const draw::MeshData& mesh);

    // These three functions return the number of uploaded bytes.
    std::uint64_t pack(const draw::MeshData& mesh, const MeshTopology& topology, std::uint32_t mesh_bits);
    std::uint64_t update(const draw::MeshData& mesh, const MeshTopology& topology);
    // Selects the coloring of `mesh` for all later draws.
    std::uint64_t choose_coloring(const draw::MeshData& mesh);

    void bind(GLenum color_unit) const;
    bool has_colors() const { return coloring_ != nullptr && !coloring_->colors.is_empty(); }
    GLsizei index_count() const { return static_cast<GLsizei>(mesh_.indices().size()); }

  private:
    std::uint64_t upload_geometry();
    struct Coloring {
        TriangleColors colors;
        std::uint32_t revision = 0;
        GlBuffer buffer;
        GlTexture texture;
    };
    static std::uint64_t upload_colors(const draw::MeshData& mesh, Coloring& io_coloring);

    SharedMesh mesh_;
    // Bits that all vertices have in common. vertex_bits_ combines them with each vertex's label.
    std::uint32_t mesh_bits_ = 0;
    GlVertexArray array_;
    GlBuffer vertices_, vertex_bits_, indices_;
    std::map<std::uint32_t, Coloring> colorings_; // by MeshData::coloring
    Coloring* coloring_ = nullptr;                // current
};

} // namespace boxwood::render
