#include "collision/narrow_phase/gjk.hpp"

#include "collision/narrow_phase/closest_query.hpp"
#include "collision/narrow_phase/contacts/contact.hpp"
#include "collision/narrow_phase/exhaustive.hpp"
#include "collision/narrow_phase/simplex_distance.hpp"
#include "collision/narrow_phase/support_table.hpp"
#include "collision/narrow_phase/walk/feature_points.hpp"
#include "collision/narrow_phase/walk/feature_walk.hpp"

#include <cmath>
#include <limits>

namespace boxwood {
namespace {

using gjk_detail::Weights;

// A point of the Minkowski difference: vertex a of A minus vertex b of B.
struct VertexPair {
    std::uint32_t a = 0, b = 0;
    friend bool operator==(const VertexPair&, const VertexPair&) = default;
};

class Descent {
  public:
    Descent(const Polytope& a, const Polytope& b, const Pose& a_from_b)
        : a_(a)
        , b_(b)
        , a_from_b_(a_from_b)
        , scale_(a.extent() + b.extent() + glm::length(a_from_b.origin))
        , tolerance_(touching_distance(a, b, a_from_b)) {}

    template <TracePolicy Trace>
    ClosestFeatures run(const FeaturePair& start, Trace& io_trace) {
        begin_at(start);
        features_ = start;
        double last_squared = std::numeric_limits<double>::infinity();
        while (result_.iterations < kMaxIterations) {
            reduce();
            const bool has_features = weights_.count < 4 && find_features();
            if constexpr (Trace::kActive)
                record_feature_step(io_trace, features_, result_.iterations, -1, true);
            ++result_.iterations;
            if (weights_.count == 4 || std::sqrt(weights_.squared) <= tolerance_) return conclude_contact();
            const glm::dvec3 direction_to_origin = -weights_.nearest;
            const VertexPair support = find_support(direction_to_origin);
            const double progress = glm::dot(direction_to_origin, point(support) - weights_.nearest);
            if (progress > kRounding * scale_ * std::sqrt(weights_.squared) && !is_in_simplex(support) &&
                weights_.squared < last_squared) {
                last_squared = weights_.squared;
                add(support);
                continue;
            }
            // Rounding prevents further progress along this direction. The direction computed from the features can
            // be more accurate.
            if (!has_features) break;
            const PointPair points = refine_witnesses();
            const glm::dvec3 difference = points.on_b_a - points.on_a_a;
            const double distance = glm::length(difference);
            if (distance <= tolerance_) return conclude_contact();
            const VertexPair farther = find_support(difference / distance);
            const double separation = -glm::dot(difference / distance, point(farther));
            if (is_certainly_optimal(distance, separation)) return conclude({features_, points, distance});
            consider(points, distance, separation);
            if (is_in_simplex(farther) || ++repairs_ > kMaxRepairs) break;
            last_squared = std::numeric_limits<double>::infinity();
            add(farther);
        }
        return best_.distance - lower_bound_ <= error_bound_at(best_.distance) ? conclude(best_)
                                                                               : fall_back();
    }

  private:
    static constexpr std::uint32_t kMaxIterations = 1000;
    static constexpr int kMaxRepairs = 8;
    static constexpr double kMaxRelativeGap = 1e-10; // relative to distance; larger gaps continue the search
    // Rounding of a scalar product of positions, relative to the lengths that enter it.
    static constexpr double kRounding = 8.0 * std::numeric_limits<double>::epsilon();

    glm::dvec3 point_a(std::uint32_t v) const { return glm::dvec3(a_.positions()[v]); }
    glm::dvec3 point_b_a(std::uint32_t v) const { return a_from_b_ * glm::dvec3(b_.positions()[v]); }
    glm::dvec3 point(const VertexPair& pair) const { return point_a(pair.a) - point_b_a(pair.b); }

    void add(const VertexPair& pair) {
        pairs_[static_cast<std::size_t>(count_)] = pair;
        points_[static_cast<std::size_t>(count_)] = point(pair);
        ++count_;
    }
    bool is_in_simplex(const VertexPair& pair) const {
        return std::find(pairs_.begin(), pairs_.begin() + count_, pair) != pairs_.begin() + count_;
    }

    // Starts with all vertex pairs of two edges, or with up to three pairs of other features.
    void begin_at(const FeaturePair& start) {
        const SmallFeature at_a = vertices_of(a_, start.a), at_b = vertices_of(b_, start.b);
        for (int k = 0; k < std::max(at_a.count, at_b.count); ++k)
            add({at_a.index[static_cast<std::size_t>(k % at_a.count)],
                 at_b.index[static_cast<std::size_t>(k % at_b.count)]});
        if (at_a.count == 2 && at_b.count == 2) {
            add({at_a.index[0], at_b.index[1]});
            add({at_a.index[1], at_b.index[0]});
        }
        last_support_ = pairs_[0];
    }

    void reduce() {
        weights_ = gjk_detail::weigh_simplex(points_.data(), count_);
        for (std::size_t k = 0; k < static_cast<std::size_t>(weights_.count); ++k) {
            pairs_[k] = pairs_[static_cast<std::size_t>(weights_.index[k])];
            points_[k] = points_[static_cast<std::size_t>(weights_.index[k])];
        }
        count_ = weights_.count;
    }

    // The vertex pair whose difference is farthest along a direction in A's frame.
    VertexPair find_support(const glm::dvec3& direction_a) {
        last_support_ = {climb_to_support(a_, direction_a, last_support_.a),
                         climb_to_support(b_, -(direction_a * a_from_b_.linear), last_support_.b)};
        return last_support_;
    }

    // Returns false and keeps the previous features if the vertices of the simplex span no feature of A or B.
    bool find_features() {
        std::array<std::uint32_t, 4> at_a{}, at_b{};
        std::size_t count_a = 0, count_b = 0;
        const auto insert = [](std::array<std::uint32_t, 4>& io_list, std::size_t& io_count,
                               std::uint32_t v) {
            for (std::size_t k = 0; k < io_count; ++k)
                if (io_list[k] == v) return;
            io_list[io_count++] = v;
        };
        for (std::size_t k = 0; k < static_cast<std::size_t>(count_); ++k) {
            insert(at_a, count_a, pairs_[k].a);
            insert(at_b, count_b, pairs_[k].b);
        }
        const std::optional<Feature> f_a = find_feature_of(a_, {at_a.data(), count_a});
        const std::optional<Feature> f_b = find_feature_of(b_, {at_b.data(), count_b});
        if (!f_a || !f_b) return false;
        features_ = {*f_a, *f_b};
        return true;
    }

    PointPair witnesses() const {
        PointPair sum;
        for (std::size_t k = 0; k < static_cast<std::size_t>(weights_.count); ++k) {
            sum.on_a_a += weights_.weight[k] * point_a(pairs_[k].a);
            sum.on_b_a += weights_.weight[k] * point_b_a(pairs_[k].b);
        }
        return sum;
    }

    // Points computed from the features are more accurate than points computed from the weights of a flat simplex. If
    // the features are larger than needed (a face instead of its diagonal), the points can lie outside the features.
    // In that case the points computed from the weights are used.
    PointPair refine_witnesses() const {
        const PointPair raw = witnesses();
        const PointPair refined = find_points_of(a_, b_, a_from_b_, features_, raw);
        const glm::dvec3 on_b_b = (refined.on_b_a - a_from_b_.origin) * a_from_b_.linear;
        return is_over(a_, features_.a, refined.on_a_a) && is_over(b_, features_.b, on_b_b) ? refined : raw;
    }

    bool is_over(const Polytope& polytope, Feature feature, const glm::dvec3& x_own) const {
        if (feature.kind != FeatureKind::face) return true;
        for (const Polytope::SidePlane& side : polytope.face_sides(feature.index))
            if (glm::dot(side.normal, x_own) - side.offset > kRounding * scale_) return false;
        return true;
    }

    struct Answer {
        FeaturePair features;
        PointPair points;
        double distance;
    };

    // `separation` is the gap between the polytopes along the difference of the points. It is a lower bound on their
    // distance.
    void consider(const PointPair& points, double distance, double separation) {
        lower_bound_ = std::fmax(lower_bound_, separation);
        if (distance < best_.distance) best_ = {features_, points, distance};
    }
    // How far a distance can exceed the lower bound due to rounding of its direction or due to dents (reflex()). As
    // long as the search can continue, a result is accepted only if this excess is also at most kMaxRelativeGap times
    // its distance plus the dents, or within the rounding of positions.
    double error_bound_at(double distance) const {
        return kRounding * scale_ * (1.0 + scale_ / distance) + a_.reflex() + b_.reflex();
    }
    bool is_certainly_optimal(double distance, double separation) const {
        const double gap = distance - separation;
        if (gap <= kRounding * scale_) return true;
        return gap <= error_bound_at(distance) &&
               gap <= kMaxRelativeGap * distance + a_.reflex() + b_.reflex();
    }

    ClosestFeatures conclude(const Answer& answer) {
        result_.features = answer.features;
        result_.point_on_a_a = answer.points.on_a_a;
        result_.point_on_b_a = answer.points.on_b_a;
        result_.distance = answer.distance;
        return result_;
    }

    // The witnesses lie inside the polytopes by construction, so coincident witnesses prove a contact.
    ClosestFeatures conclude_contact() {
        const PointPair points = witnesses();
        if (glm::distance(points.on_a_a, points.on_b_a) > tolerance_) return fall_back();
        result_.features = features_;
        result_.point_on_a_a = points.on_a_a;
        result_.point_on_b_a = points.on_b_a;
        result_.status =
            is_deep(a_, points.on_a_a, pairs_[0].a) &&
                    is_deep(b_, (points.on_b_a - a_from_b_.origin) * a_from_b_.linear, pairs_[0].b)
                ? ContactStatus::penetrating
                : classify_contact(a_, b_, a_from_b_, points.on_a_a, tolerance_);
        return result_;
    }

    bool is_deep(const Polytope& polytope, const glm::dvec3& x_own, std::uint32_t near_vertex) const {
        const std::uint32_t start = polytope.edges()[polytope.vertex_edges(near_vertex)[0]].left;
        return find_least_depth(polytope, x_own, climb_to_face_over(polytope, x_own, start)) > tolerance_;
    }

    ClosestFeatures fall_back() {
        ClosestFeatures result = closest_exhaustive(a_, b_, a_from_b_, features_);
        // Faces that are planar only within flatness() are replaced by their planes. This adds an error of up to
        // flatness() to the witnesses.
        BOXWOOD_ASSERT(result.status != ContactStatus::disjoint || a_.flatness() + b_.flatness() > 0.0 ||
                       are_closest_points(a_, b_, a_from_b_, result.point_on_a_a, result.point_on_b_a));
        result.iterations = result_.iterations;
        result.is_fallback = true;
        return result;
    }

    const Polytope &a_, &b_;
    const Pose& a_from_b_;
    double scale_ = 0.0, tolerance_ = 0.0;
    std::array<VertexPair, 4> pairs_{};
    std::array<glm::dvec3, 4> points_{};
    int count_ = 0, repairs_ = 0;
    Weights weights_;
    VertexPair last_support_;
    FeaturePair features_;
    Answer best_{{}, {}, std::numeric_limits<double>::infinity()}; // nearest points of features so far
    double lower_bound_ = -std::numeric_limits<double>::infinity();
    ClosestFeatures result_;
};

} // namespace

template <TracePolicy Trace>
ClosestFeatures gjk(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache,
                    Trace& io_trace) {
    require_query(a, b, a_from_b);
    const FeaturePair start{usable_feature(a, io_cache.a), usable_feature(b, io_cache.b)};
    const ClosestFeatures result = Descent(a, b, a_from_b).run(start, io_trace);
    io_cache = result.features;
    return result;
}

template ClosestFeatures gjk(const Polytope&, const Polytope&, const Pose&, FeaturePair&, NoTrace&);
template ClosestFeatures gjk(const Polytope&, const Polytope&, const Pose&, FeaturePair&, VisitRecorder&);

ClosestFeatures gjk(const Polytope& a, const Polytope& b, const Pose& a_from_b, FeaturePair& io_cache) {
    NoTrace trace;
    return gjk(a, b, a_from_b, io_cache, trace);
}

} // namespace boxwood
