// What: every mesh that was drawn lately: in one vertex buffer, three vertices per triangle, or if it is large and smooth in
//     buffers of its own, whose vertices triangles share. Only this room includes it.
// Invariants: a mesh keeps its slot, which its vertices carry, for as long as it stays.
// Cost: nothing for a mesh that did not change; when its key is new, an upload; when its revision is, an upload of the
//     triangles or shared vertices that differ from those before. What was drawn is kept: 44 bytes per vertex of a triangle.
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
    std::optional<SharedBuffers> shared; // large smooth meshes have buffers of their own instead
    std::uint32_t triangle_count = 0;
    std::uint64_t last_frame = 0;
};

class MeshStore {
  public:
    void create();
    // Uploads what is missing. The reference holds until drop_unused(), its place in the buffer until the
    // next use().
    const StoredMesh& use(const draw::MeshData& mesh, std::uint64_t frame, std::uint64_t& io_uploaded_bytes);
    // Forgets what no frame used lately.
    void drop_unused(std::uint64_t frame);
    std::uint32_t slot_count() const { return slot_count_; }
    void bind() const { glBindVertexArray(vertices_array_.id()); }

  private:
    std::uint64_t upload(const draw::MeshData& mesh, StoredMesh& io_stored); // returns bytes
    std::uint64_t upload_triangles(const draw::MeshData& mesh, bool is_known, StoredMesh& io_stored);
    static std::uint64_t upload_shared(const draw::MeshData& mesh, bool is_known, StoredMesh& io_stored);
    void make_place(std::uint32_t vertex_count, StoredMesh& io_stored);
    void make_room(std::uint32_t vertex_count);
    void point_attributes();

    GlVertexArray vertices_array_;
    GlBuffer buffer_;
    std::uint32_t capacity_ = 0, used_ = 0; // vertices
    std::uint32_t slot_count_ = 0;
    std::vector<std::uint32_t> free_slots_;
    std::unordered_map<draw::MeshKey, StoredMesh> meshes_;
};

} // namespace boxwood::render
