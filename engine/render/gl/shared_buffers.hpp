// What: one large smooth mesh on the GPU: positions and normals in one buffer, labels, indices and the triangles'
//     colors in others, so that a frame uploads only what moves. Colorings of one mesh share all but the colors. For
//     engine/render only.
// Cost: when the mesh moves, 20 bytes per moved vertex, in blocks; when its colors change, 4 per triangle.
#pragma once

#include <cstdint>
#include <map>

#include "engine/render/gl/gl_objects.hpp"
#include "engine/render/gl/shared_vertices.hpp"

namespace boxwood::render {

class SharedBuffers {
  public:
    // True if the mesh is large enough for its own draw call and its triangles can share vertices.
    static bool suits(const draw::MeshData& mesh);

    // All return the number of uploaded bytes.
    std::uint64_t pack(const draw::MeshData& mesh, const MeshTopology& topology, std::uint32_t info);
    std::uint64_t update(const draw::MeshData& mesh, const MeshTopology& topology);
    // Selects the mesh's coloring for the draws from here on.
    std::uint64_t choose_coloring(const draw::MeshData& mesh);

    void bind(GLenum color_unit) const;
    bool has_colors() const { return coloring_ != nullptr && !coloring_->colors.is_empty(); }
    GLsizei index_count() const { return static_cast<GLsizei>(mesh_.indices().size()); }

  private:
    std::uint64_t upload_all();
    struct Coloring {
        TriangleColors colors;
        std::uint32_t revision = 0;
        GlBuffer buffer;
        GlTexture texture;
    };
    static std::uint64_t upload(const draw::MeshData& mesh, Coloring& io_coloring);

    SharedMesh mesh_;
    std::uint32_t info_ = 0; // combined with the labels
    GlVertexArray array_;
    GlBuffer vertices_, infos_, indices_;
    std::map<std::uint32_t, Coloring> colorings_; // by MeshData::coloring
    Coloring* coloring_ = nullptr;                // current
};

} // namespace boxwood::render
