#include "collision/geometry/triangle/triangle_moller.hpp"

#include "collision/geometry/predicates.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

using Three = std::array<double, 3>;

// Returns the heights of the triangle's vertices above the plane of `plane`, times the length of the plane's normal.
Three find_heights(const Triangle64& plane, const Triangle64& triangle) {
    const auto& [a, b, c] = plane;
    return {estimate_orient3d(a, b, c, triangle[0]), estimate_orient3d(a, b, c, triangle[1]),
            estimate_orient3d(a, b, c, triangle[2])};
}

bool are_all_above(const Three& heights, double level) {
    return heights[0] > level && heights[1] > level && heights[2] > level;
}
bool are_all_below(const Three& heights, double level) {
    return heights[0] < level && heights[1] < level && heights[2] < level;
}

// Returns the vertex whose height differs in sign from the other two.
std::size_t find_isolated(const Three& heights) {
    const bool is_above[3] = {heights[0] > 0.0, heights[1] > 0.0, heights[2] > 0.0};
    if (is_above[1] == is_above[2]) return 0;
    return is_above[0] == is_above[2] ? 1 : 2;
}

glm::dvec3 normal_of(const Triangle64& t) {
    return glm::cross(t[1] - t[0], t[2] - t[0]);
}

int dominant_axis(const glm::dvec3& v) {
    const glm::dvec3 size = glm::abs(v);
    if (size.x >= size.y && size.x >= size.z) return 0;
    return size.y >= size.z ? 1 : 2;
}

struct Interval {
    double lower = 0.0, upper = 0.0;
    double error = 0.0; // of either end
};

// Returns the interval in which the triangle intersects the plane of the other triangle, as coordinates along `axis`
// from `origin`. Requires heights of both signs. `height_error` bounds the error of each height.
Interval find_interval(const Triangle64& t, const Three& heights, int axis, double origin,
                       double height_error) {
    const std::size_t isolated = find_isolated(heights);
    const double start = t[isolated][axis] - origin;
    Interval interval{HUGE_VAL, -HUGE_VAL, 0.0};
    for (const std::size_t other : {(isolated + 1) % 3, (isolated + 2) % 3}) {
        const double length = t[other][axis] - t[isolated][axis];
        const double rise = heights[isolated] - heights[other]; // no cancellation: the signs differ
        const double at = start + length * (heights[isolated] / rise);
        interval.lower = std::min(interval.lower, at);
        interval.upper = std::max(interval.upper, at);
        // Let h, k be the heights and e their error. The error of h/(h-k) is at most 2e/|h-k| to first order, because
        // |h|, |k| <= |h-k|; the third e covers higher orders if 4e <= |h-k|. Rounding: 8 units of the summands.
        const double ratio_error =
            4.0 * height_error <= std::abs(rise) ? 3.0 * height_error / std::abs(rise) : 1.0;
        const double rounding = 8.0 * 0x1p-53 * (std::abs(start) + std::abs(length));
        interval.error = std::max(interval.error, std::abs(length) * ratio_error + rounding);
    }
    return interval;
}

} // namespace

FilterResult moller_filter(const Triangle64& a, const Triangle64& b) {
    const double error = orient3d_error_bound(extents_of(a, b));
    const Three heights_a = find_heights(b, a);
    if (are_all_above(heights_a, error) || are_all_below(heights_a, -error)) return FilterResult::disjoint;
    const Three heights_b = find_heights(a, b);
    if (are_all_above(heights_b, error) || are_all_below(heights_b, -error)) return FilterResult::disjoint;
    for (const Three* heights : {&heights_a, &heights_b})
        for (const double height : *heights)
            if (!(std::abs(height) > error)) return FilterResult::unsure;

    // Projection on any axis either preserves (or reverses) the order of points on the line, or maps them all to one
    // point. The dominant axis spreads the points most. Its choice needs no error bound: if rounding selects an axis
    // that collapses the intervals, the intervals are too close to decide.
    const int axis = dominant_axis(glm::cross(normal_of(a), normal_of(b)));
    const double origin = a[0][axis];
    const Interval on_a = find_interval(a, heights_a, axis, origin, error);
    const Interval on_b = find_interval(b, heights_b, axis, origin, error);
    const double error_bound = on_a.error + on_b.error;
    if (on_a.lower - on_b.upper > error_bound || on_b.lower - on_a.upper > error_bound)
        return FilterResult::disjoint;
    if (on_b.upper - on_a.lower > error_bound && on_a.upper - on_b.lower > error_bound)
        return FilterResult::intersect;
    return FilterResult::unsure;
}

namespace {

double cross2(const glm::dvec2& a, const glm::dvec2& b) {
    return a.x * b.y - a.y * b.x;
}

bool edges_intersect(const glm::dvec2& p, const glm::dvec2& q, const glm::dvec2& r, const glm::dvec2& s) {
    const double side_r = cross2(q - p, r - p), side_s = cross2(q - p, s - p);
    const double side_p = cross2(s - r, p - r), side_q = cross2(s - r, q - r);
    return side_r * side_s <= 0.0 && side_p * side_q <= 0.0;
}

bool contains(const std::array<glm::dvec2, 3>& t, const glm::dvec2& p) {
    const double s0 = cross2(t[1] - t[0], p - t[0]), s1 = cross2(t[2] - t[1], p - t[1]);
    const double s2 = cross2(t[0] - t[2], p - t[2]);
    return (s0 >= 0.0 && s1 >= 0.0 && s2 >= 0.0) || (s0 <= 0.0 && s1 <= 0.0 && s2 <= 0.0);
}

// Compares the projections onto the coordinate plane in which they are largest.
bool coplanar_intersect(const Triangle64& a, const Triangle64& b, const glm::dvec3& normal) {
    const int drop_axis = dominant_axis(normal), u = (drop_axis + 1) % 3, v = (drop_axis + 2) % 3;
    std::array<glm::dvec2, 3> p, q;
    for (std::size_t k = 0; k < 3; ++k) {
        p[k] = {a[k][u], a[k][v]};
        q[k] = {b[k][u], b[k][v]};
    }
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            if (edges_intersect(p[i], p[(i + 1) % 3], q[j], q[(j + 1) % 3])) return true;
    return contains(p, q[0]) || contains(q, p[0]);
}

void snap_heights(Three& io_heights, double below) {
    for (double& height : io_heights)
        if (std::abs(height) <= below) height = 0.0;
}

// Computes the interval as published. If two vertices are on the same side of the plane, the third vertex is isolated,
// even if it lies in the plane. Otherwise, the first vertex that does not lie in the plane is isolated.
Interval find_plain_interval(const Triangle64& t, const Three& heights, int axis) {
    const auto& [h0, h1, h2] = heights;
    std::size_t isolated = 0;
    if (h0 * h1 > 0.0)
        isolated = 2;
    else if (h0 * h2 > 0.0)
        isolated = 1;
    else if (h1 * h2 > 0.0 || h0 != 0.0)
        isolated = 0;
    else
        isolated = h1 != 0.0 ? 1 : 2;
    const auto at = [&](std::size_t other) {
        return t[isolated][axis] + (t[other][axis] - t[isolated][axis]) * heights[isolated] /
                                       (heights[isolated] - heights[other]);
    };
    const double p = at((isolated + 1) % 3), q = at((isolated + 2) % 3);
    return {std::min(p, q), std::max(p, q), 0.0};
}

} // namespace

bool moller_intersects(const Triangle64& a, const Triangle64& b, double snap) {
    Three heights_a = find_heights(b, a), heights_b = find_heights(a, b);
    double largest = 0.0;
    for (std::size_t k = 0; k < 3; ++k)
        largest = std::max({largest, std::abs(heights_a[k]), std::abs(heights_b[k])});
    snap_heights(heights_a, snap * largest);
    snap_heights(heights_b, snap * largest);
    for (const Three* heights : {&heights_a, &heights_b})
        if (are_all_above(*heights, 0.0) || are_all_below(*heights, 0.0)) return false;
    const auto is_zero = [](const Three& heights) {
        return heights[0] == 0.0 && heights[1] == 0.0 && heights[2] == 0.0;
    };
    if (is_zero(heights_a) || is_zero(heights_b)) return coplanar_intersect(a, b, normal_of(a));
    const int axis = dominant_axis(glm::cross(normal_of(a), normal_of(b)));
    const Interval on_a = find_plain_interval(a, heights_a, axis);
    const Interval on_b = find_plain_interval(b, heights_b, axis);
    return on_a.lower <= on_b.upper && on_b.lower <= on_a.upper;
}

} // namespace boxwood
