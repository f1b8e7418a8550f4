#include "collision/geometry/triangle/triangle_sat.hpp"

#include <algorithm>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// Both triangles relative to a's first vertex. Their distance from the origin then adds no rounding error.
struct Pair {
    Triangle64 a, b;
    std::array<glm::dvec3, 3> edges_a, edges_b;
    glm::dvec3 normal_a, normal_b;
};

Pair make_pair_at_origin(const Triangle64& a, const Triangle64& b) {
    Pair pair;
    for (std::size_t k = 0; k < 3; ++k) {
        pair.a[k] = a[k] - a[0];
        pair.b[k] = b[k] - a[0];
        pair.edges_a[k] = a[(k + 1) % 3] - a[k];
        pair.edges_b[k] = b[(k + 1) % 3] - b[k];
    }
    pair.normal_a = glm::cross(pair.edges_a[0], pair.edges_a[1]);
    pair.normal_b = glm::cross(pair.edges_b[0], pair.edges_b[1]);
    return pair;
}

// Returns the length of the shortest shift that separates the projections; if they are disjoint, the negated distance
// between them.
double find_overlap(const Pair& pair, const glm::dvec3& axis) {
    const double a0 = glm::dot(axis, pair.a[0]), a1 = glm::dot(axis, pair.a[1]),
                 a2 = glm::dot(axis, pair.a[2]);
    const double b0 = glm::dot(axis, pair.b[0]), b1 = glm::dot(axis, pair.b[1]),
                 b2 = glm::dot(axis, pair.b[2]);
    return std::min(std::max({a0, a1, a2}) - std::min({b0, b1, b2}),
                    std::max({b0, b1, b2}) - std::min({a0, a1, a2}));
}

// Returns an overlap below `threshold`, if an axis has one; otherwise the smallest overlap.
double find_smallest_overlap(const Pair& pair, double threshold) {
    double smallest = std::min(find_overlap(pair, pair.normal_a), find_overlap(pair, pair.normal_b));
    for (const glm::dvec3& edge_a : pair.edges_a)
        for (const glm::dvec3& edge_b : pair.edges_b) {
            if (smallest < threshold) return smallest;
            smallest = std::min(smallest, find_overlap(pair, glm::cross(edge_a, edge_b)));
        }
    return smallest;
}

double find_smallest_overlap_in_planes(const Pair& pair) {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
        smallest = std::min(smallest, find_overlap(pair, glm::cross(pair.edges_a[k], pair.normal_a)));
        smallest = std::min(smallest, find_overlap(pair, glm::cross(pair.edges_b[k], pair.normal_b)));
    }
    return smallest;
}

} // namespace

FilterResult sat_filter(const Triangle64& a, const Triangle64& b) {
    const glm::dvec3 extents = extents_of(a, b);
    const double size = std::max({extents.x, extents.y, extents.z});
    if (!(size >= 0x1p-200 && size <= 0x1p200)) return FilterResult::unsure; // no underflow or overflow below

    // Let e be `size` and u 2^-53. A coordinate of an edge or a vertex is at most e and rounded once, so a coordinate
    // of a cross product of edges is at most 2 e^2, with an error of 2 e^2 (2 + 1 + 1) u. Its product with a vertex has
    // three terms of at most 2 e^3, each with an error of 2 e^3 (4 + 1 + 1 + 2) u: 48 u e^3. An overlap subtracts two
    // of them, which adds 12 e^3 u: below 112 u e^3 with all higher orders.
    const double error = 112 * 0x1p-53 * size * size * size;
    const Pair pair = make_pair_at_origin(a, b);
    const double smallest = find_smallest_overlap(pair, -error);
    if (smallest < -error) return FilterResult::disjoint;
    // If the triangles are not coplanar, they are disjoint only if one of these eleven axes separates them. If they are
    // coplanar, the overlap along the normals is 0, so it cannot exceed the error.
    if (smallest > error) return FilterResult::intersect;

    // The same estimate, one degree higher: coordinates of edge x normal are at most 4 e^3, with an error of 4 e^3 (4 +
    // 1 + 1 + 1) u. This gives 12 e^4 (7 + 1 + 1 + 2) u per projection, and 264 u e^4 plus 24 u e^4 per overlap.
    const double error_in_planes = 320 * 0x1p-53 * size * size * size * size;
    return find_smallest_overlap_in_planes(pair) < -error_in_planes ? FilterResult::disjoint
                                                                    : FilterResult::unsure;
}

bool sat_intersects(const Triangle64& a, const Triangle64& b) {
    const Pair pair = make_pair_at_origin(a, b);
    return find_smallest_overlap(pair, 0.0) >= 0.0 && find_smallest_overlap_in_planes(pair) >= 0.0;
}

} // namespace boxwood
