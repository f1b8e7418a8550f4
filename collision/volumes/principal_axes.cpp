#include "collision/volumes/principal_axes.hpp"

#include "collision/volumes/hull_sketch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood {
namespace {

glm::dmat3 outer(const glm::dvec3& v) {
    return glm::outerProduct(v, v);
}

double area_of(const glm::dvec3& p, const glm::dvec3& q, const glm::dvec3& r) {
    return 0.5 * glm::length(glm::cross(q - p, r - p));
}

// Any unit vector at right angles to a unit vector.
glm::dvec3 find_normal(const glm::dvec3& v) {
    const glm::dvec3 a = glm::abs(v);
    const glm::dvec3 other = a.x <= a.y && a.x <= a.z ? glm::dvec3(1, 0, 0)
                             : a.y <= a.z             ? glm::dvec3(0, 1, 0)
                                                      : glm::dvec3(0, 0, 1);
    return glm::normalize(glm::cross(v, other));
}

// Longest edge, normal x edge, normal.
glm::dmat3 axes_of_triangle(const glm::dvec3& p, const glm::dvec3& q, const glm::dvec3& r) {
    std::array<glm::dvec3, 3> edges{q - p, r - q, p - r};
    const glm::dvec3 edge = *std::max_element(edges.begin(), edges.end(), [](const auto& x, const auto& y) {
        return glm::dot(x, x) < glm::dot(y, y);
    });
    const double length = glm::length(edge);
    if (!(length > 0.0)) return glm::dmat3(1.0);
    const glm::dvec3 along = edge / length;
    glm::dvec3 normal = glm::cross(q - p, r - p);
    normal -= along * glm::dot(along, normal);
    const double size = glm::length(normal);
    normal = size > 1e-12 * length * length ? normal / size : find_normal(along);
    return {along, glm::cross(normal, along), normal};
}

} // namespace

Moments compute_moments(std::span<const glm::vec3> points) {
    Moments moments;
    if (points.empty()) return moments;
    const glm::dvec3 origin(points[0]); // moments about a point nearby lose no digits
    glm::dmat3 second(0.0);
    for (const glm::vec3& p : points) {
        const glm::dvec3 v = glm::dvec3(p) - origin;
        moments.mean += v;
        second += outer(v);
    }
    const double scale = 1.0 / static_cast<double>(points.size());
    moments.mean *= scale;
    moments.covariance = scale * second - outer(moments.mean);
    moments.mean += origin;
    return moments;
}

Moments compute_surface_moments(std::span<const glm::vec3> corners) {
    Moments moments;
    if (corners.empty()) return moments;
    const glm::dvec3 origin(corners[0]);
    const auto corner = [&](std::size_t i) { return glm::dvec3(corners[i]) - origin; };
    const auto area_at = [&](std::size_t i) { return area_of(corner(i), corner(i + 1), corner(i + 2)); };
    double total = 0.0, smallest = std::numeric_limits<double>::infinity();
    glm::dmat3 second(0.0);
    const auto add = [&](std::size_t i, double area) {
        const glm::dvec3 p = corner(i), q = corner(i + 1), r = corner(i + 2), middle = (p + q + r) / 3.0;
        total += area;
        moments.mean += area * middle;
        second += (area / 12.0) * (9.0 * outer(middle) + outer(p) + outer(q) + outer(r));
    };
    bool has_flat = false;
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
        const double area = area_at(i);
        has_flat = has_flat || !(area > 0.0);
        if (!(area > 0.0)) continue;
        smallest = std::min(smallest, area);
        add(i, area);
    }
    if (has_flat) {
        if (smallest == std::numeric_limits<double>::infinity()) smallest = 1.0;
        for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
            if (!(area_at(i) > 0.0)) add(i, smallest);
    }
    moments.mean /= total;
    moments.covariance = second / total - outer(moments.mean);
    moments.mean += origin;
    return moments;
}

Eigen solve_symmetric(const glm::dmat3& matrix) {
    constexpr int kMostSweeps = 12; // converges quadratically; six are the most that were seen
    glm::dmat3 a = matrix, v(1.0);
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        const double off = std::fabs(a[1][0]) + std::fabs(a[2][0]) + std::fabs(a[2][1]);
        const double on = std::fabs(a[0][0]) + std::fabs(a[1][1]) + std::fabs(a[2][2]);
        if (!(off > 1e-17 * on)) break;
        for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
            if (a[q][p] == 0.0) continue;
            const double theta = (a[q][q] - a[p][p]) / (2.0 * a[q][p]);
            const double t = std::copysign(1.0, theta) / (std::fabs(theta) + std::sqrt(theta * theta + 1.0));
            const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
            const int r = 3 - p - q;
            a[p][p] -= t * a[q][p];
            a[q][q] += t * a[q][p];
            a[q][p] = a[p][q] = 0.0;
            const double along_p = a[r][p], along_q = a[r][q];
            a[r][p] = a[p][r] = c * along_p - s * along_q;
            a[r][q] = a[q][r] = s * along_p + c * along_q;
            const glm::dvec3 vector_p = v[p];
            v[p] = c * vector_p - s * v[q];
            v[q] = s * vector_p + c * v[q];
        }
    }
    std::array<int, 3> order{0, 1, 2};
    std::stable_sort(order.begin(), order.end(), [&a](int i, int j) { return a[i][i] > a[j][j]; });
    Eigen eigen{{a[order[0]][order[0]], a[order[1]][order[1]], a[order[2]][order[2]]}, {}};
    eigen.vectors[0] = glm::normalize(v[order[0]]);
    const glm::dvec3 second = v[order[1]] - eigen.vectors[0] * glm::dot(eigen.vectors[0], v[order[1]]);
    eigen.vectors[1] = glm::normalize(second);
    eigen.vectors[2] = glm::cross(eigen.vectors[0], eigen.vectors[1]);
    return eigen;
}

glm::dmat3 find_principal_axes(std::span<const glm::vec3> points, Spread spread) {
    if (points.empty()) return glm::dmat3(1.0);
    const std::size_t last = points.size() - 1;
    if (last < 3)
        return axes_of_triangle(glm::dvec3(points[0]), glm::dvec3(points[last / 2]),
                                glm::dvec3(points[last]));
    if (spread == Spread::vertices) return solve_symmetric(compute_moments(points).covariance).vectors;
    const std::vector<glm::vec3> hull =
        spread == Spread::hull ? sketch_hull(points) : std::vector<glm::vec3>{};
    const Moments moments = compute_surface_moments(hull.empty() ? points : std::span(hull));
    return solve_symmetric(moments.covariance).vectors;
}

} // namespace boxwood
