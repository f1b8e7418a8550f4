// What: the loop of every feature walk: takes steps until the features contain the closest points or the polytopes are
//     in contact. Detects cycles and then computes the result with a fallback.
// Frame: "own" and "other" are defined in local_frame_polytope.hpp; the result is in A's frame.
// Invariants: a walk ends within 2 (features of A + features of B) steps. A step depends only on the feature pair. A
//     walk of more than kLongWalk steps leaps once: GJK finds vertices near the closest points, and the walk
//     continues there. The number of steps therefore grows with the logarithm of the number of features, like the
//     iterations of GJK. Without the leap it would grow with the number of features on the path, for example around a
//     cylinder of many sectors.
// Degenerate input: if a feature pair recurs and the rules have no other start (try_rescue), or if the walk reaches the
//     limit of steps, GJK computes the result, with is_fallback; if that result fails the optimality certificate, every
//     pair of features is compared. If a walk ends at a distance of less than kNearlyTouching times rounding_scale(),
//     GJK checks it; if GJK finds a shorter distance, its result is returned, with is_fallback.
// Source: [Lin 1993], [Mirtich 1998].
// Departs from the source: the leap. The papers bound the number of neighbors of a feature and thus the cost of a
//     step, but not the number of steps.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/narrow_phase/closest_features.hpp"
#include "collision/narrow_phase/contacts/contact.hpp"
#include "collision/narrow_phase/walk/leap.hpp"
#include "collision/narrow_phase/walk/walk_steps.hpp"

#include <cstddef>
#include <limits>
#include <utility>

namespace boxwood {

inline std::size_t count_features(const Polytope& p) {
    return p.positions().size() + p.edges().size() + p.faces().size();
}

// Returns the feature itself, or vertex 0 if the polytope has no such feature.
inline Feature usable_feature(const Polytope& polytope, Feature feature) {
    const std::size_t counts[] = {polytope.positions().size(), polytope.edges().size(),
                                  polytope.faces().size()};
    const auto kind = static_cast<std::size_t>(feature.kind);
    return kind < 3 && feature.index < counts[kind] ? feature : Feature{};
}

// Brent's cycle detection: compares each pair with a saved pair, which is replaced after 1, 2, 4, ... steps. A pair
// that occurs twice recurs forever, since a step depends only on the pair.
class CycleDetector {
  public:
    explicit CycleDetector(const FeaturePair& start)
        : saved_(start) {}

    bool detect_return(const FeaturePair& pair) {
        if (pair == saved_) return true;
        if (--remaining_ == 0) {
            saved_ = pair;
            period_ *= 2;
            remaining_ = period_;
        }
        return false;
    }

  private:
    FeaturePair saved_;
    std::uint32_t period_ = 1, remaining_ = 1;
};

// The two polytopes, each with the map to the frame of the other, and the scale of rounding.
struct FeatureWalkInput {
    LocalFramePolytope a, b;
    const Pose& a_from_b;
    double scale;       // rounding_scale()
    double error_bound; // rounding of one position

    FeatureWalkInput(const Polytope& polytope_a, const Polytope& polytope_b, const Pose& pose)
        : a(side_of_a(polytope_a, pose))
        , b(side_of_b(polytope_b, pose))
        , a_from_b(pose)
        , scale(rounding_scale(polytope_a, polytope_b, pose))
        , error_bound(4.0 * std::numeric_limits<double>::epsilon() * scale) {}
};

// Distances below this fraction of rounding_scale() are checked with GJK. At such distances the direction between the
// witnesses has an error of at least 1e-11. If the slopes of many faces differ by no more than that error, rounding
// hides the descent and a walk stops too early.
inline constexpr double kNearlyTouching = 1.0 / (1 << 15);

// Completes a result whose distance can be zero: checks the result with GJK, or reports a contact as touching or
// penetrating.
void conclude_near(const FeatureWalkInput& input, bool is_own_b, const walk_detail::Step& step,
                   double tolerance, ClosestFeatures& io_result);

// Returns the result that follows from the last step.
inline ClosestFeatures conclude_walk(const FeatureWalkInput& input, const FeaturePair& features,
                                     bool is_own_b, const walk_detail::Step& step) {
    ClosestFeatures result;
    result.features = features;
    result.point_on_a_a = is_own_b ? step.on_other_other : input.a_from_b * step.on_own_other;
    result.point_on_b_a = is_own_b ? step.on_own_other : input.a_from_b * step.on_other_other;
    result.distance = glm::distance(step.on_own_other, step.on_other_other);
    const double tolerance = touching_distance(input.a.polytope, input.b.polytope, input.scale);
    if (step.outcome != walk_detail::Outcome::closest ||
        !(result.distance > tolerance && result.distance >= kNearlyTouching * input.scale))
        conclude_near(input, is_own_b, step, tolerance, result);
    return result;
}

// Number of steps before a leap. Walks between small polytopes and walks that start at the features of the last frame
// are shorter.
inline constexpr std::uint32_t kLongWalk = 32;

// Computes the result of a walk that does not end; the caller sets the iterations.
ClosestFeatures answer_by_fallback(const FeatureWalkInput& input, const FeaturePair& features);

// Rules defines how to step and how to leave a local minimum:
//   static Step take_step(own, io_own, other, io_other, error_bound)
//     own has the feature of lower dimension. If the dimensions are equal, own is B.
//   static bool try_escape(own, io_own, other, io_other, io_step, visit)
//     if own is inside other, returns false; otherwise moves to features where the walk can continue and returns true.
//     It can call visit(plane) before each move.
//   static bool try_rescue(input, io_features)
//     after a cycle, moves to another start and returns true if there is one. It is called at most once per query.
template <class Rules>
class FeatureWalk {
  public:
    FeatureWalk(const Polytope& a, const Polytope& b, const Pose& a_from_b, const FeaturePair& start)
        : input_(a, b, a_from_b)
        , features_(start)
        , cycle_detector_(start)
        , max_iterations_(2 * (count_features(a) + count_features(b))) {}

    template <TracePolicy Trace>
    ClosestFeatures run(Trace& io_trace) {
        while (!advance(io_trace)) {
        }
        return result_;
    }

    // Takes one step; returns true if result() is final.
    template <TracePolicy Trace>
    bool advance(Trace& io_trace) {
        using walk_detail::Outcome;
        if (iterations_ >= kLongWalk && !has_leapt_) leap(io_trace);
        const FeaturePair before = features_;
        walk_detail::Step step = take_step();
        const std::uint32_t iteration = iterations_;
        const bool is_escape = step.outcome == Outcome::local_minimum && try_escape(step, io_trace);
        const bool is_recorded = is_escape && iterations_ > iteration; // try_escape() has recorded its visits
        const bool is_cycle = step.outcome == Outcome::moved && cycle_detector_.detect_return(features_);
        const bool is_rescue = is_cycle && !is_rescued_ && Rules::try_rescue(input_, features_);
        if (!is_recorded) {
            if constexpr (Trace::kActive)
                record_feature_step(io_trace, iterations_ > iteration ? features_ : before, iterations_,
                                    step.plane, is_escape || is_rescue);
            ++iterations_;
        }
        if (is_rescue) {
            is_rescued_ = true;
            cycle_detector_ = CycleDetector(features_);
        }
        if (step.outcome != Outcome::moved)
            result_ = conclude_walk(input_, features_, is_own_b_, step);
        else if ((is_cycle && !is_rescue) || iterations_ >= max_iterations_)
            result_ = answer_by_fallback(input_, features_);
        else
            return false;
        result_.iterations = iterations_;
        return true;
    }

    const FeaturePair& features() const { return features_; } // the current features
    const ClosestFeatures& result() const { return result_; }

  private:
    template <TracePolicy Trace>
    void leap(Trace& io_trace) {
        has_leapt_ = true;
        if constexpr (Trace::kActive) record_feature_step(io_trace, features_, iterations_, -1, true);
        ++iterations_;
        features_ = walk_detail::leap_from(features_, input_.a.polytope, input_.b.polytope, input_.a_from_b,
                                           iterations_, io_trace);
        cycle_detector_ = CycleDetector(features_);
    }

    walk_detail::Step take_step() {
        is_own_b_ = features_.b.kind <= features_.a.kind;
        if (is_own_b_)
            return Rules::take_step(input_.b, features_.b, input_.a, features_.a, input_.error_bound);
        return Rules::take_step(input_.a, features_.a, input_.b, features_.b, input_.error_bound);
    }

    template <TracePolicy Trace>
    bool try_escape(walk_detail::Step& io_step, Trace& io_trace) {
        const auto visit = [&](int plane) {
            if constexpr (Trace::kActive) record_feature_step(io_trace, features_, iterations_, plane, true);
            ++iterations_;
        };
        const bool is_outside =
            is_own_b_ ? Rules::try_escape(input_.b, features_.b, input_.a, features_.a, io_step, visit)
                      : Rules::try_escape(input_.a, features_.a, input_.b, features_.b, io_step, visit);
        if (is_outside) io_step.outcome = walk_detail::Outcome::moved;
        return is_outside;
    }

    FeatureWalkInput input_;
    FeaturePair features_;
    CycleDetector cycle_detector_;
    bool is_rescued_ = false, has_leapt_ = false;
    bool is_own_b_ = true; // true if B was "own" in the last step
    std::uint32_t iterations_ = 0;
    std::size_t max_iterations_;
    ClosestFeatures result_;
};

} // namespace boxwood
