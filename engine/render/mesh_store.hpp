// What: stores recently drawn meshes on the GPU. A large smooth mesh has separate buffers with shared vertices; all
//     other meshes are in one vertex buffer with three vertices per triangle. For engine/render only.
// Invariants: a mesh keeps its slot as long as it is stored, because its vertices contain the slot's number.
// Cost: none for an unchanged mesh; a full upload for a new key; for a new revision, an upload of the triangles or
//     shared vertices that differ. Without shared vertices, the CPU copy takes about 40 bytes per corner of a triangle,
//     or 52 with a crease angle.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/draw/draw_list.hpp"
#include "engine/render/gl/gl_objects.hpp"
#include "engine/render/gl/mesh_vertices.hpp"
#include "engine/render/gl/shared_buffers.hpp"

namespace boxwood::render {

struct StoredMesh {
    std::uint32_t first_vertex = 0, vertex_count = 0;
    std::uint32_t slot = 0;
    MeshBounds bounds;

    std::uint32_t revision = 0, coloring = 0;
    bool smooth = false, hides_coplanar_edges = false;
    float crease = 0.0f;
    MeshTopology topology;
    PackedMesh packed;
    std::optional<SharedBuffers> shared; // replaces `packed` for large smooth meshes
    std::uint32_t triangle_count = 0;
    std::uint64_t last_frame = 0;
};

class MeshStore {
  public:
    void create();
    // Uploads missing data. The returned reference is valid until drop_unused(); its first_vertex is valid until the
    // next use().
    const StoredMesh& use(const draw::MeshData& mesh, std::uint64_t frame, std::uint64_t& io_uploaded_bytes);
    // Removes meshes that were not used recently.
    void drop_unused(std::uint64_t frame);
    std::uint32_t slot_count() const { return slot_count_; }
    void bind() const { glBindVertexArray(vertices_array_.id()); }

  private:
    std::uint64_t upload(const draw::MeshData& mesh, StoredMesh& io_stored); // returns the number of bytes
    std::uint64_t upload_triangles(const draw::MeshData& mesh, bool can_update, StoredMesh& io_stored);
    static std::uint64_t upload_shared(const draw::MeshData& mesh, bool can_update, StoredMesh& io_stored);
    void allocate_vertices(std::uint32_t vertex_count, StoredMesh& io_stored);
    void ensure_capacity(std::uint32_t vertex_count);
    void set_attributes();

    GlVertexArray vertices_array_;
    GlBuffer buffer_;
    std::uint32_t capacity_ = 0, used_ = 0; // vertices
    std::uint32_t slot_count_ = 0;
    std::vector<std::uint32_t> free_slots_;
    std::unordered_map<draw::MeshKey, StoredMesh> meshes_;
};

} // namespace boxwood::render
