// What: owning wrappers of OpenGL objects, and minimal functions for filling them. For engine/render only.
// Invariants: objects are destroyed while the context that created them is current.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include <glad/gl.h>

namespace boxwood::render {

template <void (*Delete)(GLuint)>
class GlObject {
  public:
    GlObject() = default;
    explicit GlObject(GLuint id)
        : id_(id) {}
    GlObject(GlObject&& other) noexcept
        : id_(std::exchange(other.id_, 0)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        std::swap(id_, other.id_);
        return *this;
    }
    ~GlObject() {
        if (id_ != 0) Delete(id_);
    }
    GLuint id() const { return id_; }
    explicit operator bool() const { return id_ != 0; }

  private:
    GLuint id_ = 0;
};

inline void delete_buffer(GLuint id) {
    glDeleteBuffers(1, &id);
}
inline void delete_vertex_array(GLuint id) {
    glDeleteVertexArrays(1, &id);
}
inline void delete_texture(GLuint id) {
    glDeleteTextures(1, &id);
}
inline void delete_framebuffer(GLuint id) {
    glDeleteFramebuffers(1, &id);
}
inline void delete_renderbuffer(GLuint id) {
    glDeleteRenderbuffers(1, &id);
}
inline void delete_program(GLuint id) {
    glDeleteProgram(id);
}

using GlBuffer = GlObject<delete_buffer>;
using GlVertexArray = GlObject<delete_vertex_array>;
using GlTexture = GlObject<delete_texture>;
using GlFramebuffer = GlObject<delete_framebuffer>;
using GlRenderbuffer = GlObject<delete_renderbuffer>;
using GlProgram = GlObject<delete_program>;

template <typename Object>
Object make(void (*generate)(GLsizei, GLuint*)) {
    GLuint id = 0;
    generate(1, &id);
    return Object(id);
}

// Replaces a buffer's data without waiting for pending draws: the driver keeps the old storage for them. Returns the
// number of bytes.
template <typename T>
std::size_t stream(GLenum target, const GlBuffer& buffer, std::span<const T> data) {
    glBindBuffer(target, buffer.id());
    glBufferData(target, static_cast<GLsizeiptr>(data.size_bytes()), data.data(), GL_STREAM_DRAW);
    return data.size_bytes();
}

// One attribute of the bound vertex array, read from the bound buffer.
struct Attribute {
    GLuint location;
    GLint count;
    GLenum type;
    bool normalized;
    std::size_t offset;
};
inline void set_attribute(const Attribute& a, std::size_t stride, std::size_t base, GLuint divisor) {
    const auto* offset = reinterpret_cast<const void*>(base + a.offset);
    glEnableVertexAttribArray(a.location);
    if (a.type == GL_UNSIGNED_INT)
        glVertexAttribIPointer(a.location, a.count, a.type, static_cast<GLsizei>(stride), offset);
    else
        glVertexAttribPointer(a.location, a.count, a.type, a.normalized ? GL_TRUE : GL_FALSE,
                              static_cast<GLsizei>(stride), offset);
    glVertexAttribDivisor(a.location, divisor);
}

} // namespace boxwood::render
