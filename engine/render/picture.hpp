// What: the render target of a frame: an image of any size, with depth, and optionally several samples per pixel. For
//     engine/render only.
#pragma once

#include <glm/vec2.hpp>

#include "engine/render/gl/gl_objects.hpp"
#include "engine/render/gl/image.hpp"

namespace boxwood::render {

class Picture {
  public:
    // Preserves its contents only if size and samples stay the same.
    void resize(glm::ivec2 size, int samples);
    void bind_scene() const; // with depth and samples
    void resolve() const;    // copies the scene into the final picture and binds that
    void show() const;       // copies the final picture to the window
    Image read() const;
    glm::ivec2 size() const { return size_; }

  private:
    int samples_ = 0;
    glm::ivec2 size_{0};
    // With one sample per pixel the scene is drawn directly into the final picture.
    GlFramebuffer scene_, final_;
    GlRenderbuffer scene_color_, depth_, final_color_;
};

} // namespace boxwood::render
