#include "collision/volumes/triangle/triangle_box.hpp"

#include <array>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kRounding = 0x1p-46; // relative to the terms of a projection; exceeds its rounding error

double sum_of(const glm::dvec3& v) {
    return (v.x + v.y) + v.z;
}

struct Placed {
    const Triangle64& corners; // relative to the box's center
    const glm::dvec3& half;
    double margin = 0.0; // error of a corner, along any axis
};

bool is_separated(const Placed& p, const glm::dvec3& axis) {
    const double a = glm::dot(p.corners[0], axis), b = glm::dot(p.corners[1], axis),
                 c = glm::dot(p.corners[2], axis);
    const glm::dvec3 size = glm::abs(axis);
    const double radius = glm::dot(p.half, size) + p.margin * sum_of(size);
    return std::min(a, std::min(b, c)) > radius || std::max(a, std::max(b, c)) < -radius;
}

} // namespace

int find_separating_axis(const Triangle& triangle, const Aabb& box) {
    if (box.is_empty()) return 0;
    const glm::dvec3 lower(box.lower), upper(box.upper), center = 0.5 * (lower + upper);
    Triangle64 corners;
    for (std::size_t i = 0; i < 3; ++i) corners[i] = glm::dvec3(triangle[i]) - center;
    return find_separating_axis(corners, 0.5 * (upper - lower), kRounding * sum_of(glm::abs(center)));
}

int find_separating_axis(const Triangle64& corners, const glm::dvec3& half, double margin) {
    glm::dvec3 farthest(0.0);
    for (const glm::dvec3& corner : corners) farthest = glm::max(farthest, glm::abs(corner));
    const Placed p{corners, half, margin + kRounding * sum_of(farthest + half)};
    for (int i = 0; i < 3; ++i) {
        glm::dvec3 axis(0.0);
        axis[i] = 1.0;
        if (is_separated(p, axis)) return i;
    }
    const std::array<glm::dvec3, 3> edges{p.corners[1] - p.corners[0], p.corners[2] - p.corners[1],
                                          p.corners[0] - p.corners[2]};
    if (is_separated(p, glm::cross(edges[0], edges[1]))) return 3;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            glm::dvec3 axis(0.0);
            axis[i] = 1.0;
            if (is_separated(p, glm::cross(axis, edges[static_cast<std::size_t>(j)]))) return 4 + 3 * i + j;
        }
    return -1;
}

} // namespace boxwood
