// What: draws the lines and boxes of a DrawList and the ground grid, anti-aliased. For engine/render only.
// Cost: one upload of 32 bytes per line (64 with wide lines), with twelve lines per box. A GPU draws a layer as quads
//     in one call. A software renderer draws OpenGL's wide lines instead, with one call per width, which gives the same
//     pixels in a quarter less time. Its time depends on the number of touched pixels. In batches of at least
//     kManyLines lines, thin lines are therefore one pixel wide without the soft border, which halves the time.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/draw/draw_list.hpp"
#include "engine/render/gl/shader_program.hpp"
#include "engine/render/renderer.hpp"

namespace boxwood::render {

class LinePass {
  public:
    std::string create(bool is_software); // returns an empty string on success, else the reason

    void prepare(const draw::DrawList& list, float ui_scale, const Style& style, RenderStats& io_stats);
    // Draws one layer with the current depth test.
    void draw(draw::Layer layer, float opacity, RenderStats& io_stats);
    // `camera_distance` controls the distance at which the grid fades out.
    void draw_grid(float camera_distance, RenderStats& io_stats);

  private:
    struct LineData { // layout as in shaders/line.vert
        glm::vec3 from_w, to_w;
        draw::Color color;
        float width; // negative if the line is dashed
    };
    // Lines of one layer with nearly the same width. Thin lines are drawn first, so that thick lines are on top.
    struct Batch {
        draw::Layer layer = draw::Layer::depth_tested;
        int quarters = 0; // width in quarters of a pixel at UI scale 1, rounded up
        std::vector<LineData> lines;
        std::size_t first = 0; // in the buffer
    };

    std::vector<LineData>& batch_of(draw::Layer layer, float width);
    void add_box(const draw::Box& box);
    void add_grid(const draw::DrawList& list, const Style& style);
    void upload(RenderStats& io_stats);
    float raster_width(const Batch& batch) const;
    void draw_quads(std::size_t first, std::size_t count, RenderStats& io_stats);
    void set_attributes(std::size_t first, GLuint divisor);
    void draw_wide_lines(const Batch& batch, RenderStats& io_stats);

    bool uses_wide_lines_ = false;
    float ui_scale_ = 1.0f;
    ShaderProgram lines_, grid_;
    GLint line_opacity_ = -1, grid_reach_ = -1;
    GlVertexArray vertices_array_;
    GlBuffer buffer_;
    std::vector<Batch> batches_; // reused between frames
    std::vector<LineData> grid_lines_, uploaded_;
    std::size_t grid_first_ = 0;
};

} // namespace boxwood::render
