#include "engine/render/picture.hpp"

#include <algorithm>
#include <vector>

#include <glm/common.hpp>

namespace boxwood::render {

namespace {
void allocate(const GlRenderbuffer& buffer, GLenum format, int samples, glm::ivec2 size) {
    glBindRenderbuffer(GL_RENDERBUFFER, buffer.id());
    if (samples > 1)
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, size.x, size.y);
    else
        glRenderbufferStorage(GL_RENDERBUFFER, format, size.x, size.y);
}

void attach(const GlFramebuffer& target, GLenum point, const GlRenderbuffer& buffer) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.id());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, buffer.id());
}

void copy(GLuint to, GLuint from, glm::ivec2 size) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glDisable(GL_SCISSOR_TEST);
    glBlitFramebuffer(0, 0, size.x, size.y, 0, 0, size.x, size.y, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}
} // namespace

void Picture::use_window(glm::ivec2 size) {
    *this = {};
    size_ = glm::max(size, 1);
    is_window_ = true;
}

void Picture::resize(glm::ivec2 size, int samples) {
    is_window_ = false;
    GLint largest = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    size = {std::clamp(size.x, 1, largest), std::clamp(size.y, 1, largest)};
    if (size == size_ && samples == samples_) return;
    size_ = size;
    samples_ = samples;
    final_ = make<GlFramebuffer>(glGenFramebuffers);
    final_color_ = make<GlRenderbuffer>(glGenRenderbuffers);
    allocate(final_color_, GL_RGBA8, 1, size_);
    attach(final_, GL_COLOR_ATTACHMENT0, final_color_);
    if (samples_ > 1) {
        scene_ = make<GlFramebuffer>(glGenFramebuffers);
        scene_color_ = make<GlRenderbuffer>(glGenRenderbuffers);
        allocate(scene_color_, GL_RGBA8, samples_, size_);
        attach(scene_, GL_COLOR_ATTACHMENT0, scene_color_);
    }
    depth_ = make<GlRenderbuffer>(glGenRenderbuffers);
    allocate(depth_, GL_DEPTH24_STENCIL8, samples_, size_);
    attach(samples_ > 1 ? scene_ : final_, GL_DEPTH_STENCIL_ATTACHMENT, depth_);
}

GLuint Picture::scene_target() const {
    return samples_ > 1 ? scene_.id() : final_target();
}

void Picture::bind_scene() const {
    glBindFramebuffer(GL_FRAMEBUFFER, scene_target());
}

void Picture::resolve() const {
    if (samples_ > 1) copy(final_.id(), scene_.id(), size_);
    glBindFramebuffer(GL_FRAMEBUFFER, final_target());
    glDisable(GL_SCISSOR_TEST);
    glViewport(0, 0, size_.x, size_.y);
}

void Picture::show() const {
    if (is_window_) return;
    copy(0, final_.id(), size_);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

Image Picture::read() const {
    Image image{size_.x, size_.y, {}};
    const auto row = 4 * static_cast<std::size_t>(size_.x);
    image.rgba.resize(row * static_cast<std::size_t>(size_.y));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, final_target());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, size_.x, size_.y, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    // OpenGL's rows run from bottom to top.
    auto* top = image.rgba.data();
    for (auto* bottom = top + image.rgba.size() - row; top < bottom; top += row, bottom -= row)
        std::swap_ranges(top, top + row, bottom);
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    return image;
}

} // namespace boxwood::render
