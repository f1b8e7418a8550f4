#include "engine/render/passes/line_pass.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <tuple>
#include <utility>

namespace boxwood::render {

namespace {
constexpr int kMaxGridLines = 1000; // on each side of the center; a finer grid would look uniformly gray
constexpr int kMajorEvery = 10;
// The grid fades out between these distances from the eye, in units of the camera distance.
constexpr float kGridNear = 0.9f, kGridFar = 3.2f;

constexpr std::size_t kManyLines = 8000;
constexpr float kThinWidth = 1.5f;      // pixels
constexpr float kMaxLineWidth = 32.0f;  // pixels at UI scale 1
// In pixels; wide lines are used only if the driver supports this width.
constexpr float kRequiredMaxWidth = 200.0f;
// OpenGL measures the width of a line along the x or y axis, so a diagonal line is thinner by this factor.
constexpr float kDiagonal = 1.4143f;

float signed_width(float width, bool dashed) {
    return dashed ? -width : width;
}

bool has_wide_lines() {
    std::array<GLfloat, 2> range{1.0f, 1.0f};
    glGetFloatv(GL_ALIASED_LINE_WIDTH_RANGE, range.data());
    return range[1] >= kRequiredMaxWidth;
}
} // namespace

std::string LinePass::create(bool is_software) {
    uses_wide_lines_ = is_software && has_wide_lines();
    if (std::string error = lines_.build("line", uses_wide_lines_ ? "WIDE_LINES" : ""); !error.empty())
        return error;
    if (std::string error = grid_.build("grid"); !error.empty()) return error;
    line_opacity_ = lines_.uniform("opacity");
    grid_reach_ = grid_.uniform("reach");
    vertices_array_ = make<GlVertexArray>(glGenVertexArrays);
    buffer_ = make<GlBuffer>(glGenBuffers);
    return {};
}

void LinePass::prepare(const draw::DrawList& list, float ui_scale, const Style& style,
                       RenderStats& io_stats) {
    ui_scale_ = ui_scale;
    for (Batch& batch : batches_) batch.lines.clear();
    for (const draw::Box& box : list.boxes) add_box(box);
    for (const draw::Line& line : list.lines)
        batch_of(line.layer, line.width)
            .push_back({line.from_w, line.to_w, line.color, signed_width(line.width, line.dashed)});
    std::erase_if(batches_, [](const Batch& batch) { return batch.lines.empty(); });
    std::ranges::sort(batches_, {},
                      [](const Batch& batch) { return std::tuple(batch.layer, batch.quarters); });
    grid_lines_.clear();
    if (list.grid_spacing > 0.0f && list.grid_extent > 0.0f) add_grid(list, style);
    upload(io_stats);
}

std::vector<LinePass::LineData>& LinePass::batch_of(draw::Layer layer, float width) {
    const int quarters = static_cast<int>(std::ceil(4.0f * std::clamp(width, 0.25f, kMaxLineWidth)));
    for (Batch& batch : batches_)
        if (batch.layer == layer && batch.quarters == quarters) return batch.lines;
    batches_.push_back({layer, quarters, {}, 0});
    return batches_.back().lines;
}

void LinePass::add_box(const draw::Box& box) {
    const glm::vec3 center_w(box.world_from_box[3]);
    const std::array axes_w{glm::vec3(box.world_from_box[0]), glm::vec3(box.world_from_box[1]),
                            glm::vec3(box.world_from_box[2])};
    constexpr std::array<std::pair<float, float>, 4> kSides{{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};
    const float width = signed_width(box.width, box.dashed);
    std::vector<LineData>& lines = batch_of(box.layer, box.width);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const glm::vec3 u = axes_w[axis], v = axes_w[(axis + 1) % 3], w = axes_w[(axis + 2) % 3];
        for (const auto& [side_v, side_w] : kSides) {
            const glm::vec3 middle_w = center_w + side_v * v + side_w * w;
            lines.push_back({middle_w - u, middle_w + u, box.color, width});
        }
    }
}

void LinePass::add_grid(const draw::DrawList& list, const Style& style) {
    const float extent = list.grid_extent, y = list.grid_height;
    const float lines_in_extent = std::floor(extent / list.grid_spacing + 1e-3f);
    const int count = static_cast<int>(std::min(lines_in_extent, static_cast<float>(kMaxGridLines)));
    for (int i = -count; i <= count; ++i) {
        const float at = static_cast<float>(i) * list.grid_spacing;
        draw::Color color = style.grid;
        if (i % kMajorEvery != 0) color.a = style.grid_minor_alpha;
        grid_lines_.push_back({{at, y, -extent}, {at, y, extent}, color, 1.0f});
        grid_lines_.push_back({{-extent, y, at}, {extent, y, at}, color, 1.0f});
    }
}

// A line that is drawn as a quad is one instance and needs one LineData. A wide line of OpenGL has two vertices, each
// with a copy of the LineData.
void LinePass::upload(RenderStats& io_stats) {
    uploaded_.clear();
    for (Batch& batch : batches_) {
        batch.first = uploaded_.size();
        for (const LineData& line : batch.lines)
            uploaded_.insert(uploaded_.end(), uses_wide_lines_ ? 2 : 1, line);
        io_stats.lines += static_cast<std::uint32_t>(batch.lines.size());
    }
    grid_first_ = uploaded_.size();
    uploaded_.insert(uploaded_.end(), grid_lines_.begin(), grid_lines_.end());
    if (!uploaded_.empty())
        io_stats.uploaded_bytes += stream(GL_ARRAY_BUFFER, buffer_, std::span<const LineData>(uploaded_));
}

void LinePass::draw(draw::Layer layer, float opacity, RenderStats& io_stats) {
    lines_.use();
    glUniform1f(line_opacity_, opacity);
    std::size_t first = 0, count = 0;
    for (const Batch& batch : batches_) {
        if (batch.layer != layer) continue;
        if (uses_wide_lines_) draw_wide_lines(batch, io_stats);
        if (count == 0) first = batch.first;
        count += batch.lines.size();
    }
    if (!uses_wide_lines_) draw_quads(first, count, io_stats);
}

void LinePass::draw_grid(float camera_distance, RenderStats& io_stats) {
    grid_.use();
    glUniform2f(grid_reach_, kGridNear * camera_distance, kGridFar * camera_distance);
    draw_quads(grid_first_, grid_lines_.size(), io_stats);
}

void LinePass::draw_quads(std::size_t first, std::size_t count, RenderStats& io_stats) {
    if (count == 0) return;
    constexpr GLsizei kCornersOfQuad = 4;
    set_attributes(first, 1);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, kCornersOfQuad, static_cast<GLsizei>(count));
    ++io_stats.draw_calls;
}

void LinePass::draw_wide_lines(const Batch& batch, RenderStats& io_stats) {
    set_attributes(batch.first, 0);
    glLineWidth(raster_width(batch));
    glDrawArrays(GL_LINES, 0, static_cast<GLsizei>(2 * batch.lines.size()));
    ++io_stats.draw_calls;
}

// OpenGL 4.1 has no base instance, so the attribute pointers start at the first line instead.
void LinePass::set_attributes(std::size_t first, GLuint divisor) {
    constexpr std::size_t kStride = sizeof(LineData);
    const std::size_t base = first * kStride;
    glBindVertexArray(vertices_array_.id());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
    set_attribute({0, 3, GL_FLOAT, false, offsetof(LineData, from_w)}, kStride, base, divisor);
    set_attribute({1, 3, GL_FLOAT, false, offsetof(LineData, to_w)}, kStride, base, divisor);
    set_attribute({2, 4, GL_UNSIGNED_BYTE, true, offsetof(LineData, color)}, kStride, base, divisor);
    set_attribute({3, 1, GL_FLOAT, false, offsetof(LineData, width)}, kStride, base, divisor);
}

// Returns the argument of glLineWidth: the width of the lines with their soft border, along the diagonal of a pixel.
// If a batch has many thin lines, they are one pixel wide and have no border.
float LinePass::raster_width(const Batch& batch) const {
    const float width = std::max(0.25f * static_cast<float>(batch.quarters) * ui_scale_, 1.0f);
    const bool crowded = batch.lines.size() >= kManyLines && width <= kThinWidth;
    return crowded ? 1.0f : kDiagonal * (width + 1.0f);
}

} // namespace boxwood::render
