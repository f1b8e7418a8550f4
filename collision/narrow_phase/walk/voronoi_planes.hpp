// What: tests a point against the Voronoi planes of a vertex or edge, and finds the neighboring feature that is
//     nearer to the point.
// Frame: the polytope's own. `to_point` is the vector to the point from the vertex, or from any point of the edge.
// Degenerate input: a point within `error_bound` of a plane belongs to the feature itself, so that ties do not make a
//     walk cycle.
// Cost: proportional to the degree of the vertex.
// Source: [Mirtich 1998] section 2, [Lin 1993].
// Oracle: the regions tile the exterior (polytope_test); the optimality certificate in the tests of every narrow phase.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <array>
#include <cmath>
#include <limits>

#include <glm/geometric.hpp>

namespace boxwood::walk_detail {

// Numbers of the planes of an edge. The planes of a vertex are numbered like its incident edges, in cyclic order; the
// planes of a face like its sides.
inline constexpr int kTail = 0, kHead = 1, kLeft = 2, kRight = 3;

// Returns true if a direction from a feature leads into the solid, behind all adjacent faces. At a flat corner the
// Voronoi planes cannot decide this: within rounding they contain both the direction straight into the solid and the
// direction straight outwards.
template <class Faces>
bool points_into_solid(const Polytope& polytope, const Faces& faces, const glm::dvec3& to_point,
                       double error_bound) {
    for (const std::uint32_t f : faces)
        if (glm::dot(polytope.faces()[f].normal, to_point) >= -error_bound) return false;
    return true;
}

inline bool points_into_solid_at_vertex(const Polytope& polytope, std::uint32_t vertex,
                                        const glm::dvec3& to_point, double error_bound) {
    for (const std::uint32_t e : polytope.vertex_edges(vertex)) {
        const Polytope::Edge& edge = polytope.edges()[e];
        if (!points_into_solid(polytope, std::array{edge.left, edge.right}, to_point, error_bound))
            return false;
    }
    return true;
}

// The incident edge along which `to_point` has the largest component.
struct EdgeAlong {
    int position = -1; // in vertex_edges
    double component = -std::numeric_limits<double>::infinity();
};
inline EdgeAlong find_edge_along(const Polytope& polytope, std::uint32_t vertex, const glm::dvec3& to_point) {
    EdgeAlong best;
    const auto directions = polytope.vertex_directions(vertex);
    for (std::size_t k = 0; k < directions.size(); ++k) {
        const double component = glm::dot(to_point, directions[k]);
        if (component > best.component) best = {static_cast<int>(k), component};
    }
    return best;
}

// The position in vertex_edges of an edge that is nearer to the point than the vertex is; -1 if no edge is nearer.
inline int find_nearer_edge(const Polytope& polytope, std::uint32_t vertex, const glm::dvec3& to_point,
                            double error_bound) {
    const EdgeAlong best = find_edge_along(polytope, vertex, to_point);
    if (best.component <= -error_bound) return -1;
    if (best.component <= error_bound &&
        !points_into_solid_at_vertex(polytope, vertex, to_point, error_bound))
        return -1;
    return best.position;
}

// kLeft or kRight: the adjacent face that is nearer to the point than the edge is; -1 if neither is nearer.
inline int find_nearer_face(const Polytope& polytope, const Polytope::Edge& edge, const glm::dvec3& to_point,
                            double error_bound) {
    const double left = -glm::dot(to_point, edge.out_of_left), right = -glm::dot(to_point, edge.out_of_right);
    const double larger = std::fmax(left, right);
    if (larger <= -error_bound) return -1;
    if (larger <= error_bound &&
        !points_into_solid(polytope, std::array{edge.left, edge.right}, to_point, error_bound))
        return -1;
    return left > right ? kLeft : kRight;
}

} // namespace boxwood::walk_detail
