// What: the steps that all feature walks share, for the states of vertices and edges. Each step tests one pair of
//     features and either accepts it or replaces one of the two features by a neighbor across a Voronoi plane.
// Frame: "own" and "other" are defined in local_frame_polytope.hpp; positions are compared in the other's frame.
// Invariants: every step decreases the distance of the features, or keeps it and lowers the dimension of a feature.
// Source: [Lin 1991], [Lin 1993]; [Mirtich 1998] section 4.
// Departs from the source: V-Clip clips an edge against the planes of a vertex or an edge. It then uses the
//     derivative at both ends of the clipped section to find the side of the minimum along the edge. Here the minimum
//     is known: it is the foot of a vertex, or the closest points of two segments. The minimum itself is therefore
//     tested against the planes, as in [Lin 1993]. To prevent cycles between ties, steps to a higher dimension
//     require a gain of more than `error_bound`, the rounding of one position.
// Oracle: the optimality certificate in the tests of every narrow phase.
#pragma once

#include "collision/narrow_phase/walk/local_frame_polytope.hpp"
#include "collision/narrow_phase/walk/segment_pair.hpp"
#include "collision/narrow_phase/walk/voronoi_planes.hpp"

namespace boxwood::walk_detail {

enum class Outcome : std::uint8_t {
    moved,
    closest,  // the features contain the closest points
    crossing, // the edge passes through the face
    // The vertex is below the face. v_clip.cpp returns this only if no neighbor of either feature is nearer.
    // lin_canny.cpp also returns this for an edge whose section inside the prism over the face is below the face.
    local_minimum,
};

struct Step {
    Outcome outcome = Outcome::moved;
    int plane = -1; // violated plane of the feature that was replaced
    // For the outcomes closest, crossing and local_minimum: the points, in the other's frame. For a local_minimum of an
    // edge, they are unset until try_escape() finds a section of the edge inside the other polytope.
    glm::dvec3 on_own_other{0.0}, on_other_other{0.0};
    // For crossing: of the two ends of the edge's section inside the prism over the face, the end that is below the
    // face. For a vertex or an edge inside the other polytope: the vertex, or a point of the edge that is inside.
    glm::dvec3 below_other{0.0};
};

inline Step closest(const glm::dvec3& on_own_other, const glm::dvec3& on_other_other) {
    return {Outcome::closest, -1, on_own_other, on_other_other};
}

inline Feature vertex_of(std::uint32_t index) {
    return {FeatureKind::vertex, index};
}
inline Feature edge_of(std::uint32_t index) {
    return {FeatureKind::edge, index};
}
inline Feature face_of(std::uint32_t index) {
    return {FeatureKind::face, index};
}

inline Step step_to_edge(const Polytope& polytope, Feature& io_vertex, int plane) {
    io_vertex = edge_of(polytope.vertex_edges(io_vertex.index)[static_cast<std::size_t>(plane)]);
    return {Outcome::moved, plane};
}

inline Step step_from_edge(const Polytope::Edge& edge, Feature& io_edge, int plane) {
    io_edge = plane == kTail   ? vertex_of(edge.tail)
              : plane == kHead ? vertex_of(edge.head)
              : plane == kLeft ? face_of(edge.left)
                               : face_of(edge.right);
    return {Outcome::moved, plane};
}

inline Step step_vertex_vertex(const LocalFramePolytope& own, Feature& io_own,
                               const LocalFramePolytope& other, Feature& io_other, double error_bound) {
    const glm::dvec3 x_other = own.to_other(own.point(io_own.index)), y_other = other.point(io_other.index);
    const glm::dvec3 to_own_other = x_other - y_other;
    if (const int k = find_nearer_edge(other.polytope, io_other.index, to_own_other, error_bound); k >= 0)
        return step_to_edge(other.polytope, io_other, k);
    if (const int k =
            find_nearer_edge(own.polytope, io_own.index, -own.rotate_to_own(to_own_other), error_bound);
        k >= 0)
        return step_to_edge(own.polytope, io_own, k);
    return closest(x_other, y_other);
}

inline Step step_vertex_edge(const LocalFramePolytope& own, Feature& io_vertex,
                             const LocalFramePolytope& other, Feature& io_edge, double error_bound) {
    const Polytope::Edge& edge = other.polytope.edges()[io_edge.index];
    const glm::dvec3 x_other = own.to_other(own.point(io_vertex.index)), tail_other = other.tail(edge);
    const glm::dvec3 from_tail = x_other - tail_other;
    const double s = glm::dot(from_tail, edge.direction);
    if (s < 0.0) return step_from_edge(edge, io_edge, kTail);
    if (s > edge.length) return step_from_edge(edge, io_edge, kHead);
    if (const int k = find_nearer_face(other.polytope, edge, from_tail, error_bound); k >= 0)
        return step_from_edge(edge, io_edge, k);

    const glm::dvec3 foot_other = tail_other + s * edge.direction;
    const glm::dvec3 to_foot_own = own.rotate_to_own(foot_other - x_other);
    if (const int k = find_nearer_edge(own.polytope, io_vertex.index, to_foot_own, error_bound); k >= 0)
        return step_to_edge(own.polytope, io_vertex, k);
    return closest(x_other, foot_other);
}

inline Step step_edge_edge(const LocalFramePolytope& own, Feature& io_own, const LocalFramePolytope& other,
                           Feature& io_other, double error_bound) {
    const Polytope::Edge& p = own.polytope.edges()[io_own.index];
    const Polytope::Edge& q = other.polytope.edges()[io_other.index];
    const SegmentPair pair =
        closest_points(Segment{own.to_other(own.tail(p)), own.rotate_to_other(p.direction), p.length},
                       Segment{other.tail(q), q.direction, q.length});
    if (pair.part_p != SegmentPart::inner)
        return step_from_edge(p, io_own, pair.part_p == SegmentPart::tail ? kTail : kHead);
    if (pair.part_q != SegmentPart::inner)
        return step_from_edge(q, io_other, pair.part_q == SegmentPart::tail ? kTail : kHead);

    const glm::dvec3 to_own_other = pair.on_p - pair.on_q;
    if (const int k = find_nearer_face(other.polytope, q, to_own_other, error_bound); k >= 0)
        return step_from_edge(q, io_other, k);
    if (const int k = find_nearer_face(own.polytope, p, -own.rotate_to_own(to_own_other), error_bound);
        k >= 0)
        return step_from_edge(p, io_own, k);
    return closest(pair.on_p, pair.on_q);
}

// Largest cosine between an edge and a face's normal that rounding can produce instead of zero.
inline constexpr double kLevelSlope = 4e-16;

inline Step step_to_side(const Polytope& polytope, Feature& io_face, int side) {
    io_face = edge_of(polytope.face_edges(io_face.index)[static_cast<std::size_t>(side)]);
    return {Outcome::moved, side};
}

inline Step crossing(const Segment& segment, double fraction_at_face, double fraction_below) {
    const glm::dvec3 x_other = segment.at(fraction_at_face * segment.length);
    return {Outcome::crossing, -1, x_other, x_other, segment.at(fraction_below * segment.length)};
}

} // namespace boxwood::walk_detail
