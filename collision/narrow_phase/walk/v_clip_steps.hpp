// What: the two states of the V-Clip walk with a face: vertex-face and edge-face.
// Frame: "own" and "other" as in local_frame_polytope.hpp; positions are compared in the other's frame.
// Source: [Mirtich 1998] section 4.
// Oracle: the optimality certificate in the tests of every narrow phase.
#pragma once

#include "collision/narrow_phase/walk/edge_clip.hpp"
#include "collision/narrow_phase/walk/walk_steps.hpp"

#include <cmath>

namespace boxwood::walk_detail {

inline Step step_vertex_face(const LocalFramePolytope& own, Feature& io_vertex,
                             const LocalFramePolytope& other, Feature& io_face) {
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

inline Step step_edge_face(const LocalFramePolytope& own, Feature& io_edge, const LocalFramePolytope& other,
                           Feature& io_face) {
    const Polytope::Edge& edge = own.polytope.edges()[io_edge.index];
    const Polytope::Face& face = other.polytope.faces()[io_face.index];
    const glm::dvec3 tail = own.to_other(own.tail(edge)), head = own.to_other(own.head(edge));
    const ClippedEdge clipped = clip(other.polytope.face_sides(io_face.index), tail, head);
    const Segment segment{tail, own.turn_to_other(edge.direction), edge.length};
    if (clipped.is_empty)
        return step_to_side(other.polytope, io_face,
                            find_nearest_side(other.polytope, io_face.index, segment, clipped.excluding));

    const double height_tail = glm::dot(face.normal, tail) - face.offset;
    const double height_head = glm::dot(face.normal, head) - face.offset;
    // The same height as in vertex-face if the end is a vertex: both states must agree on its sign.
    const double rise = height_head - height_tail;
    const double height_lower = clipped.side_lower < 0 ? height_tail : height_tail + clipped.lower * rise;
    const double height_upper = clipped.side_upper < 0 ? height_head : height_tail + clipped.upper * rise;
    if (std::fmin(height_lower, height_upper) < 0.0 && std::fmax(height_lower, height_upper) >= 0.0)
        return crossing(segment, height_tail / -rise, height_lower < 0.0 ? clipped.lower : clipped.upper);

    // The derivative of |height| along the edge; the same expression as in vertex-face, so that both states agree.
    const double slope = glm::dot(own.turn_to_own(face.normal), edge.direction);
    const bool is_lower_nearer = (height_lower + height_upper >= 0.0) == (slope >= 0.0) || slope == 0.0;
    const int side = is_lower_nearer ? clipped.side_lower : clipped.side_upper;
    if (side >= 0) return step_to_side(other.polytope, io_face, side);
    return step_from_edge(edge, io_edge, is_lower_nearer ? kTail : kHead);
}

} // namespace boxwood::walk_detail
