// What: the five states of the V-Clip walk. Each looks at one pair of features and either accepts it or steps
// one of
//       the two features across a Voronoi plane.
// Frame: "own" and "other" as in rigid_side.hpp; positions are compared in the other's frame.
// Invariants: every step but the escape from a local minimum lowers the distance of the features, or keeps it
// and
//             lowers a dimension.
// Source: [Mirtich 1998] section 4.
// Departs from the source: where the clipped feature is an edge against a vertex or an edge, the derivative
// test at
//             the two clip ends asks on which side the minimum along the edge lies. That minimum is known
//             here (the foot of a vertex, the closest points of two segments), so it is tested against the
//             planes itself. Steps up in dimension need more than `slack`, the rounding of one position, so
//             that ties do not cycle.
// Oracle: O3 in v_clip_test.
#pragma once

#include "collision/narrow_phase/rigid_side.hpp"
#include "collision/narrow_phase/segment_pair.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace boxwood::v_clip_detail {

enum class Outcome : std::uint8_t {
    moved,
    closest,       // the features hold the closest points
    crossing,      // the edge passes through the face
    local_minimum, // the vertex lies below the face, and no neighbor of either is nearer
};

// The Voronoi planes of a feature, as `plane` counts them: of a vertex its incident edges in cyclic order; of
// an edge its tail, head, left and right; of a face its sides.
inline constexpr int kTail = 0, kHead = 1, kLeft = 2, kRight = 3;

struct Step {
    Outcome outcome = Outcome::moved;
    int plane = -1; // violated plane of the feature that was left
    // closest, crossing, local_minimum: the points, in the other's frame.
    glm::dvec3 on_own_other{0.0}, on_other_other{0.0};
    // crossing: distance of the crossing from the ends of the edge and the sides of the face.
    double clearance = 0.0;
};

inline Step closest(const glm::dvec3& on_own_other, const glm::dvec3& on_other_other) {
    return {Outcome::closest, -1, on_own_other, on_other_other, 0.0};
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

// A direction that leads from a flat corner straight into the solid lies, but for rounding, on all Voronoi planes of
// the corner. What tells it from one that leads away is that all adjacent faces have it behind them.
template <class Faces>
bool leads_inside(const Polytope& polytope, const Faces& faces, const glm::dvec3& towards_own, double slack) {
    for (const std::uint32_t f : faces)
        if (glm::dot(polytope.faces()[f].normal, towards_own) >= -slack) return false;
    return true;
}

inline bool leads_inside_at_vertex(const Polytope& polytope, std::uint32_t vertex,
                                   const glm::dvec3& towards_own, double slack) {
    for (const std::uint32_t e : polytope.vertex_edges(vertex)) {
        const Polytope::Edge& edge = polytope.edges()[e];
        if (!leads_inside(polytope, std::array{edge.left, edge.right}, towards_own, slack)) return false;
    }
    return true;
}

// The incident edge along which a direction leads most.
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

// The incident edge that is nearer to the vertex plus `towards_own` than the vertex is, or -1.
inline int find_edge_towards(const Polytope& polytope, std::uint32_t vertex, const glm::dvec3& towards_own,
                             double slack) {
    const EdgeAlong best = find_edge_along(polytope, vertex, towards_own);
    if (best.length <= -slack) return -1;
    if (best.length <= slack && !leads_inside_at_vertex(polytope, vertex, towards_own, slack)) return -1;
    return best.position;
}

// The adjacent face into which `towards_own` leads from the edge, or -1.
inline int find_face_towards(const Polytope& polytope, const Polytope::Edge& edge,
                             const glm::dvec3& towards_own, double slack) {
    const double left = -glm::dot(towards_own, edge.out_of_left),
                 right = -glm::dot(towards_own, edge.out_of_right);
    const double larger = std::fmax(left, right);
    if (larger <= -slack) return -1;
    if (larger <= slack && !leads_inside(polytope, std::array{edge.left, edge.right}, towards_own, slack))
        return -1;
    return left > right ? kLeft : kRight;
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

inline Step step_vertex_vertex(const RigidSide& own, Feature& io_own, const RigidSide& other,
                               Feature& io_other, double slack) {
    const glm::dvec3 x_other = own.to_other(own.point(io_own.index)), y_other = other.point(io_other.index);
    const glm::dvec3 to_own_other = x_other - y_other;
    if (const int k = find_edge_towards(other.polytope, io_other.index, to_own_other, slack); k >= 0)
        return step_to_edge(other.polytope, io_other, k);
    if (const int k = find_edge_towards(own.polytope, io_own.index, -own.turn_to_own(to_own_other), slack);
        k >= 0)
        return step_to_edge(own.polytope, io_own, k);
    return closest(x_other, y_other);
}

inline Step step_vertex_edge(const RigidSide& own, Feature& io_vertex, const RigidSide& other,
                             Feature& io_edge, double slack) {
    const Polytope::Edge& edge = other.polytope.edges()[io_edge.index];
    const glm::dvec3 x_other = own.to_other(own.point(io_vertex.index)), tail_other = other.point(edge.tail);
    const glm::dvec3 from_tail = x_other - tail_other;
    const double s = glm::dot(from_tail, edge.direction);
    if (s < 0.0) return step_from_edge(edge, io_edge, kTail);
    if (s > edge.length) return step_from_edge(edge, io_edge, kHead);
    if (const int k = find_face_towards(other.polytope, edge, from_tail, slack); k >= 0)
        return step_from_edge(edge, io_edge, k);

    const glm::dvec3 foot_other = tail_other + s * edge.direction;
    const glm::dvec3 to_foot_own = own.turn_to_own(foot_other - x_other);
    if (const int k = find_edge_towards(own.polytope, io_vertex.index, to_foot_own, slack); k >= 0)
        return step_to_edge(own.polytope, io_vertex, k);
    return closest(x_other, foot_other);
}

inline Step step_edge_edge(const RigidSide& own, Feature& io_own, const RigidSide& other, Feature& io_other,
                           double slack) {
    const Polytope::Edge& p = own.polytope.edges()[io_own.index];
    const Polytope::Edge& q = other.polytope.edges()[io_other.index];
    const SegmentPair pair =
        closest_points(Segment{own.to_other(own.point(p.tail)), own.turn_to_other(p.direction), p.length},
                       Segment{other.point(q.tail), q.direction, q.length});
    if (pair.part_p != SegmentPart::inner)
        return step_from_edge(p, io_own, pair.part_p == SegmentPart::tail ? kTail : kHead);
    if (pair.part_q != SegmentPart::inner)
        return step_from_edge(q, io_other, pair.part_q == SegmentPart::tail ? kTail : kHead);

    const glm::dvec3 to_own_other = pair.on_p - pair.on_q;
    if (const int k = find_face_towards(other.polytope, q, to_own_other, slack); k >= 0)
        return step_from_edge(q, io_other, k);
    if (const int k = find_face_towards(own.polytope, p, -own.turn_to_own(to_own_other), slack); k >= 0)
        return step_from_edge(p, io_own, k);
    return closest(pair.on_p, pair.on_q);
}

// Cosine between an edge and a face's normal that rounding can make of zero.
inline constexpr double kLevelSlope = 4e-16;

inline Step step_vertex_face(const RigidSide& own, Feature& io_vertex, const RigidSide& other,
                             Feature& io_face) {
    const Polytope::Face& face = other.polytope.faces()[io_face.index];
    const glm::dvec3 x_other = own.to_other(own.point(io_vertex.index));
    const auto sides = other.polytope.face_sides(io_face.index);
    int beyond = -1;
    double farthest = 0.0;
    for (std::size_t k = 0; k < sides.size(); ++k) {
        const double excess = glm::dot(sides[k].normal, x_other) - sides[k].offset;
        if (excess > farthest) {
            farthest = excess;
            beyond = static_cast<int>(k);
        }
    }
    if (beyond >= 0) {
        io_face = edge_of(other.polytope.face_edges(io_face.index)[static_cast<std::size_t>(beyond)]);
        return {Outcome::moved, beyond};
    }
    const double height = glm::dot(face.normal, x_other) - face.offset;
    const glm::dvec3 towards_own = own.turn_to_own(height >= 0.0 ? -face.normal : face.normal);
    const EdgeAlong steepest = find_edge_along(own.polytope, io_vertex.index, towards_own);
    if (steepest.length > kLevelSlope) return step_to_edge(own.polytope, io_vertex, steepest.position);
    Step step = closest(x_other, x_other - height * face.normal);
    if (height < 0.0) step.outcome = Outcome::local_minimum;
    return step;
}

// The part of an edge inside the prism over a face, as fractions of the edge.
struct ClippedEdge {
    double lower = 0.0, upper = 1.0;
    int side_lower = -1, side_upper = -1; // -1: the end of the edge itself
    bool is_empty = false;
};

inline ClippedEdge clip(std::span<const Polytope::SidePlane> sides, const glm::dvec3& tail,
                        const glm::dvec3& head) {
    ClippedEdge clipped;
    for (std::size_t k = 0; k < sides.size() && !clipped.is_empty; ++k) {
        const double depth_tail = sides[k].offset - glm::dot(sides[k].normal, tail);
        const double depth_head = sides[k].offset - glm::dot(sides[k].normal, head);
        if (depth_tail < 0.0 && depth_head < 0.0) {
            clipped.is_empty = true;
        } else if (depth_tail < 0.0) {
            const double entry = depth_tail / (depth_tail - depth_head);
            if (entry > clipped.lower)
                clipped = {entry, clipped.upper, static_cast<int>(k), clipped.side_upper};
        } else if (depth_head < 0.0) {
            const double exit = depth_tail / (depth_tail - depth_head);
            if (exit < clipped.upper)
                clipped = {clipped.lower, exit, clipped.side_lower, static_cast<int>(k)};
        }
        clipped.is_empty = clipped.is_empty || clipped.lower > clipped.upper;
    }
    return clipped;
}

// The boundary edge of a face nearest to a segment outside its prism.
inline int find_nearest_side(const Polytope& polytope, std::uint32_t face, const Segment& segment) {
    int nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    const auto edges = polytope.face_edges(face);
    for (std::size_t k = 0; k < edges.size(); ++k) {
        const Polytope::Edge& edge = polytope.edges()[edges[k]];
        const SegmentPair pair = closest_points(
            segment, Segment{glm::dvec3(polytope.positions()[edge.tail]), edge.direction, edge.length});
        const glm::dvec3 gap = pair.on_p - pair.on_q;
        if (glm::dot(gap, gap) < least) {
            least = glm::dot(gap, gap);
            nearest = static_cast<int>(k);
        }
    }
    return nearest;
}

inline Step step_to_side(const Polytope& polytope, Feature& io_face, int side) {
    io_face = edge_of(polytope.face_edges(io_face.index)[static_cast<std::size_t>(side)]);
    return {Outcome::moved, side};
}

// Where the edge passes through the plane of the face, and how far that is from being only touched.
inline Step crossing(const Segment& segment, std::span<const Polytope::SidePlane> sides, double height_tail,
                     double height_head) {
    const double fraction = height_tail / (height_tail - height_head);
    const glm::dvec3 x_other = segment.at(fraction * segment.length);
    double clearance = std::fmin(std::fabs(height_tail), std::fabs(height_head));
    for (const Polytope::SidePlane& side : sides)
        clearance = std::fmin(clearance, side.offset - glm::dot(side.normal, x_other));
    return {Outcome::crossing, -1, x_other, x_other, clearance};
}

inline Step step_edge_face(const RigidSide& own, Feature& io_edge, const RigidSide& other, Feature& io_face) {
    const Polytope::Edge& edge = own.polytope.edges()[io_edge.index];
    const Polytope::Face& face = other.polytope.faces()[io_face.index];
    const glm::dvec3 tail = own.to_other(own.point(edge.tail)), head = own.to_other(own.point(edge.head));
    const auto sides = other.polytope.face_sides(io_face.index);
    const ClippedEdge clipped = clip(sides, tail, head);
    const Segment segment{tail, own.turn_to_other(edge.direction), edge.length};
    if (clipped.is_empty)
        return step_to_side(other.polytope, io_face,
                            find_nearest_side(other.polytope, io_face.index, segment));

    const double height_tail = glm::dot(face.normal, tail) - face.offset;
    const double height_head = glm::dot(face.normal, head) - face.offset;
    // The very height that vertex-face sees, where the end is a vertex: both must agree on its sign.
    const double rise = height_head - height_tail;
    const double height_lower = clipped.side_lower < 0 ? height_tail : height_tail + clipped.lower * rise;
    const double height_upper = clipped.side_upper < 0 ? height_head : height_tail + clipped.upper * rise;
    if (std::fmin(height_lower, height_upper) < 0.0 && std::fmax(height_lower, height_upper) >= 0.0)
        return crossing(segment, sides, height_tail, height_head);

    // The derivative of |height| along the edge; the same expression as in vertex-face, so that both agree.
    const double slope = glm::dot(own.turn_to_own(face.normal), edge.direction);
    const bool is_lower_nearer = (height_lower + height_upper >= 0.0) == (slope >= 0.0) || slope == 0.0;
    const int side = is_lower_nearer ? clipped.side_lower : clipped.side_upper;
    if (side >= 0) return step_to_side(other.polytope, io_face, side);
    return step_from_edge(edge, io_edge, is_lower_nearer ? kTail : kHead);
}

} // namespace boxwood::v_clip_detail
