#include "collision/narrow_phase/walk/v_clip.hpp"

#include "collision/narrow_phase/contacts/contact.hpp"
#include "collision/narrow_phase/walk/edge_clip.hpp"
#include "collision/narrow_phase/walk/walk_many.hpp"
#include "collision/narrow_phase/walk/walk_steps.hpp"

#include <cmath>

namespace boxwood {
namespace {

using namespace walk_detail;

// The two states with a face, [Mirtich 1998] section 4. "own" and "other" are defined in local_frame_polytope.hpp;
// positions are compared in the frame of `other`.
Step step_vertex_face(const LocalFramePolytope& own, Feature& io_vertex, const LocalFramePolytope& other,
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
    const glm::dvec3 to_face_own = own.rotate_to_own(height >= 0.0 ? -face.normal : face.normal);
    const EdgeAlong steepest = find_edge_along(own.polytope, io_vertex.index, to_face_own);
    if (steepest.component > kLevelSlope) return step_to_edge(own.polytope, io_vertex, steepest.position);
    Step step = closest(x_other, x_other - height * face.normal);
    if (height < 0.0) step.outcome = Outcome::local_minimum;
    return step;
}

Step step_edge_face(const LocalFramePolytope& own, Feature& io_edge, const LocalFramePolytope& other,
                    Feature& io_face) {
    const Polytope::Edge& edge = own.polytope.edges()[io_edge.index];
    const Polytope::Face& face = other.polytope.faces()[io_face.index];
    const glm::dvec3 tail = own.to_other(own.tail(edge)), head = own.to_other(own.head(edge));
    const ClippedEdge clipped = clip(other.polytope.face_sides(io_face.index), tail, head);
    const Segment segment{tail, own.rotate_to_other(edge.direction), edge.length};
    if (clipped.is_empty)
        return step_to_side(other.polytope, io_face,
                            find_nearest_side(other.polytope, io_face.index, segment, clipped.excluding));

    const double height_tail = glm::dot(face.normal, tail) - face.offset;
    const double height_head = glm::dot(face.normal, head) - face.offset;
    // An end of the section that no side clips is a vertex of the edge. Its height is not interpolated, because the
    // vertex-face state computes the same bits, and both states must agree on the sign.
    const double rise = height_head - height_tail;
    const double height_lower = clipped.side_lower < 0 ? height_tail : height_tail + clipped.lower * rise;
    const double height_upper = clipped.side_upper < 0 ? height_head : height_tail + clipped.upper * rise;
    if (std::fmin(height_lower, height_upper) < 0.0 && std::fmax(height_lower, height_upper) >= 0.0)
        return crossing(segment, height_tail / -rise, height_lower < 0.0 ? clipped.lower : clipped.upper);

    // The derivative of the height along the edge. The vertex-face state evaluates the same expression, up to its sign,
    // and steps to an edge only if the value exceeds kLevelSlope. It therefore does not undo a step from here to a
    // vertex.
    const double slope = glm::dot(own.rotate_to_own(face.normal), edge.direction);
    const bool is_lower_nearer = (height_lower + height_upper >= 0.0) == (slope >= 0.0) || slope == 0.0;
    const int side = is_lower_nearer ? clipped.side_lower : clipped.side_upper;
    if (side >= 0) return step_to_side(other.polytope, io_face, side);
    return step_from_edge(edge, io_edge, is_lower_nearer ? kTail : kHead);
}

struct VClipRules {
    // Replaces the first of two faces by a vertex, since this walk has no face-face state.
    static FeaturePair make_start(const Polytope& a, const Polytope& b, const FeaturePair& cache) {
        FeaturePair start{usable_feature(a, cache.a), usable_feature(b, cache.b)};
        if (start.a.kind == FeatureKind::face && start.b.kind == FeatureKind::face)
            start.a = vertex_of(a.face_vertices(start.a.index)[0]);
        return start;
    }

    static Step take_step(const LocalFramePolytope& own, Feature& io_own, const LocalFramePolytope& other,
                          Feature& io_other, double error_bound) {
        using enum FeatureKind;
        if (io_own.kind == vertex) {
            if (io_other.kind == face) return step_vertex_face(own, io_own, other, io_other);
            if (io_other.kind == edge) return step_vertex_edge(own, io_own, other, io_other, error_bound);
            return step_vertex_vertex(own, io_own, other, io_other, error_bound);
        }
        if (io_other.kind == edge) return step_edge_edge(own, io_own, other, io_other, error_bound);
        return step_edge_face(own, io_own, other, io_other);
    }

    // Precondition: the vertex is below the plane of the face. Replaces the face by the one whose pyramid from the
    // centroid contains the vertex. If the vertex is not above the plane of that face, it is inside the polytope or on
    // its surface, and the function returns false.
    template <class Visit>
    static bool try_escape(const LocalFramePolytope&, Feature&, const LocalFramePolytope& other,
                           Feature& io_face, Step& io_step, Visit&&) {
        io_face.index = climb_to_face_over(other.polytope, io_step.on_own_other, io_face.index);
        const Polytope::Face& over = other.polytope.faces()[io_face.index];
        if (glm::dot(over.normal, io_step.on_own_other) - over.offset > 0.0) return true;
        io_step.on_other_other = io_step.below_other = io_step.on_own_other;
        return false;
    }

    static bool try_rescue(const FeatureWalkInput&, FeaturePair&) { return false; }
};

} // namespace

template <TracePolicy Trace>
ClosestFeatures v_clip(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache,
                       Trace& trace) {
    require_query(a, b, a_from_b);
    const FeaturePair start = VClipRules::make_start(a, b, io_cache);
    const ClosestFeatures result = FeatureWalk<VClipRules>(a, b, a_from_b, start).run(trace);
    io_cache = result.features;
    return result;
}

template ClosestFeatures v_clip(const Polytope&, const Polytope&, const Pose&, FeaturePair&, NoTrace&);
template ClosestFeatures v_clip(const Polytope&, const Polytope&, const Pose&, FeaturePair&, VisitRecorder&);

ClosestFeatures v_clip(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache) {
    NoTrace trace;
    return v_clip(a, b, a_from_b, io_cache, trace);
}

void v_clip_many(std::span<ClosestQuery> io_queries) {
    walk_many<VClipRules>(io_queries);
}

} // namespace boxwood
