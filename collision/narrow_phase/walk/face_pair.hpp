// What: the face-face state of the Lin-Canny walk.
// Frame: "own" and "other" are defined in local_frame_polytope.hpp; positions are compared in the other's frame.
// Cost: proportional to the product of the numbers of sides.
// Source: [Lin 1993] section 3.
// Departs from the source: if two faces are not parallel or do not overlap, the walk steps to their closest feature
//     pair: an edge that crosses the other face, and that face; a vertex and the other face; or two boundary edges.
#pragma once

#include "collision/narrow_phase/walk/edge_clip.hpp"
#include "collision/narrow_phase/walk/walk_steps.hpp"

#include <cmath>
#include <limits>

namespace boxwood::walk_detail {

// Sine of the angle by which rounding can tilt parallel faces.
inline constexpr double kParallelFaces = 1e-15;

// The overlap of two faces in projection, sampled along the edges of one of them.
struct FaceOverlap {
    glm::dvec3 sum_other{0.0}; // sum of the samples, projected onto other's face
    int count = 0;
    double smallest_gap = std::numeric_limits<double>::infinity();
    std::uint32_t nearest_edge = kNone;  // the edge whose section over the face has the smallest gap
    std::uint32_t crossing_edge = kNone; // an edge whose section over the face crosses the face's plane
};

// Samples the overlap along the edges of `face_own` over `face_other`.
inline FaceOverlap overlap_of(const LocalFramePolytope& own, std::uint32_t face_own,
                              const LocalFramePolytope& other, std::uint32_t face_other) {
    FaceOverlap overlap;
    const Polytope::Face& plane = other.polytope.faces()[face_other];
    for (const std::uint32_t e : own.polytope.face_edges(face_own)) {
        const Polytope::Edge& edge = own.polytope.edges()[e];
        const glm::dvec3 tail = own.to_other(own.tail(edge)), head = own.to_other(own.head(edge));
        const ClippedEdge part = clip(other.polytope.face_sides(face_other), tail, head);
        if (part.is_empty) continue;
        double gaps[2];
        for (int end = 0; end < 2; ++end) {
            const double at = end == 0 ? part.lower : part.upper;
            const glm::dvec3 x_other = at == 0.0 ? tail : at == 1.0 ? head : tail + at * (head - tail);
            gaps[end] = glm::dot(plane.normal, x_other) - plane.offset;
            overlap.sum_other += x_other - gaps[end] * plane.normal;
            ++overlap.count;
            if (gaps[end] >= overlap.smallest_gap) continue;
            overlap.smallest_gap = gaps[end];
            overlap.nearest_edge = e;
        }
        if (std::fmin(gaps[0], gaps[1]) < 0.0 && std::fmax(gaps[0], gaps[1]) >= 0.0)
            overlap.crossing_edge = e;
    }
    return overlap;
}

// The nearest feature pair found so far in a search over two faces.
struct NearestOfFaces {
    double squared = std::numeric_limits<double>::infinity();
    Feature own, other;
    void consider(double other_squared, Feature on_own, Feature on_other) {
        if (other_squared < squared) *this = {other_squared, on_own, on_other};
    }
};

// Considers the vertices of own's face over other's face. `is_swapped` is true if own is the second polytope of the
// search.
inline void consider_vertices(const LocalFramePolytope& own, std::uint32_t face_own,
                              const LocalFramePolytope& other, std::uint32_t face_other, bool is_swapped,
                              NearestOfFaces& io_nearest) {
    const Polytope::Face& plane = other.polytope.faces()[face_other];
    for (const std::uint32_t v : own.polytope.face_vertices(face_own)) {
        const glm::dvec3 x_other = own.to_other(own.point(v));
        bool is_over = true;
        for (const Polytope::SidePlane& side : other.polytope.face_sides(face_other))
            is_over = is_over && glm::dot(side.normal, x_other) <= side.offset;
        if (!is_over) continue;
        const double height = glm::dot(plane.normal, x_other) - plane.offset;
        if (is_swapped)
            io_nearest.consider(height * height, face_of(face_other), vertex_of(v));
        else
            io_nearest.consider(height * height, vertex_of(v), face_of(face_other));
    }
}

inline void consider_edges(const LocalFramePolytope& own, std::uint32_t face_own,
                           const LocalFramePolytope& other, std::uint32_t face_other,
                           NearestOfFaces& io_nearest) {
    for (const std::uint32_t d : own.polytope.face_edges(face_own)) {
        const Polytope::Edge& p = own.polytope.edges()[d];
        const Segment segment{own.to_other(own.tail(p)), own.rotate_to_other(p.direction), p.length};
        for (const std::uint32_t e : other.polytope.face_edges(face_other)) {
            const Polytope::Edge& q = other.polytope.edges()[e];
            const SegmentPair pair = closest_points(segment, {other.tail(q), q.direction, q.length});
            const glm::dvec3 gap = pair.on_p - pair.on_q;
            io_nearest.consider(glm::dot(gap, gap), edge_of(d), edge_of(e));
        }
    }
}

// The walk usually comes from an edge of one face above the other face. A gap between -2 error_bound and 0 is therefore
// negative only because of rounding, and the faces are accepted as closest.
inline Step step_face_face(const LocalFramePolytope& own, Feature& io_own, const LocalFramePolytope& other,
                           Feature& io_other, double error_bound) {
    const std::uint32_t f = io_own.index, g = io_other.index;
    const glm::dvec3 normal_own_other = own.rotate_to_other(own.polytope.faces()[f].normal);
    const Polytope::Face& plane = other.polytope.faces()[g];
    const glm::dvec3 across = glm::cross(normal_own_other, plane.normal);
    const FaceOverlap overlap = overlap_of(own, f, other, g), swapped = overlap_of(other, g, own, f);
    const bool is_parallel = glm::dot(across, across) <= kParallelFaces * kParallelFaces &&
                             glm::dot(normal_own_other, plane.normal) < 0.0;
    const double gap = std::fmin(overlap.smallest_gap, swapped.smallest_gap);
    if (is_parallel && overlap.count + swapped.count > 0 && gap >= -2.0 * error_bound) {
        // The samples of the swapped overlap lie on own's face, in own's frame; they are projected onto other's face.
        glm::dvec3 sum_other = overlap.sum_other;
        if (swapped.count > 0) {
            const glm::dvec3 mean_other =
                own.to_other(swapped.sum_other / static_cast<double>(swapped.count));
            const double height = glm::dot(plane.normal, mean_other) - plane.offset;
            sum_other += static_cast<double>(swapped.count) * (mean_other - height * plane.normal);
        }
        const glm::dvec3 y_other = sum_other / static_cast<double>(overlap.count + swapped.count);
        return closest(y_other + gap * plane.normal, y_other);
    }
    const bool is_behind = is_parallel && gap < 0.0; // the edge-face state resolves this case
    const std::uint32_t edge_own = is_behind ? overlap.nearest_edge : overlap.crossing_edge;
    const std::uint32_t edge_other = is_behind ? swapped.nearest_edge : swapped.crossing_edge;
    if (edge_own != kNone) {
        io_own = edge_of(edge_own);
        return {};
    }
    if (edge_other != kNone) {
        io_other = edge_of(edge_other);
        return {};
    }
    NearestOfFaces nearest;
    consider_vertices(own, f, other, g, false, nearest);
    consider_vertices(other, g, own, f, true, nearest);
    consider_edges(own, f, other, g, nearest);
    io_own = nearest.own;
    io_other = nearest.other;
    return {};
}

} // namespace boxwood::walk_detail
