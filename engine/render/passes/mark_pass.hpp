// What: draws the points, as discs, and the single triangles of a DrawList. For engine/render only.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/draw/draw_list.hpp"
#include "engine/render/gl/shader_program.hpp"
#include "engine/render/renderer.hpp"

namespace boxwood::render {

class MarkPass {
  public:
    std::string create(); // returns an empty string on success, else the reason

    void prepare(const draw::DrawList& list, RenderStats& io_stats);
    // Draw one layer with the current depth test.
    void draw_points(draw::Layer layer, float opacity, RenderStats& io_stats);
    void draw_triangles(draw::Layer layer, float opacity, RenderStats& io_stats);
    void draw_glass(RenderStats& io_stats);

  private:
    struct PointData { // layout as in shaders/point.vert
        glm::vec3 center_w;
        draw::Color color;
        float diameter;
    };
    struct CornerData { // layout as in shaders/triangle.vert
        glm::vec3 position_w;
        draw::Color color;
        std::uint32_t info;
    };
    struct Range {
        GLint first = 0;
        GLsizei count = 0;
    };

    void gather_points(const draw::DrawList& list);
    void gather_triangles(const draw::DrawList& list);
    void add_corners(const draw::FilledTriangle& triangle);
    void draw_range(Range range, float opacity, RenderStats& io_stats);

    ShaderProgram point_program_, triangle_program_;
    GLint point_opacity_ = -1, triangle_opacity_ = -1;
    GlVertexArray point_array_, triangle_array_;
    GlBuffer point_buffer_, triangle_buffer_;
    std::vector<PointData> points_;
    std::vector<CornerData> corners_;
    std::array<Range, 3> point_layers_, triangle_layers_; // by draw::Layer
    Range glass_;
};

} // namespace boxwood::render
