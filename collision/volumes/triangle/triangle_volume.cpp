#include "collision/volumes/triangle/triangle_volume.hpp"

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/volumes/triangle/triangle_box.hpp"

#include <algorithm>
#include <span>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kRounding = 0x1p-46; // relative to the terms of a projection; exceeds its rounding error

double sum_of(const glm::dvec3& v) {
    return (v.x + v.y) + v.z;
}

double reach_of(std::span<const glm::dvec3> points) {
    glm::dvec3 farthest(0.0);
    for (const glm::dvec3& p : points) farthest = glm::max(farthest, glm::abs(p));
    return sum_of(farthest);
}

struct Interval {
    double lower, upper;
};

Interval project(std::span<const glm::dvec3> points, const glm::dvec3& direction) {
    Interval interval{glm::dot(points[0], direction), 0.0};
    interval.upper = interval.lower;
    for (const glm::dvec3& p : points.subspan(1)) {
        const double at = glm::dot(p, direction);
        interval.lower = std::min(interval.lower, at);
        interval.upper = std::max(interval.upper, at);
    }
    return interval;
}

// The line between the closest points is a candidate axis. Separation is decided only by the extents along this axis,
// so the points need not be accurate.
bool is_beyond(const Triangle64& triangle, std::span<const glm::dvec3> core, const TriangleDistance& closest,
               double reach) {
    const glm::dvec3 between = closest.point_on_b - closest.point_on_a;
    const double length = glm::length(between);
    if (!(length > reach)) return false;
    const glm::dvec3 direction = between / length;
    const double gap = project(core, direction).lower - project(triangle, direction).upper;
    return gap > reach + kRounding * (reach_of(core) + reach_of(triangle) + reach);
}

} // namespace

bool may_meet(const Triangle64& triangle, const Aabb& box, double margin) {
    if (box.is_empty()) return false;
    const glm::dvec3 lower(box.lower), upper(box.upper), center = 0.5 * (lower + upper);
    const Triangle64 corners{triangle[0] - center, triangle[1] - center, triangle[2] - center};
    return find_separating_axis(corners, 0.5 * (upper - lower),
                                margin + kRounding * sum_of(glm::abs(center))) < 0;
}

bool may_meet(const Triangle64& triangle, const Obb& box, double margin) {
    if (box.is_empty()) return false;
    const glm::dmat3 axes = box.axes.matrix();
    const glm::dvec3 center(box.center);
    Triangle64 corners;
    for (std::size_t i = 0; i < 3; ++i) corners[i] = rotate_into(axes, triangle[i] - center);
    return find_separating_axis(corners, glm::dvec3(box.half),
                                margin + kRounding * (sum_of(glm::abs(center)) + reach_of(triangle))) < 0;
}

bool may_meet(const Triangle64& triangle, const Sphere& sphere, double margin) {
    if (sphere.is_empty()) return false;
    const glm::dvec3 center(sphere.center);
    const TriangleDistance closest = find_closest_points(triangle, {center, center, center});
    return !is_beyond(triangle, {&center, 1}, closest, static_cast<double>(sphere.radius) + margin);
}

bool may_meet(const Triangle64& triangle, const Capsule& swept, double margin) {
    if (swept.is_empty()) return false;
    const std::array ends{glm::dvec3(swept.from), glm::dvec3(swept.to)};
    const TriangleDistance closest = find_closest_points(triangle, {ends[0], ends[1], ends[1]});
    return !is_beyond(triangle, ends, closest, static_cast<double>(swept.radius) + margin);
}

bool may_meet(const Triangle64& triangle, const Rss& swept, double margin) {
    if (swept.is_empty()) return false;
    const std::array corners{swept.corner(0), swept.corner(1), swept.corner(2), swept.corner(3)};
    const TriangleDistance below = find_closest_points(triangle, {corners[0], corners[1], corners[3]});
    const TriangleDistance above = find_closest_points(triangle, {corners[0], corners[2], corners[3]});
    return !is_beyond(triangle, corners, below.distance <= above.distance ? below : above,
                      static_cast<double>(swept.radius) + margin);
}

namespace {

// Bounds the DOP along any direction by a sum of slabs. The test uses it for the triangle's normal, after the DOP's own
// directions.
template <int K>
Interval bound_along(const Kdop<K>& dop, const glm::dvec3& direction, double& io_margin) {
    const DirectionSum sum = find_cone<K>(direction);
    Interval bound{0.0, 0.0};
    for (std::size_t l = 0; l < 3; ++l) {
        const double low = static_cast<double>(dop.lower[sum.directions[l]]),
                     high = static_cast<double>(dop.upper[sum.directions[l]]), weight = sum.weights[l];
        bound.upper += weight * (sum.is_reversed[l] ? -low : high);
        bound.lower += weight * (sum.is_reversed[l] ? -high : low);
        io_margin += kRounding * weight * (std::fabs(low) + std::fabs(high));
    }
    return bound;
}

} // namespace

template <int K>
bool may_meet(const Triangle64& triangle, const Kdop<K>& dop, double margin) {
    if (dop.lower[0] > dop.upper[0]) return false;
    const double off = margin + kRounding * reach_of(triangle);
    const auto is_separated = [&](const glm::dvec3& direction, const Interval& bound, double rounding) {
        const Interval at = project(triangle, direction);
        const double error_bound = off * sum_of(glm::abs(direction)) + rounding;
        return at.lower > bound.upper + error_bound || at.upper < bound.lower - error_bound;
    };
    for (std::size_t i = 0; i < K / 2; ++i)
        if (is_separated(to_direction(Kdop<K>::kDirections[i]),
                         {static_cast<double>(dop.lower[i]), static_cast<double>(dop.upper[i])}, 0.0))
            return false;
    const glm::dvec3 normal = glm::cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
    double rounding = 0.0;
    const Interval bound = bound_along(dop, normal, rounding);
    return !is_separated(normal, bound, rounding);
}

template bool may_meet(const Triangle64&, const Kdop14&, double);
template bool may_meet(const Triangle64&, const Kdop18&, double);
template bool may_meet(const Triangle64&, const Kdop24&, double);
template bool may_meet(const Triangle64&, const Kdop26&, double);

} // namespace boxwood
