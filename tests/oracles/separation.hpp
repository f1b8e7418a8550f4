// What: the separation oracle: the largest gap between the hulls of two sets of eight box corners, found by trying all
//     candidate planes.
// Invariants: uses only corners: no frames, extents or formulas of an overlap test. Complete also for flat boxes,
//     segments and points. Computes in long double throughout.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/volumes/aabb.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace boxwood::oracle {

using Vec = glm::tvec3<long double>;
using Corners = std::array<Vec, 8>; // bit k of the index selects the upper end on axis k

// The world corners, as pose * p in double.
inline Corners corners_of(const Pose& world_from_box, const Aabb& box) {
    Corners corners;
    for (unsigned i = 0; i < 8; ++i)
        corners[i] = Vec(world_from_box * glm::vec3(i & 1 ? box.upper.x : box.lower.x,
                                                    i & 2 ? box.upper.y : box.lower.y,
                                                    i & 4 ? box.upper.z : box.lower.z));
    return corners;
}

// The gap between the two sets along a direction of any length. If negative, its absolute value is the overlap.
// -infinity for the direction 0.
inline long double distance_lower_bound(const Corners& a, const Corners& b, const Vec& direction) {
    const long double length = std::sqrt(glm::dot(direction, direction));
    if (!(length > 0.0L)) return -HUGE_VALL;
    long double lowest_a = HUGE_VALL, highest_a = -HUGE_VALL, lowest_b = HUGE_VALL, highest_b = -HUGE_VALL;
    for (unsigned i = 0; i < 8; ++i) {
        const long double at_a = glm::dot(a[i] - a[0], direction), at_b = glm::dot(b[i] - a[0], direction);
        lowest_a = std::min(lowest_a, at_a);
        highest_a = std::max(highest_a, at_a);
        lowest_b = std::min(lowest_b, at_b);
        highest_b = std::max(highest_b, at_b);
    }
    return std::max(lowest_b - highest_a, lowest_a - highest_b) / length;
}

// True if the cross product of two edges is only rounding error.
inline bool is_parallel(const Vec& x, const Vec& y) {
    const Vec n = glm::cross(x, y);
    return glm::dot(n, n) <= 1e-26L * glm::dot(x, x) * glm::dot(y, y);
}

// Appends the edge directions that are not in the list yet.
inline void append_edges(const Corners& corners, std::vector<Vec>& io_edges) {
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned bit = 1; bit < 8; bit *= 2) {
            if ((i & bit) != 0 || corners[i] == corners[i | bit]) continue;
            const Vec edge = corners[i | bit] - corners[i];
            const auto is_known = [&](const Vec& other) { return is_parallel(edge, other); };
            if (std::none_of(io_edges.begin(), io_edges.end(), is_known)) io_edges.push_back(edge);
        }
}

// The largest gap over all candidate planes: positive if and only if the hulls are separated.
inline long double find_widest_gap(const Corners& a, const Corners& b) {
    std::vector<Vec> edges;
    append_edges(a, edges);
    append_edges(b, edges);
    const Vec between = b[0] - a[0];
    long double widest = distance_lower_bound(a, b, between); // the direction for two points
    Vec normal(0.0L);
    long double size = 0.0L, volume = 0.0L;
    for (const Vec& d : edges) {
        size = std::max(size, glm::dot(d, d));
        widest = std::max(widest, distance_lower_bound(a, b, d));
        widest = std::max(
            // the direction for parallel segments
            widest, distance_lower_bound(a, b, glm::cross(glm::cross(d, between), d)));
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        for (std::size_t j = i + 1; j < edges.size(); ++j) {
            const Vec n = glm::cross(edges[i], edges[j]);
            widest = std::max(widest, distance_lower_bound(a, b, n));
            if (glm::dot(n, n) > glm::dot(normal, normal)) normal = n;
        }
    }
    for (const Vec& d : edges) volume = std::max(volume, std::fabs(glm::dot(d, normal)));
    const bool is_flat = volume <= 1e-12L * std::sqrt(size) * std::sqrt(glm::dot(normal, normal));
    if (is_flat) // both boxes lie in parallel planes: edge normals within the plane are candidates
        for (const Vec& d : edges)
            widest = std::max(widest, distance_lower_bound(a, b, glm::cross(d, normal)));
    return widest;
}

} // namespace boxwood::oracle
