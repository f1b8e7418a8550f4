#include "collision/narrow_phase/v_clip.hpp"

#include "collision/narrow_phase/contact.hpp"
#include "collision/narrow_phase/exhaustive.hpp"
#include "collision/narrow_phase/v_clip_steps.hpp"

#include <algorithm>
#include <limits>

namespace boxwood {
namespace {

using namespace v_clip_detail;

std::size_t count_features(const Polytope& p) {
    return p.positions().size() + p.edges().size() + p.faces().size();
}

Feature checked(const Polytope& polytope, Feature feature) {
    const std::size_t counts[] = {polytope.positions().size(), polytope.edges().size(),
                                  polytope.faces().size()};
    const auto kind = static_cast<std::size_t>(feature.kind);
    return kind < 3 && feature.index < counts[kind] ? feature : Feature{};
}

// Where a walk may start: two faces are no state of it.
FeaturePair start_of(const Polytope& a, const Polytope& b, const FeaturePair& cache) {
    FeaturePair start{checked(a, cache.a), checked(b, cache.b)};
    if (start.a.kind == FeatureKind::face && start.b.kind == FeatureKind::face)
        start.a = vertex_of(a.face_vertices(start.a.index)[0]);
    return start;
}

// Brent's: the pair is compared with one that is renewed after 1, 2, 4, ... steps. A step depends on the pair
// only, so a pair that comes back comes back for ever.
class CycleGuard {
  public:
    bool has_returned(const FeaturePair& pair) {
        if (pair == kept_) return true;
        if (--remaining_ == 0) {
            kept_ = pair;
            period_ *= 2;
            remaining_ = period_;
        }
        return false;
    }
    explicit CycleGuard(const FeaturePair& start)
        : kept_(start) {}

  private:
    FeaturePair kept_;
    std::uint32_t period_ = 1, remaining_ = 1;
};

class Walk {
  public:
    Walk(const Polytope& a, const Polytope& b, const Pose& a_from_b, const FeaturePair& start)
        : a_(side_of_a(a, a_from_b))
        , b_(side_of_b(b, a_from_b))
        , a_from_b_(a_from_b)
        , slack_(kSlack * (a.extent() + b.extent() + glm::length(a_from_b.origin)))
        , features_(start) {}

    // Until the features are the closest, the polytopes meet, or a pair returns (outcome moved).
    template <TracePolicy Trace>
    ClosestFeatures run(Trace& trace) {
        CycleGuard guard(features_);
        const std::size_t most = 2 * (count_features(a_.polytope) + count_features(b_.polytope));
        ClosestFeatures result;
        while (result.iterations < most) {
            const FeaturePair before = features_;
            bool is_escape = false;
            Step step = take_step();
            if (step.outcome == Outcome::local_minimum) is_escape = try_escape(step);
            if constexpr (Trace::kActive)
                record_feature_step(trace, before, result.iterations, step.plane, is_escape);
            ++result.iterations;
            if (step.outcome != Outcome::moved) return conclude(step, result.iterations);
            if (guard.has_returned(features_)) break;
        }
        return fall_back(result.iterations);
    }

  private:
    // Rounding of one position, as a fraction of the lengths that enter it.
    static constexpr double kSlack = 4.0 * std::numeric_limits<double>::epsilon();

    Step take_step() {
        using enum FeatureKind;
        Feature &f_a = features_.a, &f_b = features_.b;
        is_own_b_ = f_b.kind <= f_a.kind;
        const RigidSide& own = is_own_b_ ? b_ : a_;
        const RigidSide& other = is_own_b_ ? a_ : b_;
        Feature& io_own = is_own_b_ ? f_b : f_a;
        Feature& io_other = is_own_b_ ? f_a : f_b;
        if (io_own.kind == vertex) {
            if (io_other.kind == face) return step_vertex_face(own, io_own, other, io_other);
            if (io_other.kind == edge) return step_vertex_edge(own, io_own, other, io_other, slack_);
            return step_vertex_vertex(own, io_own, other, io_other, slack_);
        }
        if (io_other.kind == edge) return step_edge_edge(own, io_own, other, io_other, slack_);
        return step_edge_face(own, io_own, other, io_other);
    }

    // From a vertex below a face to the face over it; false, and the vertex is inside, if it is below that
    // too.
    bool try_escape(Step& io_step) {
        const Polytope& polytope = is_own_b_ ? a_.polytope : b_.polytope;
        Feature& face = is_own_b_ ? features_.a : features_.b;
        face.index = climb_to_face_over(polytope, io_step.on_own_other, face.index);
        const Polytope::Face& over = polytope.faces()[face.index];
        const double height = glm::dot(over.normal, io_step.on_own_other) - over.offset;
        if (height > 0.0) {
            io_step.outcome = Outcome::moved;
            return true;
        }
        io_step.on_other_other = io_step.below_other = io_step.on_own_other;
        return false;
    }

    ClosestFeatures conclude(const Step& step, std::uint32_t iterations) const {
        ClosestFeatures result;
        result.features = features_;
        result.iterations = iterations;
        result.point_on_a_a = is_own_b_ ? step.on_other_other : a_from_b_ * step.on_own_other;
        result.point_on_b_a = is_own_b_ ? step.on_own_other : a_from_b_ * step.on_other_other;
        result.distance = glm::distance(step.on_own_other, step.on_other_other);
        const double tolerance = touching_distance(a_.polytope, b_.polytope, a_from_b_);
        if (step.outcome == Outcome::closest && result.distance > tolerance) return result;
        result.distance = 0.0;
        result.status =
            is_deeper_than(tolerance, step)
                ? ContactStatus::penetrating
                : classify_contact(a_.polytope, b_.polytope, a_from_b_, result.point_on_a_a, tolerance);
        return result;
    }

    // Whether a point of own is certainly inside other: the end of what is below the face, or one nearer to it.
    bool is_deeper_than(double depth, const Step& step) const {
        if (step.outcome == Outcome::closest) return false;
        const Polytope& polytope = is_own_b_ ? a_.polytope : b_.polytope;
        std::uint32_t face = is_own_b_ ? features_.a.index : features_.b.index;
        for (double part = 1.0; part > 1e-4; part *= 0.25) {
            const glm::dvec3 x_other = step.on_own_other + part * (step.below_other - step.on_own_other);
            face = climb_to_face_over(polytope, x_other, face);
            if (find_least_depth(polytope, x_other, face) > depth) return true;
        }
        return false;
    }

    ClosestFeatures fall_back(std::uint32_t iterations) {
        ClosestFeatures result = closest_exhaustive(a_.polytope, b_.polytope, a_from_b_, features_);
        BOXWOOD_ASSERT(result.status != ContactStatus::disjoint ||
                       are_closest_points(a_.polytope, b_.polytope, a_from_b_, result.point_on_a_a,
                                          result.point_on_b_a));
        result.iterations = iterations;
        result.is_fallback = true;
        return result;
    }

    RigidSide a_, b_;
    const Pose& a_from_b_;
    double slack_ = 0.0;
    FeaturePair features_;
    bool is_own_b_ = true; // which side was "own" in the last step
};

} // namespace

template <TracePolicy Trace>
ClosestFeatures v_clip(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache,
                       Trace& trace) {
    BOXWOOD_ASSERT(is_rigid(a_from_b));
    const ClosestFeatures result = Walk(a, b, a_from_b, start_of(a, b, io_cache)).run(trace);
    io_cache = result.features;
    return result;
}

template ClosestFeatures v_clip(const Polytope&, const Polytope&, const Pose&, FeaturePair&, NoTrace&);
template ClosestFeatures v_clip(const Polytope&, const Polytope&, const Pose&, FeaturePair&, VisitRecorder&);

ClosestFeatures v_clip(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache) {
    NoTrace trace;
    return v_clip(a, b, a_from_b, io_cache, trace);
}

} // namespace boxwood
