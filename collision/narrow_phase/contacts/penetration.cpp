#include "collision/narrow_phase/contacts/penetration.hpp"

#include "collision/narrow_phase/closest_query.hpp"
#include "collision/narrow_phase/contacts/contact.hpp"
#include "collision/narrow_phase/contacts/contact_polygon.hpp"
#include "collision/narrow_phase/contacts/penetration_axis.hpp"
#include "collision/narrow_phase/contacts/penetration_expansion.hpp"
#include "collision/narrow_phase/gjk.hpp"
#include "collision/narrow_phase/support_table.hpp"
#include "collision/narrow_phase/walk/segment_pair.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory_resource>
#include <span>
#include <vector>

#include <glm/matrix.hpp>

namespace boxwood {
namespace penetration_detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Support {
    std::uint32_t vertex = 0;
    double height = -kInfinity;
};

Support scan(const Polytope& polytope, const glm::dvec3& direction) {
    Support best;
    const auto positions = polytope.positions();
    for (std::uint32_t v = 0; v < positions.size(); ++v) {
        const double height = glm::dot(direction, glm::dvec3(positions[v]));
        if (height > best.height) best = {v, height};
    }
    return best;
}

// With few vertices, scans all of them, which is faster than a climb.
Support find_support(const Polytope& polytope, const glm::dvec3& direction, std::uint32_t start) {
    constexpr std::size_t kFewVertices = 32;
    if (polytope.positions().size() <= kFewVertices) return scan(polytope, direction);
    const std::uint32_t vertex = climb_to_support(polytope, direction, start);
    return {vertex, glm::dot(direction, glm::dvec3(polytope.positions()[vertex]))};
}

// An order of the operands that depends only on their content.
bool is_before(const Polytope& a, const Pose& world_from_a, const Polytope& b, const Pose& world_from_b) {
    const auto p = a.positions(), q = b.positions();
    if (p.size() != q.size()) return p.size() < q.size();
    if (const int order = std::memcmp(&world_from_a, &world_from_b, sizeof(Pose))) return order < 0;
    if (const int order = std::memcmp(p.data(), q.data(), p.size_bytes())) return order < 0;
    return true;
}

// Sine of the angle below which two edges are parallel within rounding and have no unique common normal. The direction
// of smallest depth is then the normal of a face.
constexpr double kParallel = 1e-14;
// Extends each arc of an edge on the Gauss map. Candidates beyond the arcs cost time but do not change the result.
constexpr double kArcSlack = 1e-9;
// Two unit normals count as different directions if the square of their difference is larger than this.
constexpr double kOtherDirection = 1e-12;

class AxisSearch {
  public:
    explicit AxisSearch(PenetrationAxis& io_axis)
        : axis_(io_axis)
        , a_(*io_axis.first)
        , b_(*io_axis.second)
        , a_from_b_(io_axis.first_from_second)
        , rounding_(kTouchingTolerance * rounding_scale(a_, b_, a_from_b_)) {}

    void run() {
        constexpr std::size_t kFewPairs = 400; // testing so few pairs is faster than an expansion
        if (a_.edges().size() * b_.edges().size() > kFewPairs && try_expansion()) return;
        if (try_faces_of_a() && try_faces_of_b() && try_edges()) finish();
    }

  private:
    // Tests only the facets that an expansion proves to be the nearest. Returns false if the expansion has no result,
    // or if the features of the polytopes do not confirm its result.
    bool try_expansion() {
        const double scale = rounding_scale(a_, b_, a_from_b_);
        const Expansion expansion = expand(a_, b_, a_from_b_, scale, rounding_, axis_.tolerance);
        if (!expansion.has_result) return false;
        if (expansion.is_separated) {
            axis_.normal_1 = expansion.direction;
            finish();
            if (axis_.status == ContactStatus::disjoint) return true;
            axis_.normal_1 = glm::dvec3(0.0);
            axis_.status = ContactStatus::disjoint;
            axis_.depth = 0.0;
            return false;
        }
        const bool is_touching_or_deeper =
            try_facets_of_a(expansion) && try_facets_of_b(expansion) && try_facets_of_edges(expansion);
        constexpr double kAccuracy = 1e-11;
        const double max_depth = expansion.smallest_distance + 2.0 * rounding_ + kAccuracy * scale;
        if (is_touching_or_deeper && smallest_depth_ <= max_depth) {
            finish();
            return true;
        }
        smallest_depth_ = second_depth_ = kInfinity;
        axis_.normal_1 = second_normal_ = glm::dvec3(0.0);
        axis_.status = ContactStatus::disjoint;
        return false;
    }

    // For each facet, finds the faces of the polytope that meet a corner of the facet and have its normal. Returns the
    // sorted indices of all of these faces.
    template <class NormalOf>
    static std::vector<std::uint32_t> find_faces(const Polytope& polytope, const Expansion& expansion,
                                                 bool is_first, const NormalOf& normal_of) {
        std::vector<std::uint32_t> found;
        for (const ExpansionFacet& facet : expansion.facets)
            for (const std::uint32_t v : is_first ? facet.of_first : facet.of_second)
                for (const std::uint32_t e : polytope.vertex_edges(v))
                    for (const std::uint32_t f : {polytope.edges()[e].left, polytope.edges()[e].right}) {
                        const glm::dvec3 difference = normal_of(f) - facet.normal;
                        if (glm::dot(difference, difference) < kOtherDirection) found.push_back(f);
                    }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }
    bool try_facets_of_a(const Expansion& expansion) {
        for (const std::uint32_t f :
             find_faces(a_, expansion, true, [&](std::uint32_t f) { return a_.faces()[f].normal; }))
            if (!try_face_of_a(f)) return false;
        return true;
    }
    bool try_facets_of_b(const Expansion& expansion) {
        const auto normal_of = [&](std::uint32_t f) { return -(a_from_b_.linear * b_.faces()[f].normal); };
        for (const std::uint32_t f : find_faces(b_, expansion, false, normal_of))
            if (!try_face_of_b(f)) return false;
        return true;
    }
    bool try_facets_of_edges(const Expansion& expansion) {
        for (const ExpansionFacet& facet : expansion.facets)
            for (std::size_t k = 0; k < 3; ++k)
                for (std::size_t m = 0; m < 3; ++m) {
                    const std::uint32_t i = find_edge(a_, facet.of_first[k], facet.of_first[(k + 1) % 3]);
                    const std::uint32_t j = find_edge(b_, facet.of_second[m], facet.of_second[(m + 1) % 3]);
                    if (i == kNone || j == kNone) continue;
                    if (!try_edge_pair(i, a_.edges()[i], j, b_.edges()[j])) return false;
                }
        return true;
    }
    static std::uint32_t find_edge(const Polytope& polytope, std::uint32_t v, std::uint32_t w) {
        const auto neighbors = polytope.vertex_neighbors(v);
        for (std::size_t k = 0; k < neighbors.size(); ++k)
            if (neighbors[k] == w) return polytope.vertex_edges(v)[k];
        return kNone;
    }

    // Each of the following functions returns false as soon as a direction separates the polytopes.

    bool try_faces_of_a() {
        for (std::uint32_t f = 0; f < a_.faces().size(); ++f)
            if (!try_face_of_a(f)) return false;
        return true;
    }
    bool try_face_of_a(std::uint32_t f) {
        const Polytope::Face& face = a_.faces()[f];
        const Support b = support_of_b(face.normal);
        last_b_ = b.vertex;
        return consider(face.normal, face.offset - b.height, AxisKind::face_of_first, f, b.vertex);
    }

    bool try_faces_of_b() {
        for (std::uint32_t f = 0; f < b_.faces().size(); ++f)
            if (!try_face_of_b(f)) return false;
        return true;
    }
    bool try_face_of_b(std::uint32_t f) {
        const Polytope::Face& face = b_.faces()[f];
        const glm::dvec3 normal = -(a_from_b_.linear * face.normal);
        const Support a = find_support(a_, normal, last_a_);
        last_a_ = a.vertex;
        const double lowest_b = glm::dot(normal, a_from_b_.origin) - face.offset;
        return consider(normal, a.height - lowest_b, AxisKind::face_of_second, a.vertex, f);
    }

    // If the arcs of two edges cross on the Gauss map, the two edges span a face of the Minkowski difference.
    bool try_edges() {
        std::array<std::byte, 4096> buffer;
        std::pmr::monotonic_buffer_resource memory(buffer.data(), buffer.size());
        std::pmr::vector<double> along_face(b_.faces().size(), &memory);
        for (std::uint32_t i = 0; i < a_.edges().size(); ++i) {
            const Polytope::Edge& edge_a = a_.edges()[i];
            const glm::dvec3 direction_b = edge_a.direction * a_from_b_.linear;
            for (std::size_t f = 0; f < along_face.size(); ++f)
                along_face[f] = glm::dot(direction_b, b_.faces()[f].normal);
            for (std::uint32_t j = 0; j < b_.edges().size(); ++j) {
                const Polytope::Edge& edge_b = b_.edges()[j];
                if (!crosses_zero(along_face[edge_b.left], along_face[edge_b.right])) continue;
                if (!try_edge_pair(i, edge_a, j, edge_b)) return false;
            }
        }
        return true;
    }

    // True if an arc has ends on both sides of a plane, or within kArcSlack of it. `left` and `right` are the signed
    // distances of the ends from the plane.
    static bool crosses_zero(double left, double right) {
        return std::fmin(left, right) <= kArcSlack && std::fmax(left, right) >= -kArcSlack;
    }

    bool try_edge_pair(std::uint32_t i, const Polytope::Edge& edge_a, std::uint32_t j,
                       const Polytope::Edge& edge_b) {
        const glm::dvec3 direction = a_from_b_.linear * edge_b.direction;
        const glm::dvec3 &left = a_.faces()[edge_a.left].normal, &right = a_.faces()[edge_a.right].normal;
        if (!crosses_zero(glm::dot(direction, left), glm::dot(direction, right))) return true;
        glm::dvec3 normal = glm::cross(edge_a.direction, direction);
        const double sine = glm::length(normal);
        if (!(sine > kParallel)) return true;
        const double outwards = glm::dot(normal, left + right);
        normal *= (outwards < 0.0 ? -1.0 : 1.0) / sine;
        const glm::dvec3 normal_b = normal * a_from_b_.linear;
        if (glm::dot(normal_b, b_.faces()[edge_b.left].normal + b_.faces()[edge_b.right].normal) > kArcSlack)
            return true; // the arcs lie on opposite sides of the Gauss map
        const glm::dvec3 tail_b = a_from_b_ * edge_b.tail_position;
        const double depth_lower_bound = glm::dot(normal, glm::dvec3(edge_a.tail_position) - tail_b);
        if (depth_lower_bound > smallest_depth_ + rounding_) return true;
        const Support a = find_support(a_, normal, edge_a.tail), b = support_of_b(normal, edge_b.tail);
        return consider(normal, a.height - b.height, AxisKind::edges, i, j);
    }

    // The lowest vertex of B along a direction in A's frame.
    Support support_of_b(const glm::dvec3& normal) { return support_of_b(normal, last_b_); }
    Support support_of_b(const glm::dvec3& normal, std::uint32_t start) const {
        const Support lowest = find_support(b_, -(normal * a_from_b_.linear), start);
        return {lowest.vertex, glm::dot(normal, a_from_b_.origin) - lowest.height};
    }

    // Stores the direction if it separates the polytopes or if its depth is smaller than all previous depths by more
    // than rounding. Returns false if it separates them.
    bool consider(const glm::dvec3& normal, double depth, AxisKind kind, std::uint32_t on_first,
                  std::uint32_t on_second) {
        const bool is_separating = depth < -axis_.tolerance;
        if (is_separating || depth < smallest_depth_ - rounding_) {
            if (!differs(second_normal_, normal)) second_depth_ = kInfinity;
            if (smallest_depth_ < second_depth_ && differs(axis_.normal_1, normal)) {
                second_depth_ = smallest_depth_;
                second_normal_ = axis_.normal_1;
            }
            smallest_depth_ = depth;
            axis_.normal_1 = normal;
            axis_.kind = kind;
            axis_.on_first = on_first;
            axis_.on_second = on_second;
        } else if (depth < second_depth_ && differs(axis_.normal_1, normal)) {
            second_depth_ = depth;
            second_normal_ = normal;
        }
        return !is_separating;
    }
    static bool differs(const glm::dvec3& x, const glm::dvec3& y) {
        return glm::dot(x - y, x - y) > kOtherDirection;
    }

    // Measures the depth with all vertices, so that the translation separates the polytopes even if a climb missed a
    // vertex.
    void finish() {
        axis_.normal_1 = glm::normalize(axis_.normal_1);
        const Support a = scan(a_, axis_.normal_1), b = scan(b_, -(axis_.normal_1 * a_from_b_.linear));
        const double depth = a.height + b.height - glm::dot(axis_.normal_1, a_from_b_.origin);
        axis_.support_1 = a.vertex;
        axis_.support_2 = b.vertex;
        axis_.depth = std::fmax(depth, 0.0);
        axis_.is_unique = second_depth_ > smallest_depth_ + rounding_;
        axis_.status = depth < -axis_.tolerance   ? ContactStatus::disjoint
                       : depth <= axis_.tolerance ? ContactStatus::touching
                                                  : ContactStatus::penetrating;
    }

    PenetrationAxis& axis_;
    const Polytope &a_, &b_;
    const Pose& a_from_b_;
    double rounding_ = 0.0;
    std::uint32_t last_a_ = 0, last_b_ = 0; // start vertices of the next climb
    double smallest_depth_ = kInfinity, second_depth_ = kInfinity;
    glm::dvec3 second_normal_{0.0};
};

// Among the faces at the vertex, the face whose normal has the largest component along the direction.
std::uint32_t find_face_at(const Polytope& polytope, std::uint32_t vertex, const glm::dvec3& direction) {
    std::uint32_t best = kNone;
    double largest = -kInfinity;
    for (const std::uint32_t e : polytope.vertex_edges(vertex)) {
        const Polytope::Edge& edge = polytope.edges()[e];
        for (const std::uint32_t f : {edge.left, edge.right}) {
            const double along = glm::dot(direction, polytope.faces()[f].normal);
            if (along > largest || (along == largest && f < best)) {
                largest = along;
                best = f;
            }
        }
    }
    return best;
}

// The largest feature that contains the support vertex and lies at its height along the direction, within the
// tolerance.
Feature find_extreme_feature(const Polytope& polytope, std::uint32_t support, const glm::dvec3& direction,
                             double tolerance) {
    const auto height_of = [&](std::uint32_t v) {
        return glm::dot(direction, glm::dvec3(polytope.positions()[v]));
    };
    const double lowest = height_of(support) - tolerance;
    const std::uint32_t face = find_face_at(polytope, support, direction);
    const auto loop = polytope.face_vertices(face);
    if (std::all_of(loop.begin(), loop.end(), [&](std::uint32_t v) { return height_of(v) >= lowest; }))
        return {FeatureKind::face, face};
    const auto neighbors = polytope.vertex_neighbors(support);
    for (std::size_t k = 0; k < neighbors.size(); ++k)
        if (height_of(neighbors[k]) >= lowest) return {FeatureKind::edge, polytope.vertex_edges(support)[k]};
    return {FeatureKind::vertex, support};
}

// Clips a feature of `other` to the part that lies over the face. Returns the vertex, the midpoint of that part of an
// edge, or the mean of the corners of that part of a face. to_face(v) returns vertex v of `other` in the frame of the
// face. If rounding leaves no such part, returns some point of the feature.
template <class ToFace>
glm::dvec3 find_middle(const Polytope& on, std::uint32_t face, const Polytope& other, Feature feature,
                       const ToFace& to_face) {
    if (feature.kind == FeatureKind::vertex) return to_face(feature.index);
    if (feature.kind == FeatureKind::edge) {
        const Polytope::Edge& edge = other.edges()[feature.index];
        const glm::dvec3 tail = to_face(edge.tail), along = to_face(edge.head) - tail;
        double from = 0.0, to = 1.0;
        for (const Polytope::SidePlane& side : on.face_sides(face)) {
            const double at_tail = glm::dot(side.normal, tail) - side.offset,
                         rise = glm::dot(side.normal, along);
            if (rise > 0.0) to = std::fmin(to, -at_tail / rise);
            if (rise < 0.0) from = std::fmax(from, -at_tail / rise);
        }
        return tail + std::clamp(0.5 * (from + to), 0.0, 1.0) * along;
    }
    ContactPolygon polygon;
    for (const std::uint32_t v : other.face_vertices(feature.index)) polygon.add({to_face(v), 0, 0});
    for (const Polytope::SidePlane& side : on.face_sides(face)) polygon.clip(side, 0);
    const auto corners = polygon.corners();
    if (corners.empty()) return to_face(other.face_vertices(feature.index)[0]);
    glm::dvec3 sum(0.0);
    for (const PolygonCorner& corner : corners) sum += corner.at;
    return sum / static_cast<double>(corners.size());
}

} // namespace

PenetrationAxis find_axis(const Polytope& a, const Polytope& b, const Pose& world_from_a,
                          const Pose& world_from_b) {
    BOXWOOD_REQUIRE(is_rigid(world_from_a) && is_rigid(world_from_b));
    PenetrationAxis axis;
    axis.is_swapped = !is_before(a, world_from_a, b, world_from_b);
    axis.first = axis.is_swapped ? &b : &a;
    axis.second = axis.is_swapped ? &a : &b;
    const Pose &pose_1 = axis.is_swapped ? world_from_b : world_from_a,
               &pose_2 = axis.is_swapped ? world_from_a : world_from_b;
    axis.world_from_first = &pose_1;
    // Subtracts the origins first, so that a large distance from the world's origin costs no precision.
    axis.first_from_second = {glm::transpose(pose_1.linear) * pose_2.linear,
                              (pose_2.origin - pose_1.origin) * pose_1.linear};
    require_query(*axis.first, *axis.second, axis.first_from_second);
    axis.tolerance = touching_distance(*axis.first, *axis.second, axis.first_from_second);
    AxisSearch(axis).run();
    return axis;
}

namespace {

// How far a point is outside a polytope, in the frame of the polytope; negative inside.
double excess_of(const Polytope& polytope, const glm::dvec3& point) {
    double largest = -kInfinity;
    for (const Polytope::Face& face : polytope.faces())
        largest = std::fmax(largest, glm::dot(face.normal, point) - face.offset);
    return largest;
}

// The larger excess of the two witnesses, each relative to its own polytope.
double excess_of(const PenetrationAxis& axis, const glm::dvec3& witness) {
    const glm::dvec3 on_second = witness - axis.depth * axis.normal_1;
    return std::fmax(excess_of(*axis.first, witness),
                     excess_of(*axis.second, inverse_rigid(axis.first_from_second) * on_second));
}

glm::dvec3 find_witness_on_features(const PenetrationAxis& axis, FeaturePair& out_features) {
    const Polytope &a = *axis.first, &b = *axis.second;
    const Pose& a_from_b = axis.first_from_second;
    const glm::dvec3 shift = axis.depth * axis.normal_1;
    if (axis.kind == AxisKind::edges) {
        out_features = {{FeatureKind::edge, axis.on_first}, {FeatureKind::edge, axis.on_second}};
        const Polytope::Edge &p = a.edges()[axis.on_first], &q = b.edges()[axis.on_second];
        const Segment segment_p{glm::dvec3(p.tail_position), p.direction, p.length};
        const Segment segment_q{a_from_b * q.tail_position + shift, a_from_b.linear * q.direction, q.length};
        return closest_points(segment_p, segment_q).on_p;
    }
    if (axis.kind == AxisKind::face_of_first) {
        const Feature other =
            find_extreme_feature(b, axis.support_2, -(axis.normal_1 * a_from_b.linear), axis.tolerance);
        out_features = {{FeatureKind::face, axis.on_first}, other};
        return find_middle(a, axis.on_first, b, other,
                           [&](std::uint32_t v) { return axis.point_of_second(v) + shift; });
    }
    const Feature other = find_extreme_feature(a, axis.support_1, axis.normal_1, axis.tolerance);
    out_features = {other, {FeatureKind::face, axis.on_second}};
    const Pose b_from_a = inverse_rigid(a_from_b);
    const auto to_face = [&](std::uint32_t v) { return b_from_a * (glm::dvec3(a.positions()[v]) - shift); };
    return a_from_b * find_middle(b, axis.on_second, a, other, to_face) + shift;
}

// The point of the first polytope closest to the second one after a translation that leaves a small gap between them.
glm::dvec3 find_witness_across_gap(const PenetrationAxis& axis, FeaturePair& out_features) {
    constexpr double kGap = 1e-3; // relative to the sum of the extents
    const double gap = kGap * (axis.first->extent() + axis.second->extent());
    Pose moved = axis.first_from_second;
    moved.origin += (axis.depth + gap) * axis.normal_1;
    FeaturePair cache;
    const ClosestFeatures closest = gjk(*axis.first, *axis.second, moved, cache);
    out_features = closest.features;
    return closest.point_on_a_a;
}

} // namespace

// Uses the witness on the features, unless its excess is too large and the witness across a gap has a smaller excess.
// If faces are nearly parallel, several features can be farthest along the normal within the tolerance, and the chosen
// feature can miss the face of the other polytope.
glm::dvec3 find_witness(const PenetrationAxis& axis, FeaturePair& out_features) {
    constexpr double kAccuracy = 1e-10; // relative to the sum of the extents
    const glm::dvec3 on_features = find_witness_on_features(axis, out_features);
    const double excess = excess_of(axis, on_features);
    if (excess <= kAccuracy * (axis.first->extent() + axis.second->extent()) + axis.tolerance)
        return on_features;
    FeaturePair features;
    const glm::dvec3 across = find_witness_across_gap(axis, features);
    if (!(excess_of(axis, across) < excess)) return on_features;
    out_features = features;
    return across;
}

} // namespace penetration_detail

Penetration find_penetration(const Polytope& a, const Polytope& b, const Pose& world_from_a,
                             const Pose& world_from_b) {
    using namespace penetration_detail;
    const PenetrationAxis axis = find_axis(a, b, world_from_a, world_from_b);
    const Pose& world_from_1 = *axis.world_from_first;
    Penetration result;
    result.status = axis.status;
    result.normal_w = glm::normalize(world_from_1.linear * axis.normal_1) * (axis.is_swapped ? -1.0 : 1.0);
    if (axis.status == ContactStatus::disjoint) return result;
    result.is_unique = axis.is_unique;
    result.depth = axis.depth;
    const glm::dvec3 on_first = find_witness(axis, result.features);
    result.point_on_a_w = world_from_1 * on_first;
    result.point_on_b_w = world_from_1 * (on_first - axis.depth * axis.normal_1);
    if (axis.is_swapped) {
        std::swap(result.point_on_a_w, result.point_on_b_w);
        std::swap(result.features.a, result.features.b);
    }
    return result;
}

} // namespace boxwood
