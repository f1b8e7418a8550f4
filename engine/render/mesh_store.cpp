#include "engine/render/mesh_store.hpp"

#include <algorithm>
#include <cstddef>

namespace boxwood::render {

namespace {
constexpr std::uint32_t kInitialCapacity = 1u << 16; // vertices
constexpr std::uint64_t kFramesKept = 300;

GlBuffer make_vertex_buffer(std::uint32_t vertex_count) {
    GlBuffer buffer = make<GlBuffer>(glGenBuffers);
    glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(sizeof(PackedVertex) * vertex_count), nullptr,
                 GL_DYNAMIC_DRAW);
    return buffer;
}

GLintptr bytes(std::uint32_t vertices) {
    return static_cast<GLintptr>(sizeof(PackedVertex) * vertices);
}

bool is_current(const StoredMesh& stored, const draw::MeshData& mesh) {
    return stored.last_frame != 0 && stored.revision == mesh.revision && stored.smooth == mesh.smooth &&
           stored.crease == mesh.crease && stored.hides_coplanar_edges == mesh.hide_coplanar_edges &&
           // Meshes without shared vertices store the colors of triangles in the vertices.
           (stored.shared || stored.coloring == mesh.coloring);
}
} // namespace

void MeshStore::create() {
    vertices_array_ = make<GlVertexArray>(glGenVertexArrays);
    capacity_ = kInitialCapacity;
    buffer_ = make_vertex_buffer(capacity_);
    set_attributes();
}

const StoredMesh& MeshStore::use(const draw::MeshData& mesh, std::uint64_t frame,
                                 std::uint64_t& io_uploaded_bytes) {
    const auto [entry, is_new] = meshes_.try_emplace(mesh.key);
    StoredMesh& stored = entry->second;
    if (is_new) {
        if (free_slots_.empty()) free_slots_.push_back(slot_count_++);
        stored.slot = free_slots_.back();
        free_slots_.pop_back();
    }
    if (!is_current(stored, mesh)) {
        io_uploaded_bytes += upload(mesh, stored);
    }
    if (stored.shared) io_uploaded_bytes += stored.shared->choose_coloring(mesh);
    stored.last_frame = frame;
    return stored;
}

void MeshStore::drop_unused(std::uint64_t frame) {
    std::erase_if(meshes_, [&](const auto& entry) {
        const bool unused = entry.second.last_frame + kFramesKept < frame;
        if (unused) free_slots_.push_back(entry.second.slot);
        return unused;
    });
}

std::uint64_t MeshStore::upload(const draw::MeshData& mesh, StoredMesh& io_stored) {
    const std::uint64_t new_fingerprint = index_fingerprint(mesh);
    const bool has_same_layout = io_stored.last_frame != 0 &&
                                 io_stored.topology.index_fingerprint == new_fingerprint &&
                                 io_stored.smooth == mesh.smooth && io_stored.crease == mesh.crease &&
                                 io_stored.hides_coplanar_edges == mesh.hide_coplanar_edges;
    if (io_stored.last_frame == 0 || io_stored.topology.index_fingerprint != new_fingerprint)
        io_stored.topology = find_topology(mesh);
    io_stored.bounds = find_bounds(mesh);
    io_stored.revision = mesh.revision;
    io_stored.coloring = mesh.coloring;
    io_stored.smooth = mesh.smooth;
    io_stored.crease = mesh.crease;
    io_stored.hides_coplanar_edges = mesh.hide_coplanar_edges;

    io_stored.triangle_count = static_cast<std::uint32_t>(mesh.triangles.size());
    const bool is_shared = SharedBuffers::is_suitable(mesh), was_shared = io_stored.shared.has_value();
    const bool can_update = has_same_layout && is_shared == was_shared;
    return is_shared ? upload_shared(mesh, can_update, io_stored)
                     : upload_triangles(mesh, can_update, io_stored);
}

std::uint64_t MeshStore::upload_shared(const draw::MeshData& mesh, bool can_update, StoredMesh& io_stored) {
    if (can_update) return io_stored.shared->update(mesh, io_stored.topology);
    io_stored.vertex_count = 0;
    io_stored.packed = {};
    if (!io_stored.shared) io_stored.shared.emplace();
    return io_stored.shared->pack(mesh, io_stored.topology, io_stored.slot << kSlotShift | kSmoothBit);
}

std::uint64_t MeshStore::upload_triangles(const draw::MeshData& mesh, bool can_update,
                                          StoredMesh& io_stored) {
    io_stored.shared.reset();
    const std::uint32_t triangles = io_stored.triangle_count;
    std::vector<TriangleRange> changed{{0, triangles}};
    if (can_update)
        changed = io_stored.packed.update(mesh, io_stored.topology);
    else
        io_stored.packed.pack(mesh, io_stored.topology, io_stored.slot);
    if (!can_update) allocate_vertices(3 * triangles, io_stored);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    std::uint64_t uploaded = 0;
    for (const TriangleRange& range : changed) {
        const std::uint32_t first = 3 * range.first, count = 3 * (range.end - range.first);
        glBufferSubData(GL_ARRAY_BUFFER, bytes(io_stored.first_vertex + first), bytes(count),
                        io_stored.packed.vertices().data() + first);
        uploaded += count * sizeof(PackedVertex);
    }
    return uploaded;
}

void MeshStore::allocate_vertices(std::uint32_t vertex_count, StoredMesh& io_stored) {
    if (vertex_count > io_stored.vertex_count) {
        io_stored.vertex_count = 0; // prevents ensure_capacity() from copying the old vertices
        ensure_capacity(vertex_count);
        io_stored.first_vertex = used_;
        used_ += vertex_count;
    }
    io_stored.vertex_count = vertex_count;
}

// If the buffer has no room for the vertices, copies all stored meshes without gaps into a new buffer, which has at
// least twice the size that is needed.
void MeshStore::ensure_capacity(std::uint32_t vertex_count) {
    if (used_ + vertex_count <= capacity_) return;
    std::uint32_t needed = vertex_count;
    for (const auto& [key, stored] : meshes_) needed += stored.vertex_count;
    while (capacity_ < 2 * needed) capacity_ *= 2;

    GlBuffer packed = make_vertex_buffer(capacity_);
    std::vector<StoredMesh*> kept;
    for (auto& [key, stored] : meshes_)
        if (stored.vertex_count > 0) kept.push_back(&stored);
    std::ranges::sort(kept, {}, &StoredMesh::first_vertex);
    glBindBuffer(GL_COPY_READ_BUFFER, buffer_.id());
    glBindBuffer(GL_COPY_WRITE_BUFFER, packed.id());
    used_ = 0;
    for (StoredMesh* stored : kept) {
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, bytes(stored->first_vertex),
                            bytes(used_), bytes(stored->vertex_count));
        stored->first_vertex = used_;
        used_ += stored->vertex_count;
    }
    buffer_ = std::move(packed);
    set_attributes();
}

void MeshStore::set_attributes() {
    glBindVertexArray(vertices_array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    constexpr std::size_t kStride = sizeof(PackedVertex);
    set_attribute({0, 3, GL_FLOAT, false, offsetof(PackedVertex, position_m)}, kStride, 0, 0);
    set_attribute({1, 3, GL_SHORT, true, offsetof(PackedVertex, normal_m)}, kStride, 0, 0);
    set_attribute({2, 1, GL_UNSIGNED_INT, false, offsetof(PackedVertex, info)}, kStride, 0, 0);
    set_attribute({3, 4, GL_UNSIGNED_BYTE, true, offsetof(PackedVertex, own_color)}, kStride, 0, 0);
    set_attribute({4, 2, GL_SHORT, true, offsetof(PackedVertex, face_m)}, kStride, 0, 0);
}

} // namespace boxwood::render
