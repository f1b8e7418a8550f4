#include "engine/draw/cut.hpp"

#include <utility>

#include <glm/geometric.hpp>

namespace boxwood::draw {
namespace {

float side_of(const glm::vec4& plane, const glm::vec3& p) {
    return glm::dot(glm::vec3(plane), p) + plane.w;
}

glm::vec3 crossing(const glm::vec3& p, const glm::vec3& q, float side_p, float side_q) {
    return p + (q - p) * (side_p / (side_p - side_q));
}

// Clips a triangle to the positive side of the plane. Returns the number of corners: 0, 3 or 4. The corners are in the
// triangle's order.
std::size_t clip(const std::array<glm::vec3, 3>& corners, const glm::vec4& plane,
                 std::array<glm::vec3, 4>& out_corners) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const glm::vec3 &p = corners[i], &q = corners[(i + 1) % 3];
        const float side_p = side_of(plane, p), side_q = side_of(plane, q);
        if (side_p >= 0.0f) out_corners[count++] = p;
        if ((side_p >= 0.0f) != (side_q >= 0.0f)) out_corners[count++] = crossing(p, q, side_p, side_q);
    }
    return count;
}

// Returns false if nothing remains.
bool clip_line(glm::vec3& io_from, glm::vec3& io_to, const glm::vec4& plane) {
    const float from = side_of(plane, io_from), to = side_of(plane, io_to);
    if (from < 0.0f && to < 0.0f) return false;
    if (from < 0.0f)
        io_from = crossing(io_from, io_to, from, to);
    else if (to < 0.0f)
        io_to = crossing(io_from, io_to, from, to);
    return true;
}

// Adds the twelve edges of a box.
void add_edges(const Box& box, std::vector<Line>& out_lines) {
    const auto corner = [&](unsigned bits) {
        return glm::vec3(box.world_from_box * glm::vec4((bits & 1u) != 0 ? 1.0f : -1.0f,
                                                        (bits & 2u) != 0 ? 1.0f : -1.0f,
                                                        (bits & 4u) != 0 ? 1.0f : -1.0f, 1.0f));
    };
    for (unsigned from = 0; from < 8; ++from)
        for (const unsigned bit : {1u, 2u, 4u})
            if ((from & bit) == 0)
                out_lines.push_back(
                    {corner(from), corner(from | bit), box.color, box.width, box.dashed, box.layer});
}

} // namespace

CutMesh cut_mesh(std::span<const glm::vec3> positions,
                 std::span<const std::array<std::uint32_t, 3>> triangles, const std::vector<bool>& is_shown,
                 const std::optional<glm::vec4>& plane_m) {
    CutMesh cut;
    cut.positions.assign(positions.begin(), positions.end());
    for (std::uint32_t i = 0; i < triangles.size(); ++i) {
        if (!is_shown.empty() && !is_shown[i]) continue;
        const std::array<std::uint32_t, 3>& t = triangles[i];
        std::array<glm::vec3, 4> corners;
        std::size_t count = 3;
        bool is_whole = true;
        if (plane_m) {
            for (const std::uint32_t vertex : t) is_whole &= side_of(*plane_m, positions[vertex]) >= 0.0f;
            if (!is_whole)
                count = clip({positions[t[0]], positions[t[1]], positions[t[2]]}, *plane_m, corners);
        }
        if (is_whole) {
            cut.triangles.push_back(t);
            cut.sources.push_back(i);
            continue;
        }
        const auto first = static_cast<std::uint32_t>(cut.positions.size());
        for (std::size_t k = 0; k < count; ++k) cut.positions.push_back(corners[k]);
        for (std::uint32_t k = 2; k < count; ++k) {
            cut.triangles.push_back({first, first + k - 1, first + k});
            cut.sources.push_back(i);
        }
    }
    return cut;
}

void cut_scene(DrawList& io_list, const glm::vec4& plane_w) {
    for (const Box& box : io_list.boxes) add_edges(box, io_list.lines);
    io_list.boxes.clear();
    std::erase_if(io_list.lines, [&](Line& line) { return !clip_line(line.from_w, line.to_w, plane_w); });
    std::erase_if(io_list.points,
                  [&](const Point& point) { return side_of(plane_w, point.center_w) < 0.0f; });
    std::erase_if(io_list.labels,
                  [&](const Label& label) { return side_of(plane_w, label.anchor_w) < 0.0f; });
    std::vector<FilledTriangle> kept;
    for (const FilledTriangle& triangle : io_list.triangles) {
        std::array<glm::vec3, 4> corners;
        const std::size_t count = clip({triangle.a_w, triangle.b_w, triangle.c_w}, plane_w, corners);
        for (std::size_t k = 2; k < count; ++k) {
            FilledTriangle part = triangle;
            part.a_w = corners[0];
            part.b_w = corners[k - 1];
            part.c_w = corners[k];
            kept.push_back(part);
        }
    }
    io_list.triangles = std::move(kept);
}

} // namespace boxwood::draw
