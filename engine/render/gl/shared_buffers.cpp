#include "engine/render/gl/shared_buffers.hpp"

#include <cstddef>

namespace boxwood::render {

namespace {
constexpr std::size_t kMinTriangles = 1024; // smaller meshes are drawn together with other meshes

std::size_t max_texels() {
    static const std::size_t limit = [] {
        GLint count = 0;
        glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &count);
        return static_cast<std::size_t>(count);
    }();
    return limit;
}
} // namespace

bool SharedBuffers::is_suitable(const draw::MeshData& mesh) {
    return mesh.smooth && !(mesh.crease > 0.0f) && !mesh.hide_coplanar_edges &&
           mesh.triangles.size() >= kMinTriangles && mesh.triangles.size() <= max_texels();
}

std::uint64_t SharedBuffers::pack(const draw::MeshData& mesh, const MeshTopology& topology,
                                  std::uint32_t mesh_bits) {
    mesh_.pack(mesh, topology);
    mesh_bits_ = mesh_bits;
    if (!array_) {
        array_ = make<GlVertexArray>(glGenVertexArrays);
        for (GlBuffer* buffer : {&vertices_, &vertex_bits_, &indices_})
            *buffer = make<GlBuffer>(glGenBuffers);
    }
    return upload_geometry();
}

std::uint64_t SharedBuffers::update(const draw::MeshData& mesh, const MeshTopology& topology) {
    const bool was_inside_out = mesh_.is_inside_out();
    const std::vector<IndexRange> changed = mesh_.update(mesh, topology);
    if (was_inside_out != mesh_.is_inside_out()) return upload_geometry();
    if (changed.size() == 1 && changed[0].size() == mesh_.vertices().size())
        // If all vertices changed, replacing the buffer avoids waiting for pending draws.
        return stream(GL_ARRAY_BUFFER, vertices_, std::span(mesh_.vertices()));
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
    std::uint64_t uploaded = 0;
    for (const IndexRange& range : changed) {
        const std::size_t bytes = range.size() * sizeof(SharedVertex);
        glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(range.first * sizeof(SharedVertex)),
                        static_cast<GLsizeiptr>(bytes), mesh_.vertices().data() + range.first);
        uploaded += bytes;
    }
    return uploaded;
}

std::uint64_t SharedBuffers::upload_geometry() {
    glBindVertexArray(array_.id());
    std::uint64_t uploaded = stream(GL_ARRAY_BUFFER, vertices_, std::span(mesh_.vertices()));
    set_attribute({0, 3, GL_FLOAT, false, offsetof(SharedVertex, position_m)}, sizeof(SharedVertex), 0, 0);
    set_attribute({1, 3, GL_SHORT, true, offsetof(SharedVertex, normal_m)}, sizeof(SharedVertex), 0, 0);
    std::vector<std::uint32_t> vertex_bits;
    vertex_bits.reserve(mesh_.labels().size());
    for (const std::uint8_t label : mesh_.labels()) vertex_bits.push_back(mesh_bits_ | label);
    uploaded += stream(GL_ARRAY_BUFFER, vertex_bits_, std::span<const std::uint32_t>(vertex_bits));
    set_attribute({2, 1, GL_UNSIGNED_INT, false, 0}, sizeof(std::uint32_t), 0, 0);
    uploaded += stream(GL_ELEMENT_ARRAY_BUFFER, indices_, std::span(mesh_.indices()));
    return uploaded;
}

std::uint64_t SharedBuffers::choose_coloring(const draw::MeshData& mesh) {
    const auto [entry, is_new] = colorings_.try_emplace(mesh.coloring);
    coloring_ = &entry->second;
    if (!is_new && coloring_->revision == mesh.revision) return 0;
    if (is_new) {
        coloring_->buffer = make<GlBuffer>(glGenBuffers);
        coloring_->texture = make<GlTexture>(glGenTextures);
    }
    coloring_->revision = mesh.revision;
    return upload_colors(mesh, *coloring_);
}

std::uint64_t SharedBuffers::upload_colors(const draw::MeshData& mesh, Coloring& io_coloring) {
    const IndexRange changed = io_coloring.colors.update(mesh.triangle_colors);
    if (changed.size() == 0) return 0;
    if (changed.size() < mesh.triangle_colors.size()) {
        glBindBuffer(GL_TEXTURE_BUFFER, io_coloring.buffer.id());
        const std::size_t bytes = changed.size() * sizeof(draw::Color);
        glBufferSubData(GL_TEXTURE_BUFFER, static_cast<GLintptr>(changed.first * sizeof(draw::Color)),
                        static_cast<GLsizeiptr>(bytes), mesh.triangle_colors.data() + changed.first);
        return bytes;
    }
    const std::uint64_t uploaded = stream(GL_TEXTURE_BUFFER, io_coloring.buffer, mesh.triangle_colors);
    glBindTexture(GL_TEXTURE_BUFFER, io_coloring.texture.id());
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, io_coloring.buffer.id());
    return uploaded;
}

void SharedBuffers::bind(GLenum color_unit) const {
    glBindVertexArray(array_.id());
    if (!has_colors()) return;
    glActiveTexture(color_unit);
    glBindTexture(GL_TEXTURE_BUFFER, coloring_->texture.id());
    glActiveTexture(GL_TEXTURE0);
}

} // namespace boxwood::render
