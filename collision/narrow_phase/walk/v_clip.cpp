#include "collision/narrow_phase/walk/v_clip.hpp"

#include "collision/narrow_phase/contacts/contact.hpp"
#include "collision/narrow_phase/walk/v_clip_steps.hpp"
#include "collision/narrow_phase/walk/walk_many.hpp"

namespace boxwood {
namespace {

using namespace walk_detail;

struct VClipRules {
    // This walk has no face-face state.
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

    // Moves from a face that the vertex is below to the face over the vertex. Returns false if the vertex is below that
    // too, and thus inside.
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
