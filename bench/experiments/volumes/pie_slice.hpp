// What: the pie slice, a volume used only in studies: a wedge of a hollow cylinder, defined by intervals of radius,
//     angle and height about an axis.
// Frame: the frame of the fitted points, in double. Both volumes of a test must be in the same frame.
// Invariants: contains the triangles that it was fitted to. overlap() is conservative: it compares the intervals of
//     each volume with the radii and with the bounding box of the other.
// Degenerate input: a flat patch gets a distant axis, so the slice is nearly a box.
// Cost: a test transforms the corners of both boxes and the ends of both axes: at most 20 products of a matrix and a
//     vector.
// Source: [Barequet 1996] for the volume; RTR 17.3. The fit and the test are not from the source. The axis is the
//     direction in which the normals have the smallest components. The circle in the plane perpendicular to it is the
//     least-squares circle.
// Oracle: tests/bench/experiments/study_volumes_test.cpp uses samples of the triangles and pairs of intersecting
//     triangles.
#pragma once

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/volumes/box/principal_axes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood {

struct PieSlice {
    glm::dvec3 origin{0.0}; // on the axis
    glm::dmat3 frame{1.0};  // columns: direction to the middle of the wedge, tangent, axis
    double inner = 0.0, outer = 0.0;
    double half_angle = 3.2; // 3.2, more than pi: all directions
    double low = 0.0, high = 0.0;
    std::array<glm::dvec3, 8> corners{}; // of the bounding box
    double padding = 0.0;                // bound on rounding errors

    bool is_wedge() const { return half_angle < 1.5; }
    glm::dvec3 to_frame(const glm::dvec3& p) const { return glm::transpose(frame) * (p - origin); }
    bool contains(const glm::dvec3& p) const {
        const glm::dvec3 at = to_frame(p);
        const double radius = std::hypot(at.x, at.y);
        return radius >= inner - padding && radius <= outer + padding && at.z >= low - padding &&
               at.z <= high + padding && std::fabs(std::atan2(at.y, at.x)) <= half_angle + 1e-7;
    }
};

namespace detail {

// The center of the least-squares circle in x and y. Returns false if the points are nearly on a line.
inline bool find_circle(std::span<const glm::dvec3> points, glm::dvec3& out_center) {
    glm::dmat3 normal(0.0);
    glm::dvec3 right(0.0);
    for (const glm::dvec3& p : points) {
        const glm::dvec3 row(2.0 * p.x, 2.0 * p.y, 1.0);
        normal += glm::outerProduct(row, row);
        right += (p.x * p.x + p.y * p.y) * row;
    }
    if (!(std::fabs(glm::determinant(normal / static_cast<double>(points.size()))) > 1e-10)) return false;
    const glm::dvec3 solved = glm::inverse(normal) * right;
    out_center = {solved.x, solved.y, 0.0};
    return true;
}

inline void set_corners(PieSlice& io_slice) {
    const double reach = io_slice.outer;
    const bool is_wedge = io_slice.is_wedge();
    const double near = is_wedge ? io_slice.inner * std::cos(io_slice.half_angle) : -reach,
                 wide = is_wedge ? reach * std::sin(io_slice.half_angle) : reach;
    for (unsigned k = 0; k < 8; ++k)
        io_slice.corners[k] =
            io_slice.origin + io_slice.frame * glm::dvec3(k & 1 ? reach : near, k & 2 ? wide : -wide,
                                                          k & 4 ? io_slice.high : io_slice.low);
}

} // namespace detail

// `corners` has three points per triangle.
inline PieSlice fit_pie_slice(std::span<const glm::vec3> corners) {
    constexpr double kFarAway = 1e3; // distance of the axis for flat patches, in multiples of the patch size
    glm::dvec3 mean(0.0), normal(0.0);
    glm::dmat3 normals(0.0);
    for (const glm::vec3& p : corners) mean += glm::dvec3(p) / static_cast<double>(corners.size());
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
        const glm::dvec3 n = glm::cross(glm::dvec3(corners[i + 1]) - glm::dvec3(corners[i]),
                                        glm::dvec3(corners[i + 2]) - glm::dvec3(corners[i]));
        normal += n;
        if (const double area = glm::length(n); area > 0.0) normals += glm::outerProduct(n, n) / area;
    }
    double size = 1e-30;
    for (const glm::vec3& p : corners) size = std::max(size, glm::length(glm::dvec3(p) - mean));
    PieSlice slice;
    const glm::dvec3 axis = decompose_symmetric(normals).vectors[2];
    glm::dvec3 out = normal - glm::dot(normal, axis) * axis;
    if (!(glm::length(out) > 1e-12 * glm::length(normal))) out = decompose_symmetric(normals).vectors[0];
    out = glm::normalize(out);
    slice.frame = glm::dmat3(out, glm::cross(axis, out), axis);
    std::vector<glm::dvec3> around;
    for (const glm::vec3& p : corners)
        around.push_back(glm::transpose(slice.frame) * (glm::dvec3(p) - mean) / size);
    glm::dvec3 center(0.0);
    if (!detail::find_circle(around, center) || glm::length(center) > kFarAway)
        center = {-kFarAway, 0.0, 0.0};
    slice.origin = mean + size * (slice.frame * center);
    if (const double distance = glm::length(center); distance > 1e-3) {
        out = glm::normalize(slice.frame * -center);
        slice.frame = glm::dmat3(out, glm::cross(axis, out), axis);
    }
    slice.inner = slice.low = std::numeric_limits<double>::infinity();
    slice.high = -slice.low;
    slice.half_angle = 0.0;
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
        Triangle64 flat;
        for (std::size_t k = 0; k < 3; ++k) {
            const glm::dvec3 at = slice.to_frame(glm::dvec3(corners[i + k]));
            slice.outer = std::max(slice.outer, std::hypot(at.x, at.y));
            slice.half_angle = std::max(slice.half_angle, std::fabs(std::atan2(at.y, at.x)));
            slice.low = std::min(slice.low, at.z);
            slice.high = std::max(slice.high, at.z);
            flat[k] = {at.x, at.y, 0.0};
        }
        const glm::dvec3 zero(0.0);
        slice.inner = std::min(slice.inner, find_closest_points(flat, {zero, zero, zero}).distance);
    }
    if (!slice.is_wedge()) slice.half_angle = 3.2;
    slice.padding = 1e-11 * (slice.outer + std::fabs(slice.low) + std::fabs(slice.high) + glm::length(mean));
    detail::set_corners(slice);
    return slice;
}

// Returns true if bounds prove that the distances of b's points from a's axis are all outside a's interval of radii.
// Within b's heights, b's axis is at most `shift` away from a's axis. This bounds the difference between the distances
// of a point from the two axes.
inline bool has_disjoint_radii(const PieSlice& a, const PieSlice& b) {
    double shift = 0.0;
    for (const double height : {b.low, b.high}) {
        const glm::dvec3 at = a.to_frame(b.origin + height * b.frame[2]);
        shift = std::max(shift, std::hypot(at.x, at.y));
    }
    const double padding = a.padding + b.padding, level = std::fabs(glm::dot(a.frame[2], b.frame[2]));
    return level * b.inner - shift > a.outer + padding || b.outer + shift < a.inner - padding;
}

// Whether the radii or the bounding box of b prove that b is outside one of the intervals of a.
inline bool is_outside(const PieSlice& a, const PieSlice& b) {
    if (has_disjoint_radii(a, b)) return true;
    std::array<glm::dvec3, 8> at;
    glm::dvec3 center(0.0);
    double low = std::numeric_limits<double>::infinity(), high = -low, farthest = 0.0;
    for (std::size_t k = 0; k < 8; ++k) {
        at[k] = a.to_frame(b.corners[k]);
        center += 0.125 * at[k];
        low = std::min(low, at[k].z);
        high = std::max(high, at[k].z);
        farthest = std::max(farthest, at[k].x * at[k].x + at[k].y * at[k].y);
    }
    const double padding = a.padding + b.padding;
    if (low > a.high + padding || high < a.low - padding || std::sqrt(farthest) < a.inner - padding)
        return true;
    // Next, tests whether the box is beyond the tangent plane of a's outer cylinder that faces the center of the box.
    const double length = std::hypot(center.x, center.y);
    if (!(length > 0.0)) return false;
    double nearest = std::numeric_limits<double>::infinity(), min_angle = nearest, max_angle = -nearest;
    bool is_in_front = true;
    for (const glm::dvec3& p : at) {
        nearest = std::min(nearest, (p.x * center.x + p.y * center.y) / length);
        is_in_front = is_in_front && p.x > 0.0;
        const double angle = std::atan2(p.y, p.x);
        min_angle = std::min(min_angle, angle);
        max_angle = std::max(max_angle, angle);
    }
    if (nearest > a.outer + padding) return true;
    return is_in_front && a.is_wedge() &&
           (min_angle > a.half_angle + 1e-6 || max_angle < -a.half_angle - 1e-6);
}

inline bool overlap(const PieSlice& a, const PieSlice& b) {
    return !is_outside(a, b) && !is_outside(b, a);
}

} // namespace boxwood
