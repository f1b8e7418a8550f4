#include "engine/render/passes/mark_pass.hpp"

#include <cstddef>
#include <span>

namespace boxwood::render {

namespace {
constexpr std::array kLayers{draw::Layer::depth_tested, draw::Layer::xray, draw::Layer::on_top};
constexpr std::uint32_t kHatchedBit = 1u << 2;
constexpr std::uint32_t kNoOutline = 3; // in place of the corner index
} // namespace

std::string MarkPass::create() {
    if (std::string error = point_program_.build("point"); !error.empty()) return error;
    if (std::string error = triangle_program_.build("triangle"); !error.empty()) return error;
    point_opacity_ = point_program_.uniform("opacity");
    triangle_opacity_ = triangle_program_.uniform("opacity");

    point_array_ = make<GlVertexArray>(glGenVertexArrays);
    point_buffer_ = make<GlBuffer>(glGenBuffers);
    glBindVertexArray(point_array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, point_buffer_.id());
    set_attribute({0, 3, GL_FLOAT, false, offsetof(PointData, center_w)}, sizeof(PointData), 0, 0);
    set_attribute({1, 4, GL_UNSIGNED_BYTE, true, offsetof(PointData, color)}, sizeof(PointData), 0, 0);
    set_attribute({2, 1, GL_FLOAT, false, offsetof(PointData, diameter)}, sizeof(PointData), 0, 0);

    triangle_array_ = make<GlVertexArray>(glGenVertexArrays);
    triangle_buffer_ = make<GlBuffer>(glGenBuffers);
    glBindVertexArray(triangle_array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, triangle_buffer_.id());
    set_attribute({0, 3, GL_FLOAT, false, offsetof(CornerData, position_w)}, sizeof(CornerData), 0, 0);
    set_attribute({1, 4, GL_UNSIGNED_BYTE, true, offsetof(CornerData, color)}, sizeof(CornerData), 0, 0);
    set_attribute({2, 1, GL_UNSIGNED_INT, false, offsetof(CornerData, info)}, sizeof(CornerData), 0, 0);
    return {};
}

void MarkPass::prepare(const draw::DrawList& list, RenderStats& io_stats) {
    gather_points(list);
    gather_triangles(list);
    io_stats.points += static_cast<std::uint32_t>(points_.size());
    if (!points_.empty())
        io_stats.uploaded_bytes +=
            stream(GL_ARRAY_BUFFER, point_buffer_, std::span<const PointData>(points_));
    if (!corners_.empty())
        io_stats.uploaded_bytes +=
            stream(GL_ARRAY_BUFFER, triangle_buffer_, std::span<const CornerData>(corners_));
}

void MarkPass::gather_points(const draw::DrawList& list) {
    points_.clear();
    for (const draw::Layer layer : kLayers) {
        Range& range = point_layers_[static_cast<std::size_t>(layer)];
        range.first = static_cast<GLint>(points_.size());
        for (const draw::Point& point : list.points)
            if (point.layer == layer) points_.push_back({point.center_w, point.color, point.diameter});
        range.count = static_cast<GLsizei>(points_.size()) - range.first;
    }
}

void MarkPass::gather_triangles(const draw::DrawList& list) {
    corners_.clear();
    for (const draw::Layer layer : kLayers) {
        Range& range = triangle_layers_[static_cast<std::size_t>(layer)];
        range.first = static_cast<GLint>(corners_.size());
        for (const draw::FilledTriangle& triangle : list.triangles)
            if (triangle.layer == layer && !triangle.glass) add_corners(triangle);
        range.count = static_cast<GLsizei>(corners_.size()) - range.first;
    }
    glass_.first = static_cast<GLint>(corners_.size());
    for (const draw::FilledTriangle& triangle : list.triangles)
        if (triangle.glass) add_corners(triangle);
    glass_.count = static_cast<GLsizei>(corners_.size()) - glass_.first;
}

void MarkPass::add_corners(const draw::FilledTriangle& triangle) {
    const std::uint32_t hatched = triangle.hatched ? kHatchedBit : 0;
    const auto info = [&](std::uint32_t corner) { return hatched | (triangle.glass ? kNoOutline : corner); };
    corners_.push_back({triangle.a_w, triangle.color, info(0)});
    corners_.push_back({triangle.b_w, triangle.color, info(1)});
    corners_.push_back({triangle.c_w, triangle.color, info(2)});
}

void MarkPass::draw_points(draw::Layer layer, float opacity, RenderStats& io_stats) {
    const Range range = point_layers_[static_cast<std::size_t>(layer)];
    if (range.count == 0) return;
    point_program_.use();
    glUniform1f(point_opacity_, opacity);
    glBindVertexArray(point_array_.id());
    glDrawArrays(GL_POINTS, range.first, range.count);
    ++io_stats.draw_calls;
}

void MarkPass::draw_triangles(draw::Layer layer, float opacity, RenderStats& io_stats) {
    draw_range(triangle_layers_[static_cast<std::size_t>(layer)], opacity, io_stats);
}

void MarkPass::draw_glass(RenderStats& io_stats) {
    draw_range(glass_, 1.0f, io_stats);
}

void MarkPass::draw_range(Range range, float opacity, RenderStats& io_stats) {
    if (range.count == 0) return;
    triangle_program_.use();
    glUniform1f(triangle_opacity_, opacity);
    glBindVertexArray(triangle_array_.id());
    glDrawArrays(GL_TRIANGLES, range.first, range.count);
    ++io_stats.draw_calls;
}

} // namespace boxwood::render
