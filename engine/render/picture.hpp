// What: the render target of a frame: either an image of any size with depth and optionally several samples per pixel,
//     or the window itself, which avoids a copy of the picture. For engine/render only.
#pragma once

#include <glm/vec2.hpp>

#include "engine/render/gl/gl_objects.hpp"
#include "engine/render/gl/image.hpp"

namespace boxwood::render {

class Picture {
  public:
    // Uses an image of this size, clamped to the range from 1 to OpenGL's limit. Its contents are preserved only if
    // size and samples stay the same.
    void resize(glm::ivec2 size, int samples);
    // Uses the window's own buffers, which have this size, until the next resize().
    void use_window(glm::ivec2 size);
    void bind_scene() const; // binds the target of the scene, which has depth and samples
    void resolve() const;    // copies the scene into the final picture and binds the final picture
    void show() const;       // copies the final picture to the window, unless it is the window
    Image read() const;      // of the final picture, with the top row first; opaque
    glm::ivec2 size() const { return size_; }

  private:
    GLuint scene_target() const;
    GLuint final_target() const { return is_window_ ? 0 : final_.id(); }

    int samples_ = 0; // 0: nothing is allocated
    glm::ivec2 size_{0};
    bool is_window_ = false;
    // With one sample per pixel, scene_ is unused and the scene is drawn directly into final_.
    GlFramebuffer scene_, final_;
    GlRenderbuffer scene_color_, depth_, final_color_;
};

} // namespace boxwood::render
