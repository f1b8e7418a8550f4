#include "collision/volumes/triangle_box.hpp"

#include <array>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kRounding = 0x1p-46; // of what enters a projection; more than it loses

struct Placed {
    std::array<glm::dvec3, 3> corners; // about the box's center
    glm::dvec3 half;
    double reach = 0.0; // of the corners and the box, summed over the axes
};

Placed place(const Triangle& triangle, const Aabb& box) {
    const glm::dvec3 lower(box.lower), upper(box.upper), center = 0.5 * (lower + upper);
    Placed placed{{}, 0.5 * (upper - lower), 0.0};
    glm::dvec3 farthest = glm::abs(center);
    for (std::size_t i = 0; i < 3; ++i) {
        placed.corners[i] = glm::dvec3(triangle[i]) - center;
        farthest = glm::max(farthest, glm::abs(placed.corners[i]));
    }
    farthest += placed.half;
    placed.reach = (farthest.x + farthest.y) + farthest.z;
    return placed;
}

bool is_separated(const Placed& p, const glm::dvec3& axis) {
    const double a = glm::dot(p.corners[0], axis), b = glm::dot(p.corners[1], axis),
                 c = glm::dot(p.corners[2], axis);
    const glm::dvec3 size = glm::abs(axis);
    const double radius = glm::dot(p.half, size) + kRounding * p.reach * ((size.x + size.y) + size.z);
    return std::min(a, std::min(b, c)) > radius || std::max(a, std::max(b, c)) < -radius;
}

} // namespace

int find_separating_axis(const Triangle& triangle, const Aabb& box) {
    if (box.is_empty()) return 0;
    const Placed p = place(triangle, box);
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
