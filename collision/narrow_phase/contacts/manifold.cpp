#include "collision/narrow_phase/contacts/manifold.hpp"

#include "collision/core/check.hpp"
#include "collision/narrow_phase/contacts/contact_polygon.hpp"
#include "collision/narrow_phase/contacts/penetration_axis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace boxwood {
namespace {

using namespace penetration_detail;

// A point of a manifold in the frame of the first polytope.
struct Candidate {
    glm::dvec3 on_first_1{0.0};
    double depth = 0.0;
    ManifoldPointId id; // the id if the first polytope is A
};

ManifoldPointId make_id(std::uint32_t x, std::uint32_t y) {
    return x < y ? ManifoldPointId{x, y} : ManifoldPointId{y, x};
}

// For contacts of two edges: a face serves as reference if its normal is within 1.5 degrees of the contact normal.
constexpr double kNearlyParallel = 0.99966;

class ManifoldSearch {
  public:
    ManifoldSearch(const PenetrationAxis& axis, double margin)
        : axis_(axis)
        , margin_(margin) {
        candidates_.reserve(16);
    }

    FeaturePair run() {
        FeaturePair features;
        const glm::dvec3 witness = find_witness(axis_, features);
        const bool is_of_edges = axis_.kind == AxisKind::edges;
        if (is_of_edges)
            add({witness, axis_.depth, make_id(axis_.on_first, axis_.on_second | ManifoldPointId::kOfB)});
        choose_reference();
        if (reference_ != kNone) clip_incident_face(is_reference_first_ ? features.b : features.a);
        // If faces are uneven, clipping can lose the deepest point.
        const bool has_deepest = std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& c) {
            return c.depth >= axis_.depth - 2.0 * axis_.tolerance;
        });
        if (!has_deepest)
            add({witness, axis_.depth, make_id(pack(features.a), pack(features.b) | ManifoldPointId::kOfB)});
        reduce_to_four();
        return features;
    }

    std::span<const Candidate> points() const { return candidates_; }

  private:
    void choose_reference() {
        if (axis_.kind == AxisKind::face_of_first) return set_reference(true, axis_.on_first);
        if (axis_.kind == AxisKind::face_of_second) return set_reference(false, axis_.on_second);
        const Polytope::Edge &edge_1 = axis_.first->edges()[axis_.on_first],
                             &edge_2 = axis_.second->edges()[axis_.on_second];
        const glm::dvec3 normal_2 = axis_.normal_1 * axis_.first_from_second.linear;
        double largest = kNearlyParallel;
        for (const std::uint32_t f : {edge_1.left, edge_1.right})
            if (const double along = glm::dot(axis_.normal_1, axis_.first->faces()[f].normal);
                along > largest) {
                largest = along;
                set_reference(true, f);
            }
        for (const std::uint32_t f : {edge_2.left, edge_2.right})
            if (const double along = -glm::dot(normal_2, axis_.second->faces()[f].normal); along > largest) {
                largest = along;
                set_reference(false, f);
            }
    }

    void set_reference(bool is_on_first, std::uint32_t face) {
        is_reference_first_ = is_on_first;
        reference_ = face;
    }

    // Works in the frame of the reference polytope, because the side planes are in that frame.
    void clip_incident_face(Feature deepest) {
        const Polytope &reference = is_reference_first_ ? *axis_.first : *axis_.second,
                       &incident = is_reference_first_ ? *axis_.second : *axis_.first;
        const Pose second_from_first = inverse_rigid(axis_.first_from_second);
        const Pose& reference_from_incident =
            is_reference_first_ ? axis_.first_from_second : second_from_first;
        const Polytope::Face& face = reference.faces()[reference_];
        // The direction out of the reference polytope and into the incident one.
        const glm::dvec3 outwards =
            is_reference_first_ ? axis_.normal_1 : -(axis_.normal_1 * axis_.first_from_second.linear);
        const std::uint32_t opposite =
            find_opposite_face(incident, deepest, -(face.normal * reference_from_incident.linear));

        const std::uint32_t of_reference = is_reference_first_ ? 0 : ManifoldPointId::kOfB;
        const std::uint32_t of_incident = ManifoldPointId::kOfB - of_reference;
        ContactPolygon polygon;
        const auto loop = incident.face_vertices(opposite);
        const auto edges = incident.face_edges(opposite);
        for (std::size_t k = 0; k < loop.size(); ++k)
            polygon.add({reference_from_incident * incident.positions()[loop[k]],
                         edges[k == 0 ? loop.size() - 1 : k - 1] | of_incident, edges[k] | of_incident});
        const double slope = glm::dot(face.normal, outwards);
        const auto sides = reference.face_sides(reference_);
        const auto side_edges = reference.face_edges(reference_);
        for (std::size_t k = 0; k < sides.size(); ++k) {
            // The plane contains the edge and the contact normal, which need not be the normal of the face.
            const double lean = glm::dot(sides[k].normal, outwards) / slope;
            polygon.clip({sides[k].normal - lean * face.normal, sides[k].offset - lean * face.offset},
                         side_edges[k] | of_reference);
        }
        for (const PolygonCorner& corner : polygon.corners()) {
            double depth = (face.offset - glm::dot(face.normal, corner.at)) / slope;
            if (!(depth >= -(margin_ + axis_.tolerance))) continue;
            depth = std::max(depth, -margin_);
            // The contact point on the first polytope.
            const glm::dvec3 on_first_1 =
                is_reference_first_ ? corner.at + depth * outwards : axis_.first_from_second * corner.at;
            add({on_first_1, depth, make_id(corner.before, corner.after)});
        }
    }

    // Among the faces that contain the feature, returns the face whose normal has the largest component along the
    // direction.
    static std::uint32_t find_opposite_face(const Polytope& polytope, Feature feature,
                                            const glm::dvec3& direction) {
        if (feature.kind == FeatureKind::face) return feature.index;
        std::uint32_t best = kNone;
        double largest = -std::numeric_limits<double>::infinity();
        const auto consider_faces_of = [&](std::uint32_t e) {
            for (const std::uint32_t f : {polytope.edges()[e].left, polytope.edges()[e].right}) {
                const double along = glm::dot(direction, polytope.faces()[f].normal);
                if (along < largest || (along == largest && f >= best)) continue;
                largest = along;
                best = f;
            }
        };
        if (feature.kind == FeatureKind::edge)
            consider_faces_of(feature.index);
        else
            for (const std::uint32_t e : polytope.vertex_edges(feature.index)) consider_faces_of(e);
        return best;
    }

    void add(const Candidate& candidate) {
        for (const Candidate& other : candidates_)
            if (other.id == candidate.id) return;
        candidates_.push_back(candidate);
    }

    // Moves the deepest point to the front. Of more than four points, keeps the deepest point, the point farthest from
    // it, the point farthest from the line through both, and the point that adds most area to this triangle.
    void reduce_to_four() {
        // Sorts by id, so that ties are broken the same way in every frame.
        std::sort(candidates_.begin(), candidates_.end(), [](auto& x, auto& y) { return x.id < y.id; });
        const auto bring_best = [&](std::size_t to, double slack, const auto& value_of) {
            std::size_t best = to;
            double largest = value_of(candidates_[to]);
            for (std::size_t i = to + 1; i < candidates_.size(); ++i)
                if (const double value = value_of(candidates_[i]); value > largest + slack) {
                    largest = value;
                    best = i;
                }
            std::rotate(candidates_.begin() + static_cast<std::ptrdiff_t>(to),
                        candidates_.begin() + static_cast<std::ptrdiff_t>(best),
                        candidates_.begin() + static_cast<std::ptrdiff_t>(best) + 1);
        };
        bring_best(0, axis_.tolerance, [](const Candidate& c) { return c.depth; });
        if (candidates_.size() <= ContactManifold::kMaxPoints) return;
        const glm::dvec3 p0 = candidates_[0].on_first_1;
        bring_best(1, 0.0,
                   [&](const Candidate& c) { return glm::dot(c.on_first_1 - p0, c.on_first_1 - p0); });
        const glm::dvec3 across = glm::cross(axis_.normal_1, candidates_[1].on_first_1 - p0);
        bring_best(2, 0.0,
                   [&](const Candidate& c) { return std::fabs(glm::dot(across, c.on_first_1 - p0)); });
        // For points outside the triangle of the first three points: the area beyond each side.
        const std::array<glm::dvec3, 3> corners{p0, candidates_[1].on_first_1, candidates_[2].on_first_1};
        const double orientation = glm::dot(across, corners[2] - p0) < 0.0 ? -1.0 : 1.0;
        bring_best(3, 0.0, [&](const Candidate& c) {
            double largest = -std::numeric_limits<double>::infinity();
            for (std::size_t k = 0; k < 3; ++k) {
                const glm::dvec3 side = corners[(k + 1) % 3] - corners[k];
                largest = std::max(largest, -orientation * glm::dot(glm::cross(axis_.normal_1, side),
                                                                    c.on_first_1 - corners[k]));
            }
            return largest;
        });
        candidates_.resize(ContactManifold::kMaxPoints);
    }

    const PenetrationAxis& axis_;
    double margin_ = 0.0;
    bool is_reference_first_ = true;
    std::uint32_t reference_ = kNone;
    std::vector<Candidate> candidates_;
};

} // namespace

ManifoldPointId swapped(ManifoldPointId id) {
    return make_id(id.first ^ ManifoldPointId::kOfB, id.second ^ ManifoldPointId::kOfB);
}

ContactManifold find_manifold(const Polytope& a, const Polytope& b, const Pose& world_from_a,
                              const Pose& world_from_b, double margin) {
    BOXWOOD_REQUIRE(margin >= 0.0);
    const PenetrationAxis axis = find_axis(a, b, world_from_a, world_from_b);
    const Pose& world_from_1 = *axis.world_from_first;
    ContactManifold result;
    result.status = axis.status;
    result.normal_w = glm::normalize(world_from_1.linear * axis.normal_1) * (axis.is_swapped ? -1.0 : 1.0);
    if (axis.status == ContactStatus::disjoint) return result;
    result.is_unique = axis.is_unique;
    result.depth = axis.depth;
    ManifoldSearch search(axis, margin);
    result.features = search.run();
    if (axis.is_swapped) std::swap(result.features.a, result.features.b);
    for (const Candidate& candidate : search.points()) {
        ManifoldPoint& point = result.storage[result.count++];
        point.point_on_a_w = world_from_1 * candidate.on_first_1;
        point.point_on_b_w = world_from_1 * (candidate.on_first_1 - candidate.depth * axis.normal_1);
        point.depth = candidate.depth;
        point.id = candidate.id;
        if (!axis.is_swapped) continue;
        std::swap(point.point_on_a_w, point.point_on_b_w);
        point.id = swapped(point.id);
    }
    return result;
}

} // namespace boxwood
