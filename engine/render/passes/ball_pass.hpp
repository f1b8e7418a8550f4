// What: draws the balls of a DrawList as discs that face the eye: the opaque ones in one call, the translucent ones in
//     another. For engine/render only.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/draw/draw_list.hpp"
#include "engine/render/gl/shader_program.hpp"
#include "engine/render/renderer.hpp"

namespace boxwood::render {

class BallPass {
  public:
    std::string create(); // returns an empty string on success, else the reason

    void prepare(const draw::DrawList& list, glm::vec3 eye_w, RenderStats& io_stats);
    // Draw the balls with the current depth test. Opaque balls are drawn from front to back, which leaves fewer pixels
    // to shade; the others from back to front.
    void draw_opaque(RenderStats& io_stats);
    void draw_translucent(RenderStats& io_stats);

  private:
    void draw(std::size_t first, std::size_t count, RenderStats& io_stats);

    struct BallData { // layout as in shaders/ball.vert
        glm::vec3 center_w;
        float radius;
        draw::Color color;
    };

    ShaderProgram program_;
    GlVertexArray array_;
    GlBuffer buffer_;
    std::vector<BallData> balls_; // in the order of drawing
    std::size_t opaque_count_ = 0;
};

} // namespace boxwood::render
