// What: answers about two small meshes by testing every pair of triangles: the intersecting pairs, exactly, and the
//     distance.
// Frame: world. Vertices are computed as the documentation of Pose specifies: ((x + y) + z) + origin in double.
// Invariants: signs of determinants are computed in double with an error bound, and in integers if double cannot decide
//     (tests/oracles/triangle_oracle.hpp). Shares no code with the library except plain types.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/geometry/triangle.hpp"
#include "tests/oracles/distance_oracle.hpp"
#include "tests/oracles/triangle_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood::fuzz {

inline glm::dvec3 place(const Pose& pose, const glm::vec3& p) {
    const glm::dvec3 q(p);
    glm::dvec3 placed;
    for (int row = 0; row < 3; ++row)
        placed[row] = ((pose.linear[0][row] * q.x + pose.linear[1][row] * q.y) + pose.linear[2][row] * q.z) +
                      pose.origin[row];
    return placed;
}

inline std::vector<Triangle64> place_all(const Pose& pose, const MeshView& mesh) {
    std::vector<Triangle64> placed;
    for (const TriangleIndices& t : mesh.triangles)
        placed.push_back({place(pose, mesh.positions[t[0]]), place(pose, mesh.positions[t[1]]),
                          place(pose, mesh.positions[t[2]])});
    return placed;
}

// The sign of the determinant of (b - a, c - a, d - a); 0 if double precision cannot decide.
inline int filtered_orientation(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                                const glm::dvec3& d) {
    const glm::dvec3 u = b - a, v = c - a, w = d - a;
    const double terms[] = {u.x * v.y * w.z,  u.y * v.z * w.x,  u.z * v.x * w.y,
                            -u.z * v.y * w.x, -u.x * v.z * w.y, -u.y * v.x * w.z};
    double sum = 0.0, size = 0.0;
    for (const double term : terms) {
        sum += term;
        size += std::fabs(term);
    }
    if (!(size > 1e-250) || !(size < 1e250)) return 0; // products may leave the range of double
    return sum > 1e-14 * size ? 1 : sum < -1e-14 * size ? -1 : 0;
}

// True if an edge of `edges` passes through the interior of `face`; std::nullopt if double precision cannot decide.
inline std::optional<bool> does_edge_pass(const Triangle64& edges, const Triangle64& face) {
    std::array<int, 3> side{};
    for (std::size_t k = 0; k < 3; ++k) {
        side[k] = filtered_orientation(face[0], face[1], face[2], edges[k]);
        if (side[k] == 0) return std::nullopt;
    }
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t next = (k + 1) % 3;
        if (side[k] == side[next]) continue;
        std::array<int, 3> turn{};
        for (std::size_t m = 0; m < 3; ++m) {
            turn[m] = filtered_orientation(edges[k], edges[next], face[m], face[(m + 1) % 3]);
            if (turn[m] == 0) return std::nullopt;
        }
        if (turn[0] == turn[1] && turn[1] == turn[2]) return true;
    }
    return false;
}

inline bool are_boxes_apart(const Triangle64& a, const Triangle64& b) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto [low_a, high_a] = std::minmax({a[0][axis], a[1][axis], a[2][axis]});
        const auto [low_b, high_b] = std::minmax({b[0][axis], b[1][axis], b[2][axis]});
        if (high_a < low_b || high_b < low_a) return true;
    }
    return false;
}

// True if the closed triangles share a point. Increments io_exact if integers had to decide.
inline bool do_intersect(const Triangle64& a, const Triangle64& b, std::size_t& io_exact) {
    if (are_boxes_apart(a, b)) return false;
    for (const glm::dvec3& p : a)
        if (std::find(b.begin(), b.end(), p) != b.end()) return true;
    const std::optional<bool> of_a = does_edge_pass(a, b);
    if (of_a && *of_a) return true;
    const std::optional<bool> of_b = does_edge_pass(b, a);
    if (of_b && *of_b) return true;
    if (of_a && of_b) return false;
    ++io_exact;
    return oracle::shared_dimension(a, b) >= 0;
}

// All intersecting pairs, sorted. io_exact counts the pairs that integers decide; std::nullopt if it exceeds
// `most_exact`.
inline std::optional<std::vector<PrimitivePair>> find_all_pairs(const std::vector<Triangle64>& a,
                                                                const std::vector<Triangle64>& b,
                                                                std::size_t& io_exact,
                                                                std::size_t most_exact) {
    std::vector<PrimitivePair> pairs;
    for (std::uint32_t i = 0; i < a.size(); ++i)
        for (std::uint32_t k = 0; k < b.size(); ++k) {
            if (do_intersect(a[i], b[k], io_exact)) pairs.push_back({i, k});
            if (io_exact > most_exact) return std::nullopt;
        }
    return pairs;
}

// --- distances --------------------------------------------------------------------------------------------

using Real = long double;
using Point = glm::vec<3, Real>;

inline Real distance_to_segment(const Point& p, const Point& a, const Point& b) {
    const Point ab = b - a;
    const Real square = glm::dot(ab, ab);
    const Real t = square > 0 ? std::clamp(glm::dot(p - a, ab) / square, Real(0), Real(1)) : Real(0);
    const Point difference = p - (a + t * ab);
    return std::sqrt(glm::dot(difference, difference));
}

// The distance of p from the plane of a, b and c if the projection of p lies inside the triangle. Infinite otherwise,
// and for a degenerate triangle.
inline Real distance_to_plane(const Point& p, const Point& a, const Point& b, const Point& c) {
    const Point normal = glm::cross(b - a, c - a);
    const Real square = glm::dot(normal, normal);
    if (!(square > 0)) return HUGE_VALL;
    for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}})
        if (glm::dot(glm::cross(to - from, p - from), normal) < 0) return HUGE_VALL;
    return std::fabs(glm::dot(p - a, normal)) / std::sqrt(square);
}

inline Real distance_of_segments(const Point& a, const Point& b, const Point& c, const Point& d) {
    Real nearest = std::min({distance_to_segment(a, c, d), distance_to_segment(b, c, d),
                             distance_to_segment(c, a, b), distance_to_segment(d, a, b)});
    const Point u = b - a, v = d - c, w = a - c;
    const Real uu = glm::dot(u, u), uv = glm::dot(u, v), vv = glm::dot(v, v), uw = glm::dot(u, w),
               vw = glm::dot(v, w);
    const Real denominator = uu * vv - uv * uv;
    if (!(denominator > 0)) return nearest;
    const Real s = (uv * vw - vv * uw) / denominator, t = (uu * vw - uv * uw) / denominator;
    if (s < 0 || s > 1 || t < 0 || t > 1) return nearest;
    const Point difference = w + s * u - t * v;
    return std::min(nearest, std::sqrt(glm::dot(difference, difference)));
}

// Precondition: the triangles are disjoint. Computes with differences from one vertex, so that triangles far from the
// origin lose no precision.
inline double distance_of(const Triangle64& a, const Triangle64& b) {
    std::array<Point, 3> p, q;
    for (std::size_t k = 0; k < 3; ++k) {
        p[k] = Point(a[k]) - Point(a[0]);
        q[k] = Point(b[k]) - Point(a[0]);
    }
    Real nearest = HUGE_VALL;
    for (std::size_t k = 0; k < 3; ++k) {
        nearest = std::min(nearest, distance_to_plane(p[k], q[0], q[1], q[2]));
        nearest = std::min(nearest, distance_to_plane(q[k], p[0], p[1], p[2]));
        for (std::size_t m = 0; m < 3; ++m)
            nearest = std::min(nearest, distance_of_segments(p[k], p[(k + 1) % 3], q[m], q[(m + 1) % 3]));
    }
    return static_cast<double>(nearest);
}

// The width of a triangle that is more than 10^4 times as long as wide; 0 for other triangles. According to
// triangle_distance.hpp, the distance of such a sliver may be wrong by its width.
inline double sliver_width(const Triangle64& t) {
    double longest = 0.0;
    for (std::size_t k = 0; k < 3; ++k) longest = std::max(longest, glm::distance(t[k], t[(k + 1) % 3]));
    if (!(longest > 0.0)) return 0.0;
    const Point u = Point(t[1]) - Point(t[0]), v = Point(t[2]) - Point(t[0]);
    const Point normal = glm::cross(u, v);
    const auto width = static_cast<double>(std::sqrt(glm::dot(normal, normal)) / longest);
    return width < 1e-4 * longest ? width : 0.0;
}

struct Nearest {
    double distance = 0.0;
    PrimitivePair pair;
};

// Precondition: the meshes are disjoint.
inline Nearest find_nearest(const std::vector<Triangle64>& a, const std::vector<Triangle64>& b) {
    Nearest nearest{HUGE_VAL, {}};
    for (std::uint32_t i = 0; i < a.size(); ++i)
        for (std::uint32_t k = 0; k < b.size(); ++k)
            if (const double distance = distance_of(a[i], b[k]); distance < nearest.distance)
                nearest = {distance, {i, k}};
    return nearest;
}

// The longest side of the box around both meshes, and the largest absolute value of a coordinate.
struct Size {
    double extent = 0.0, largest = 0.0;
};
inline Size size_of(const std::vector<Triangle64>& a, const std::vector<Triangle64>& b) {
    glm::dvec3 lower(HUGE_VAL), upper(-HUGE_VAL);
    for (const auto* triangles : {&a, &b})
        for (const Triangle64& triangle : *triangles)
            for (const glm::dvec3& p : triangle) {
                lower = glm::min(lower, p);
                upper = glm::max(upper, p);
            }
    Size size;
    for (int axis = 0; axis < 3; ++axis) {
        size.extent = std::max(size.extent, upper[axis] - lower[axis]);
        size.largest = std::max({size.largest, std::fabs(upper[axis]), std::fabs(lower[axis])});
    }
    return size;
}

} // namespace boxwood::fuzz
