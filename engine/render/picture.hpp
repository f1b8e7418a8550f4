// What: where a frame is drawn: a picture of any size, with depth, and several samples per pixel if asked
// for. Only this room includes it.
#pragma once

#include <glm/vec2.hpp>

#include "engine/render/gl/gl_objects.hpp"
#include "engine/render/gl/image.hpp"

namespace boxwood::render {

class Picture {
  public:
    // Keeps its contents only when size and samples stay.
    void resize(glm::ivec2 size, int samples);
    void bind_scene() const; // with depth and samples
    void resolve() const;    // the scene into the final picture, which is then bound
    void show() const;       // the final picture to the window
    Image read() const;
    glm::ivec2 size() const { return size_; }

  private:
    int samples_ = 0;
    glm::ivec2 size_{0};
    // With one sample per pixel the scene is drawn into the final picture itself.
    GlFramebuffer scene_, final_;
    GlRenderbuffer scene_color_, depth_, final_color_;
};

} // namespace boxwood::render
