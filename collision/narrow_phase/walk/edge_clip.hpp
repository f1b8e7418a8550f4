// What: an edge against a face: the section of the edge inside the prism over the face, or the side of the face nearest
//       to it.
// Frame: that of the face's polytope.
// Cost: proportional to the number of sides.
// Source: [Mirtich 1998] section 3.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/walk/segment_pair.hpp"

#include <limits>
#include <span>

namespace boxwood::walk_detail {

// The section of an edge inside the prism over a face, as fractions of the edge.
struct ClippedEdge {
    double lower = 0.0, upper = 1.0;
    // the side plane that clips this end; -1: none, it is the end of the edge itself
    int side_lower = -1, side_upper = -1;
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

// The boundary edge of a face that is nearest to a segment outside its prism.
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

} // namespace boxwood::walk_detail
