// What: the spherical shell, a volume used only in studies: the points between two concentric spheres and inside a
//     cone with its apex at their center.
// Frame: the frame of the fitted points, in double. Both volumes of a test must be in the same frame.
// Invariants: contains the triangles that it was fitted to. overlap() is conservative, except for the rounding in the
//     test of the bounding balls.
// Degenerate input: a flat patch gets a distant center on its normal, so the shell is nearly a slab, cut by a cone.
// Source: [Krishnan 1998] for the volume; RTR 17.3. The overlap tests are not from the source. They test the two
//     bounding balls. For each of the two shells, they also bound the other shell as seen from this shell's center: the
//     range of distances is tested against this shell's radii, and the bounding cone against this shell's cone.
#pragma once

#include "collision/geometry/triangle/triangle_distance.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <glm/geometric.hpp>
#include <glm/mat4x4.hpp>
#include <glm/matrix.hpp>

namespace boxwood {

struct SphericalShell {
    glm::dvec3 center{0.0}, axis{0.0, 0.0, 1.0};
    double inner = 0.0, outer = 0.0;
    double half_angle = 3.2; // of the cone; 3.2, more than pi: all directions

    // The bounding ball of the shell.
    glm::dvec3 ball_center{0.0};
    double ball_radius = 0.0;

    double thickness() const { return outer - inner; }
    bool contains(const glm::dvec3& p) const {
        const double at = glm::length(p - center), rounding = 1e-12 * (outer + 1.0);
        return inner - rounding <= at && at <= outer + rounding && angle_to(p) <= half_angle + 1e-7;
    }
    double angle_to(const glm::dvec3& p) const {
        const glm::dvec3 d = p - center;
        return std::atan2(glm::length(glm::cross(axis, d)), glm::dot(axis, d));
    }
};

// The center of the least-squares sphere through the corners. Returns false if the corners are nearly in a plane.
inline bool find_sphere_center(std::span<const glm::vec3> corners, const glm::dvec3& mean, double size,
                               glm::dvec3& out_center) {
    glm::dmat4 normal_matrix(0.0);
    glm::dvec4 right(0.0);
    for (const glm::vec3& corner : corners) {
        const glm::dvec3 p = (glm::dvec3(corner) - mean) / size;
        const glm::dvec4 row(2.0 * p, 1.0);
        normal_matrix += glm::outerProduct(row, row);
        right += glm::dot(p, p) * row;
    }
    if (!(std::fabs(glm::determinant(normal_matrix / static_cast<double>(corners.size()))) > 1e-12))
        return false;
    const glm::dvec4 solved = glm::inverse(normal_matrix) * right;
    out_center = mean + size * glm::dvec3(solved);
    return true;
}

// `corners` has three points per triangle.
inline SphericalShell fit_shell(std::span<const glm::vec3> corners) {
    // Distance of the center for flat patches, in multiples of the patch size.
    constexpr double kFarAway = 1e3;
    SphericalShell shell;
    glm::dvec3 mean(0.0), normal(0.0);
    for (const glm::vec3& p : corners) mean += glm::dvec3(p) / static_cast<double>(corners.size());
    double size = 1e-30;
    for (const glm::vec3& p : corners) size = std::max(size, glm::length(glm::dvec3(p) - mean));
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
        normal += glm::cross(glm::dvec3(corners[i + 1]) - glm::dvec3(corners[i]),
                             glm::dvec3(corners[i + 2]) - glm::dvec3(corners[i]));
    normal = glm::length(normal) > 0.0 ? glm::normalize(normal) : glm::dvec3(0.0, 0.0, 1.0);
    if (!find_sphere_center(corners, mean, size, shell.center) ||
        glm::length(shell.center - mean) > kFarAway * size)
        shell.center = mean - kFarAway * size * normal;
    if (const glm::dvec3 out = mean - shell.center; glm::length(out) > 1e-3 * size)
        shell.axis = glm::normalize(out);

    shell.inner = std::numeric_limits<double>::infinity();
    shell.half_angle = 0.0;
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
        const Triangle64 triangle{glm::dvec3(corners[i]), glm::dvec3(corners[i + 1]),
                                  glm::dvec3(corners[i + 2])};
        shell.inner = std::min(
            shell.inner, find_closest_points(triangle, {shell.center, shell.center, shell.center}).distance);
        for (const glm::dvec3& p : triangle) {
            shell.outer = std::max(shell.outer, glm::length(p - shell.center));
            shell.half_angle = std::max(shell.half_angle, shell.angle_to(p));
        }
    }
    shell.inner *= 1.0 - 1e-12;
    if (shell.half_angle > 1.5) shell.half_angle = 3.2;
    const bool is_cap = shell.half_angle <= 1.5;
    const double low = is_cap ? shell.inner * std::cos(shell.half_angle) : -shell.outer,
                 wide = is_cap ? shell.outer * std::sin(shell.half_angle) : 0.0;
    shell.ball_center = shell.center + 0.5 * (low + shell.outer) * shell.axis;
    shell.ball_radius = std::sqrt(0.25 * (shell.outer - low) * (shell.outer - low) + wide * wide);
    return shell;
}

// Returns true if bounds prove that b is inside a's inner sphere, outside a's outer sphere, or outside a's cone.
inline bool is_separated(const SphericalShell& a, const SphericalShell& b) {
    const double rounding = 1e-9 * (a.outer + b.outer);
    const double between = glm::length(b.center - a.center), to_ball = glm::length(b.ball_center - a.center);
    const double nearest = std::max(std::max(between - b.outer, b.inner - between), to_ball - b.ball_radius),
                 farthest = std::min(between + b.outer, to_ball + b.ball_radius);
    if (nearest > a.outer + rounding || farthest < a.inner - rounding) return true;
    if (to_ball <= b.ball_radius) return false;
    return a.angle_to(b.ball_center) - std::asin(b.ball_radius / to_ball) > a.half_angle + 1e-6;
}

inline bool overlap(const SphericalShell& a, const SphericalShell& b) {
    const double distance = glm::length(a.ball_center - b.ball_center);
    return distance <= a.ball_radius + b.ball_radius && !is_separated(a, b) && !is_separated(b, a);
}

} // namespace boxwood
