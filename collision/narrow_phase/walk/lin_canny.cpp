#include "collision/narrow_phase/walk/lin_canny.hpp"

#include "collision/narrow_phase/walk/face_pair.hpp"
#include "collision/narrow_phase/walk/feature_points.hpp"
#include "collision/narrow_phase/walk/interior_regions.hpp"
#include "collision/narrow_phase/walk/walk_many.hpp"

#include <cmath>
#include <limits>

namespace boxwood {
namespace {

using namespace walk_detail;

Step step_vertex_over_face(const LocalFramePolytope& own, Feature& io_vertex, const LocalFramePolytope& other,
                           Feature& io_face) {
    const Polytope::Face& face = other.polytope.faces()[io_face.index];
    const glm::dvec3 x_other = own.to_other(own.point(io_vertex.index));
    const auto sides = other.polytope.face_sides(io_face.index);
    int beyond = -1;
    double farthest = 0.0;
    for (std::size_t k = 0; k < sides.size(); ++k) {
        const double excess = glm::dot(sides[k].normal, x_other) - sides[k].offset;
        if (excess <= farthest) continue;
        farthest = excess;
        beyond = static_cast<int>(k);
    }
    if (beyond >= 0) return step_to_side(other.polytope, io_face, beyond);
    const double height = glm::dot(face.normal, x_other) - face.offset;
    Step step = closest(x_other, x_other - height * face.normal);
    if (height < 0.0) {
        step.outcome = Outcome::local_minimum;
        return step;
    }
    const EdgeAlong lowest = find_edge_along(own.polytope, io_vertex.index, -own.rotate_to_own(face.normal));
    if (lowest.component > kLevelSlope) return step_to_edge(own.polytope, io_vertex, lowest.position);
    if (lowest.component < -kLevelSlope) return step;
    // The edge is level: step to it if a section of it lies over the face.
    const std::uint32_t end =
        own.polytope.vertex_neighbors(io_vertex.index)[static_cast<std::size_t>(lowest.position)];
    const ClippedEdge part = clip(sides, x_other, own.to_other(own.point(end)));
    if (part.is_empty || !(part.upper > part.lower)) return step;
    return step_to_edge(own.polytope, io_vertex, lowest.position);
}

// For an edge that is over the face and parallel to it. The edge is closest unless an adjacent face is level or leads
// farther down.
Step step_level_edge(const Polytope::Edge& edge, Feature& io_edge, const glm::dvec3& normal_own,
                     const glm::dvec3& middle_other, double height, const glm::dvec3& normal_other) {
    const double left = glm::dot(normal_own, edge.out_of_left),
                 right = glm::dot(normal_own, edge.out_of_right);
    if (std::fmax(left, right) >= -kLevelSlope)
        return step_from_edge(edge, io_edge, left > right ? kLeft : kRight);
    return closest(middle_other, middle_other - height * normal_other);
}

Step step_edge_over_face(const LocalFramePolytope& own, Feature& io_edge, const LocalFramePolytope& other,
                         Feature& io_face) {
    const Polytope::Edge& edge = own.polytope.edges()[io_edge.index];
    const Polytope::Face& face = other.polytope.faces()[io_face.index];
    const glm::dvec3 tail = own.to_other(own.tail(edge)), head = own.to_other(own.head(edge));
    const ClippedEdge part = clip(other.polytope.face_sides(io_face.index), tail, head);
    const Segment segment{tail, own.rotate_to_other(edge.direction), edge.length};
    if (part.is_empty)
        return step_to_side(other.polytope, io_face,
                            find_nearest_side(other.polytope, io_face.index, segment, part.excluding));
    const double at_tail = glm::dot(face.normal, tail) - face.offset;
    const double at_head = glm::dot(face.normal, head) - face.offset;
    const double rise = at_head - at_tail;
    const double lower = part.side_lower < 0 ? at_tail : at_tail + part.lower * rise;
    const double upper = part.side_upper < 0 ? at_head : at_tail + part.upper * rise;
    if (std::fmin(lower, upper) < 0.0 && std::fmax(lower, upper) >= 0.0)
        return crossing(segment, at_tail / -rise, lower < 0.0 ? part.lower : part.upper);
    if (lower < 0.0) {
        Step step;
        step.outcome = Outcome::local_minimum;
        return step;
    }
    const glm::dvec3 normal_own = own.rotate_to_own(face.normal);
    const double slope = glm::dot(normal_own, edge.direction);
    if (std::fabs(slope) <= kLevelSlope) {
        const glm::dvec3 middle = segment.at(0.5 * (part.lower + part.upper) * edge.length);
        return step_level_edge(edge, io_edge, normal_own, middle, glm::dot(face.normal, middle) - face.offset,
                               face.normal);
    }
    const int side = slope > 0.0 ? part.side_lower : part.side_upper;
    if (side >= 0) return step_to_side(other.polytope, io_face, side);
    return step_from_edge(edge, io_edge, slope > 0.0 ? kTail : kHead);
}

std::uint32_t scan_for_nearest_edge(const Polytope& polytope, const Segment& segment) {
    std::uint32_t nearest = 0;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::uint32_t e = 0; e < polytope.edges().size(); ++e) {
        const Polytope::Edge& edge = polytope.edges()[e];
        const SegmentPair pair = closest_points(
            segment, {glm::dvec3(polytope.positions()[edge.tail]), edge.direction, edge.length});
        const glm::dvec3 gap = pair.on_p - pair.on_q;
        if (glm::dot(gap, gap) >= smallest) continue;
        smallest = glm::dot(gap, gap);
        nearest = e;
    }
    return nearest;
}

struct LinCannyRules {
    static FeaturePair make_start(const Polytope& a, const Polytope& b, const FeaturePair& cache) {
        return {usable_feature(a, cache.a), usable_feature(b, cache.b)};
    }

    static Step take_step(const LocalFramePolytope& own, Feature& io_own, const LocalFramePolytope& other,
                          Feature& io_other, double error_bound) {
        using enum FeatureKind;
        switch (io_own.kind) {
        case vertex:
            if (io_other.kind == face) return step_vertex_over_face(own, io_own, other, io_other);
            if (io_other.kind == edge) return step_vertex_edge(own, io_own, other, io_other, error_bound);
            return step_vertex_vertex(own, io_own, other, io_other, error_bound);
        case edge:
            if (io_other.kind == edge) return step_edge_edge(own, io_own, other, io_other, error_bound);
            return step_edge_over_face(own, io_own, other, io_other);
        default:
            return step_face_face(own, io_own, other, io_other, error_bound);
        }
    }

    template <class Visit>
    static bool try_escape(const LocalFramePolytope& own, Feature& io_own, const LocalFramePolytope& other,
                           Feature& io_face, Step& io_step, Visit&& visit) {
        if (io_own.kind == FeatureKind::edge)
            return try_escape_edge(own, io_own, other, io_face, io_step, visit);
        const InteriorRegion region = find_interior_region(other.polytope, io_step.on_own_other,
                                                           io_face.index, [&](std::uint32_t face, int plane) {
                                                               io_face = face_of(face);
                                                               visit(plane);
                                                           });
        io_face = face_of(region.face);
        if (!region.is_inside) return true;
        io_step.on_other_other = io_step.below_other = io_step.on_own_other;
        return false;
    }

    // For an edge behind a face. Tests all planes. This finds a section of the edge inside, or a face with the entire
    // edge above its plane. If the edge is outside but not entirely above any plane, the nearest feature must be an
    // edge.
    template <class Visit>
    static bool try_escape_edge(const LocalFramePolytope& own, const Feature& own_edge,
                                const LocalFramePolytope& other, Feature& io_face, Step& io_step,
                                Visit&& visit) {
        const Polytope::Edge& edge = own.polytope.edges()[own_edge.index];
        const glm::dvec3 tail = own.to_other(own.tail(edge)), head = own.to_other(own.head(edge));
        const EdgeInside part = clip_to_inside(other.polytope, tail, head);
        if (part.lower <= part.upper) {
            io_step.on_own_other = tail + 0.5 * (part.lower + part.upper) * (head - tail);
            io_step.on_other_other = io_step.below_other = io_step.on_own_other;
            return false;
        }
        visit(-1);
        io_face = part.face_over != kNone
                      ? face_of(part.face_over)
                      : edge_of(scan_for_nearest_edge(other.polytope, segment_of(own, own_edge.index)));
        return true;
    }

    // After a cycle, restarts at a vertex of B's current feature. The start face of A is the face for which this
    // vertex is highest above the plane.
    static bool try_rescue(const FeatureWalkInput& input, FeaturePair& io_features) {
        const Polytope& b = input.b.polytope;
        const std::uint32_t v = io_features.b.kind == FeatureKind::vertex ? io_features.b.index
                                : io_features.b.kind == FeatureKind::edge
                                    ? b.edges()[io_features.b.index].tail
                                    : b.face_vertices(io_features.b.index)[0];
        const std::uint32_t f = scan_for_face_over(input.a.polytope, input.b.to_other(input.b.point(v)));
        io_features = {face_of(f), vertex_of(v)};
        return true;
    }
};

} // namespace

template <TracePolicy Trace>
ClosestFeatures lin_canny(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache,
                          Trace& io_trace) {
    require_query(a, b, a_from_b);
    const FeaturePair start = LinCannyRules::make_start(a, b, io_cache);
    const ClosestFeatures result = FeatureWalk<LinCannyRules>(a, b, a_from_b, start).run(io_trace);
    io_cache = result.features;
    return result;
}

template ClosestFeatures lin_canny(const Polytope&, const Polytope&, const Pose&, FeaturePair&, NoTrace&);
template ClosestFeatures lin_canny(const Polytope&, const Polytope&, const Pose&, FeaturePair&,
                                   VisitRecorder&);

ClosestFeatures lin_canny(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache) {
    NoTrace trace;
    return lin_canny(a, b, a_from_b, io_cache, trace);
}

void lin_canny_many(std::span<ClosestQuery> io_queries) {
    walk_many<LinCannyRules>(io_queries);
}

} // namespace boxwood
