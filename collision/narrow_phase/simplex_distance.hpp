// What: the point of a simplex of one to four points that is nearest to the origin, and the smallest face of the
//     simplex that contains it.
// Invariants: weights are positive and their sum is 1. Points with weight zero are dropped; the others keep their
//     order. If four points remain, they enclose the origin.
// Degenerate input: flat simplices (without length, area or volume) are reduced to their faces.
// Cost: 30 to 300 flops.
// Source: [Montanari 2017] (signed volumes).
// Departs from the source: a cross product projects the origin onto the plane of a triangle, and scalar products
//     project it onto the line of a segment.
// Oracle: simplex_distance_test: a search over the weights in long double, and the plane through the nearest point that
//     separates the simplex from the origin.
#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace boxwood::gjk_detail {

// The points of a simplex with positive weights, and their weights.
struct Weights {
    std::array<int, 4> index{};
    std::array<double, 4> weight{};
    int count = 0;
    glm::dvec3 nearest{0.0};
    double squared = std::numeric_limits<double>::infinity();
};

inline Weights weigh_point(const glm::dvec3* points, int i) {
    return {{i}, {1.0}, 1, points[i], glm::dot(points[i], points[i])};
}

inline Weights weigh_segment(const glm::dvec3* points, int i, int j) {
    const glm::dvec3 along = points[j] - points[i];
    const double to_j = -glm::dot(points[i], along), to_i = glm::dot(points[j], along);
    if (!(to_j > 0.0)) return weigh_point(points, i);
    if (!(to_i > 0.0)) return weigh_point(points, j);
    const double part = to_j / (to_i + to_j);
    const glm::dvec3 nearest = points[i] + part * along;
    return {{i, j}, {1.0 - part, part}, 2, nearest, glm::dot(nearest, nearest)};
}

inline void keep_nearer(Weights& io_best, const Weights& other) {
    if (other.squared < io_best.squared) io_best = other;
}

inline Weights weigh_triangle(const glm::dvec3* points, int i, int j, int k) {
    const glm::dvec3 normal = glm::cross(points[j] - points[i], points[k] - points[i]);
    const double size = glm::dot(normal, normal);
    // Signed areas of the triangles between the projected origin and each side; negative if the origin is beyond that
    // side.
    const double at_i = glm::dot(normal, glm::cross(points[j], points[k]));
    const double at_j = glm::dot(normal, glm::cross(points[k], points[i]));
    const double at_k = glm::dot(normal, glm::cross(points[i], points[j]));
    if (size > 0.0 && at_i > 0.0 && at_j > 0.0 && at_k > 0.0) {
        const double sum = at_i + at_j + at_k;
        const glm::dvec3 nearest = (glm::dot(normal, points[i]) / size) * normal;
        return {{i, j, k}, {at_i / sum, at_j / sum, at_k / sum}, 3, nearest, glm::dot(nearest, nearest)};
    }
    Weights best;
    if (!(at_i > 0.0) || !(size > 0.0)) keep_nearer(best, weigh_segment(points, j, k));
    if (!(at_j > 0.0) || !(size > 0.0)) keep_nearer(best, weigh_segment(points, i, k));
    if (!(at_k > 0.0) || !(size > 0.0)) keep_nearer(best, weigh_segment(points, i, j));
    return best;
}

inline Weights weigh_tetrahedron(const glm::dvec3* points) {
    const auto volume = [](const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
        return glm::dot(a, glm::cross(b, c));
    };
    const glm::dvec3 &a = points[0], &b = points[1], &c = points[2], &d = points[3];
    const double total = volume(b - a, c - a, d - a);
    // Signed volumes of the tetrahedra between the origin and each face; they have the sign of `total` if the origin is
    // inside.
    const std::array<double, 4> part{volume(b, c, d), -volume(a, c, d), volume(a, b, d), -volume(a, b, c)};
    Weights best;
    bool is_inside = total != 0.0;
    for (int i = 0; i < 4; ++i) {
        if (part[static_cast<std::size_t>(i)] * total > 0.0) continue;
        is_inside = false;
        keep_nearer(best, weigh_triangle(points, i == 0 ? 1 : 0, i <= 1 ? 2 : 1, i == 3 ? 2 : 3));
    }
    if (!is_inside) return best;
    const double sum = part[0] + part[1] + part[2] + part[3];
    return {
        {0, 1, 2, 3}, {part[0] / sum, part[1] / sum, part[2] / sum, part[3] / sum}, 4, glm::dvec3(0.0), 0.0};
}

// Requires 1 <= count <= 4.
inline Weights weigh_simplex(const glm::dvec3* points, int count) {
    switch (count) {
    case 1:
        return weigh_point(points, 0);
    case 2:
        return weigh_segment(points, 0, 1);
    case 3:
        return weigh_triangle(points, 0, 1, 2);
    default:
        return weigh_tetrahedron(points);
    }
}

} // namespace boxwood::gjk_detail
