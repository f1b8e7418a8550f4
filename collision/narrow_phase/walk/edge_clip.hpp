// What: clips an edge to a face: finds the section of the edge inside the prism over the face, or, if there is none,
//     the side of the face that is nearest to the edge.
// Frame: the frame of the polytope with the face.
// Cost: clip: a few operations per side. find_nearest_side: one distance of two segments per side; if the face has
//     n > kManySides sides, usually only about 2 log2(n) such distances.
// Source: [Mirtich 1998] section 3.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/walk/segment_pair.hpp"

#include <cmath>
#include <limits>
#include <span>

namespace boxwood::walk_detail {

// The section of an edge inside the prism over a face, as fractions of the edge.
struct ClippedEdge {
    double lower = 0.0, upper = 1.0;
    // The side plane that clips each end; -1 if no plane clips it.
    int side_lower = -1, side_upper = -1;
    bool is_empty = false;
    int excluding = -1; // a side plane with the entire edge beyond it, if one was found
};

inline ClippedEdge clip(std::span<const Polytope::SidePlane> sides, const glm::dvec3& tail,
                        const glm::dvec3& head) {
    ClippedEdge clipped;
    for (std::size_t k = 0; k < sides.size() && !clipped.is_empty; ++k) {
        const double depth_tail = sides[k].offset - glm::dot(sides[k].normal, tail);
        const double depth_head = sides[k].offset - glm::dot(sides[k].normal, head);
        if (depth_tail < 0.0 && depth_head < 0.0) {
            clipped.is_empty = true;
            clipped.excluding = static_cast<int>(k);
        } else if (depth_tail < 0.0) {
            const double entry = depth_tail / (depth_tail - depth_head);
            if (entry > clipped.lower)
                clipped = {entry, clipped.upper, static_cast<int>(k), clipped.side_upper, false, -1};
        } else if (depth_head < 0.0) {
            const double exit = depth_tail / (depth_tail - depth_head);
            if (exit < clipped.upper)
                clipped = {clipped.lower, exit, clipped.side_lower, static_cast<int>(k), false, -1};
        }
        clipped.is_empty = clipped.is_empty || clipped.lower > clipped.upper;
    }
    return clipped;
}

// For faces with more sides, a search replaces the scan over all sides.
inline constexpr std::size_t kManySides = 16;

inline SegmentPair closest_points_of_side(const Polytope& polytope, std::uint32_t edge,
                                          const Segment& segment) {
    const Polytope::Edge& side = polytope.edges()[edge];
    return closest_points(segment,
                          Segment{glm::dvec3(polytope.positions()[side.tail]), side.direction, side.length});
}

// Finds the nearest side by a search with halving strides that begins at side `start`; the segment is beyond the
// plane of that side. Returns -1 if the search does not end at the nearest side. The distance from the segment is a
// convex function of the points of the face. A side is therefore the nearest if its neighbors are no nearer and the
// closest point of the segment is beyond its plane.
inline int descend_to_nearest_side(const Polytope& polytope, std::uint32_t face, const Segment& segment,
                                   int start) {
    const auto edges = polytope.face_edges(face);
    const std::size_t count = edges.size();
    const auto squared = [&](std::size_t k) {
        const SegmentPair pair = closest_points_of_side(polytope, edges[k], segment);
        const glm::dvec3 gap = pair.on_p - pair.on_q;
        return glm::dot(gap, gap);
    };
    auto at = static_cast<std::size_t>(start);
    double smallest = squared(at);
    for (std::size_t stride = count / 4; stride > 0;) {
        const std::size_t next = (at + stride) % count, before = (at + count - stride) % count;
        const double at_next = squared(next), at_before = squared(before);
        if (std::fmin(at_next, at_before) < smallest) {
            at = at_next <= at_before ? next : before;
            smallest = std::fmin(at_next, at_before);
        } else {
            stride /= 2;
        }
    }
    const Polytope::SidePlane& plane = polytope.face_sides(face)[at];
    const glm::dvec3 nearest = closest_points_of_side(polytope, edges[at], segment).on_p;
    return glm::dot(plane.normal, nearest) > plane.offset ? static_cast<int>(at) : -1;
}

// Returns the index, in face_edges, of the boundary edge that is nearest to the segment. Requires a segment outside the
// prism over the face. `excluding` is ClippedEdge::excluding of the result of clip().
inline int find_nearest_side(const Polytope& polytope, std::uint32_t face, const Segment& segment,
                             int excluding) {
    const auto edges = polytope.face_edges(face);
    if (edges.size() > kManySides && excluding >= 0)
        if (const int side = descend_to_nearest_side(polytope, face, segment, excluding); side >= 0)
            return side;
    int nearest = 0;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < edges.size(); ++k) {
        const SegmentPair pair = closest_points_of_side(polytope, edges[k], segment);
        const glm::dvec3 gap = pair.on_p - pair.on_q;
        if (glm::dot(gap, gap) < smallest) {
            smallest = glm::dot(gap, gap);
            nearest = static_cast<int>(k);
        }
    }
    return nearest;
}

} // namespace boxwood::walk_detail
