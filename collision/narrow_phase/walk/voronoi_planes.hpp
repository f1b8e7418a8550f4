// What: the neighbor of a vertex or an edge that is nearer to a point than the feature itself, by its Voronoi planes.
// Frame: the polytope's own; the point is given as its difference from (a point of) the feature.
// Degenerate input: within `error_bound` of a plane the point belongs to the feature, so that ties do not make a walk
//                   cycle.
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

// Numbering of planes: of a vertex its incident edges in cyclic order; of an edge its tail, head, left and right; of a
// face its sides.
inline constexpr int kTail = 0, kHead = 1, kLeft = 2, kRight = 3;

// A direction from a flat corner straight into the solid lies, within rounding, on all Voronoi planes of the corner. It
// differs from a direction that leads outwards in that it points behind all adjacent faces.
template <class Faces>
bool leads_inside(const Polytope& polytope, const Faces& faces, const glm::dvec3& towards_own,
                  double error_bound) {
    for (const std::uint32_t f : faces)
        if (glm::dot(polytope.faces()[f].normal, towards_own) >= -error_bound) return false;
    return true;
}

inline bool leads_inside_at_vertex(const Polytope& polytope, std::uint32_t vertex,
                                   const glm::dvec3& towards_own, double error_bound) {
    for (const std::uint32_t e : polytope.vertex_edges(vertex)) {
        const Polytope::Edge& edge = polytope.edges()[e];
        if (!leads_inside(polytope, std::array{edge.left, edge.right}, towards_own, error_bound))
            return false;
    }
    return true;
}

// The incident edge with the greatest component along a direction.
struct EdgeAlong {
    int position = -1; // in vertex_edges
    double length = -std::numeric_limits<double>::infinity();
};
inline EdgeAlong find_edge_along(const Polytope& polytope, std::uint32_t vertex,
                                 const glm::dvec3& towards_own) {
    EdgeAlong best;
    const auto directions = polytope.vertex_directions(vertex);
    for (std::size_t k = 0; k < directions.size(); ++k) {
        const double length = glm::dot(towards_own, directions[k]);
        if (length > best.length) best = {static_cast<int>(k), length};
    }
    return best;
}

// The incident edge that is nearer than the vertex to the point vertex + `towards_own`, or -1.
inline int find_edge_towards(const Polytope& polytope, std::uint32_t vertex, const glm::dvec3& towards_own,
                             double error_bound) {
    const EdgeAlong best = find_edge_along(polytope, vertex, towards_own);
    if (best.length <= -error_bound) return -1;
    if (best.length <= error_bound && !leads_inside_at_vertex(polytope, vertex, towards_own, error_bound))
        return -1;
    return best.position;
}

// The adjacent face towards which `towards_own` leaves the edge, or -1.
inline int find_face_towards(const Polytope& polytope, const Polytope::Edge& edge,
                             const glm::dvec3& towards_own, double error_bound) {
    const double left = -glm::dot(towards_own, edge.out_of_left),
                 right = -glm::dot(towards_own, edge.out_of_right);
    const double larger = std::fmax(left, right);
    if (larger <= -error_bound) return -1;
    if (larger <= error_bound &&
        !leads_inside(polytope, std::array{edge.left, edge.right}, towards_own, error_bound))
        return -1;
    return left > right ? kLeft : kRight;
}

} // namespace boxwood::walk_detail
