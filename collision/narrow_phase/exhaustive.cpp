#include "collision/narrow_phase/exhaustive.hpp"

#include "collision/narrow_phase/closest_query.hpp"
#include "collision/narrow_phase/contacts/contact.hpp"
#include "collision/narrow_phase/walk/walk_steps.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace boxwood {
namespace {

using namespace walk_detail;

class Search {
  public:
    Search(const Polytope& a, const Polytope& b, const Pose& a_from_b)
        : a_(side_of_a(a, a_from_b))
        , b_(side_of_b(b, a_from_b))
        , a_from_b_(a_from_b)
        , error_bound_(4.0 * std::numeric_limits<double>::epsilon() *
                       (a.extent() + b.extent() + glm::length(a_from_b.origin))) {}

    ClosestFeatures run() {
        search_edge_pairs();
        search_faces(a_, b_);
        if (!is_crossing_) search_faces(b_, a_);
        if (!is_crossing_) choose_among_ties();
        if (!is_crossing_) find_nested(a_, b_);
        if (!is_crossing_) find_nested(b_, a_);
        best_.distance = is_crossing_ ? 0.0 : smallest_;
        const double tolerance = touching_distance(a_.polytope, b_.polytope, a_from_b_);
        if (is_crossing_ || best_.distance <= tolerance) {
            best_.status =
                classify_contact(a_.polytope, b_.polytope, a_from_b_, best_.point_on_a_a, tolerance);
            best_.distance = 0.0;
        }
        return best_;
    }

  private:
    bool is_a(const LocalFramePolytope& side) const { return &side == &a_; }

    // Stores a pair that is nearer than all previous pairs, or tied with the nearest. The points are in the frame of
    // the polytope that is not `own`.
    void consider(const LocalFramePolytope& own, Feature on_own, Feature on_other,
                  const glm::dvec3& point_on_own_other, const glm::dvec3& point_on_other_other) {
        const double distance = glm::distance(point_on_own_other, point_on_other_other);
        if (distance > smallest_ + error_bound_) return;
        if (distance < smallest_ - error_bound_) ties_.clear();
        store(own, on_own, on_other, point_on_own_other, point_on_other_other);
        if (ties_.size() < kMaxTies) ties_.push_back(best_);
        if (distance < smallest_) nearest_ = best_;
        smallest_ = std::fmin(smallest_, distance);
    }

    // Among the pairs whose distances agree within rounding, chooses the pair with the largest separation along the
    // direction of its witnesses.
    void choose_among_ties() {
        const ClosestFeatures last = best_;
        best_ = nearest_;
        double widest = -std::numeric_limits<double>::infinity();
        for (const ClosestFeatures& tie : ties_) {
            const glm::dvec3 difference = tie.point_on_b_a - tie.point_on_a_a;
            const double length = glm::length(difference);
            if (ties_.size() == 1 || !(length > 0.0)) break;
            const double separation =
                find_separation(a_.polytope, b_.polytope, a_from_b_, difference / length);
            if (separation <= widest) continue;
            widest = separation;
            best_ = tie;
        }
        best_.iterations = last.iterations;
    }

    void store(const LocalFramePolytope& own, Feature on_own, Feature on_other,
               const glm::dvec3& point_on_own_other, const glm::dvec3& point_on_other_other) {
        best_.features = is_a(own) ? FeaturePair{on_own, on_other} : FeaturePair{on_other, on_own};
        best_.point_on_a_a = is_a(own) ? a_from_b_ * point_on_own_other : point_on_other_other;
        best_.point_on_b_a = is_a(own) ? a_from_b_ * point_on_other_other : point_on_own_other;
    }

    // Tests edges against edges, including their ends.
    void search_edge_pairs() {
        for (std::uint32_t i = 0; i < b_.polytope.edges().size(); ++i) {
            const Polytope::Edge& p = b_.polytope.edges()[i];
            const Segment segment_p{b_.to_other(b_.tail(p)), b_.rotate_to_other(p.direction), p.length};
            const glm::dvec3 middle_p = segment_p.at(0.5 * p.length);
            for (std::uint32_t j = 0; j < a_.polytope.edges().size(); ++j) {
                ++best_.iterations;
                const Polytope::Edge& q = a_.polytope.edges()[j];
                const Segment segment_q{a_.tail(q), q.direction, q.length};
                const glm::dvec3 between = middle_p - segment_q.at(0.5 * q.length);
                const double reach = smallest_ + error_bound_ + 0.5 * (p.length + q.length);
                if (glm::dot(between, between) > reach * reach) continue;
                const SegmentPair pair = closest_points(segment_p, segment_q);
                consider(b_, end_or_edge(p, i, pair.part_p), end_or_edge(q, j, pair.part_q), pair.on_p,
                         pair.on_q);
            }
        }
    }

    static Feature end_or_edge(const Polytope::Edge& edge, std::uint32_t index, SegmentPart part) {
        return part == SegmentPart::inner  ? edge_of(index)
               : part == SegmentPart::tail ? vertex_of(edge.tail)
                                           : vertex_of(edge.head);
    }

    // Tests vertices and edges of own against the faces of other.
    void search_faces(const LocalFramePolytope& own, const LocalFramePolytope& other) {
        for (std::uint32_t f = 0; f < other.polytope.faces().size() && !is_crossing_; ++f) {
            const Polytope::Face& face = other.polytope.faces()[f];
            const auto sides = other.polytope.face_sides(f);
            for (std::uint32_t v = 0; v < own.polytope.positions().size(); ++v) {
                ++best_.iterations;
                const glm::dvec3 x_other = own.to_other(own.point(v));
                const double height = glm::dot(face.normal, x_other) - face.offset;
                if (height < 0.0 || height > smallest_ + error_bound_ || !is_over(sides, x_other)) continue;
                consider(own, vertex_of(v), face_of(f), x_other, x_other - height * face.normal);
            }
            for (std::uint32_t e = 0; e < own.polytope.edges().size() && !is_crossing_; ++e)
                find_crossing(own, e, other, f);
        }
    }

    static bool is_over(std::span<const Polytope::SidePlane> sides, const glm::dvec3& x) {
        for (const Polytope::SidePlane& side : sides)
            if (glm::dot(side.normal, x) > side.offset) return false;
        return true;
    }

    void find_crossing(const LocalFramePolytope& own, std::uint32_t e, const LocalFramePolytope& other,
                       std::uint32_t f) {
        ++best_.iterations;
        const Polytope::Edge& edge = own.polytope.edges()[e];
        const Polytope::Face& face = other.polytope.faces()[f];
        const Segment segment{own.to_other(own.tail(edge)), own.rotate_to_other(edge.direction), edge.length};
        const double tail = glm::dot(face.normal, segment.tail) - face.offset;
        const double head = glm::dot(face.normal, segment.at(edge.length)) - face.offset;
        if (std::fmin(tail, head) >= 0.0 || std::fmax(tail, head) < 0.0) return;
        const glm::dvec3 x_other = segment.at(edge.length * tail / (tail - head));
        if (!is_over(other.polytope.face_sides(f), x_other)) return;
        is_crossing_ = true;
        store(own, edge_of(e), face_of(f), x_other, x_other);
    }

    // If no edge passes through a face, one vertex decides whether own lies inside other.
    void find_nested(const LocalFramePolytope& own, const LocalFramePolytope& other) {
        const glm::dvec3 x_other = own.to_other(own.point(0));
        const std::uint32_t f = climb_to_face_over(other.polytope, x_other, 0);
        const Polytope::Face& face = other.polytope.faces()[f];
        if (glm::dot(face.normal, x_other) > face.offset) return;
        is_crossing_ = true;
        store(own, vertex_of(0), face_of(f), x_other, x_other);
    }

    LocalFramePolytope a_, b_;
    Pose a_from_b_;
    static constexpr std::size_t kMaxTies = 256;
    ClosestFeatures best_, nearest_;
    std::vector<ClosestFeatures> ties_; // within rounding of the smallest distance
    double error_bound_ = 0.0;
    double smallest_ = std::numeric_limits<double>::infinity();
    bool is_crossing_ = false;
};

} // namespace

ClosestFeatures closest_exhaustive(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                                   FeaturePair& io_cache) {
    require_query(a, b, a_from_b);
    const ClosestFeatures result = Search(a, b, a_from_b).run();
    io_cache = result.features;
    return result;
}

ClosestFeatures closest_exhaustive(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                                   FeaturePair& io_cache, VisitRecorder& io_trace) {
    record_feature_step(io_trace, io_cache, 0, -1, true);
    const ClosestFeatures result = closest_exhaustive(a, b, a_from_b, io_cache);
    record_feature_step(io_trace, io_cache, 1, -1, false);
    return result;
}

} // namespace boxwood
