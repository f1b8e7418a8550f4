#include "engine/explain/verdict/polytope_verdict.hpp"

#include "collision/narrow_phase/contacts/contact.hpp"
#include "engine/explain/verdict/verdict_helpers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using detail::height_over;
using detail::name_of;

// The error bound for a transform through world coordinates, as a multiple of touching_distance().
constexpr double kErrorFactor = 1024.0;

// Both polytopes and their witness points in the frame of the first polytope.
struct LocalPair {
    const Polytope &a, &b;
    Pose a_from_b, b_from_a;
    glm::dvec3 on_a_a, on_b_a;
    double error_bound = 0.0; // of a length
};

LocalPair make_local_pair(const JudgedPair& judged) {
    const Body &a = judged.a, &b = judged.b;
    const PairResult& pair = judged.result;
    const Pose a_from_world = inverse_rigid(a.world_from_body);
    LocalPair q{*a.shape->polytope(),
                *b.shape->polytope(),
                a_from_world * b.world_from_body,
                {},
                a_from_world * pair.point_on_a_w,
                a_from_world * pair.point_on_b_w};
    q.b_from_a = inverse_rigid(q.a_from_b);
    q.error_bound = kErrorFactor * (touching_distance(q.a, q.b, q.a_from_b) +
                                    kTouchingTolerance * (glm::length(a.world_from_body.origin) +
                                                          glm::length(b.world_from_body.origin)));
    return q;
}

double distance_to_edge(const Polytope& polytope, std::uint32_t edge, const glm::dvec3& point) {
    const glm::dvec3 tail(polytope.positions()[polytope.edges()[edge].tail]),
        head(polytope.positions()[polytope.edges()[edge].head]);
    const glm::dvec3 along = head - tail;
    const double t = std::clamp(glm::dot(point - tail, along) / glm::dot(along, along), 0.0, 1.0);
    return glm::distance(point, tail + t * along);
}

// Requires a point on the polytope.
double distance_to_feature(const Polytope& polytope, Feature feature, const glm::dvec3& point) {
    switch (feature.kind) {
    case FeatureKind::vertex:
        return glm::distance(point, glm::dvec3(polytope.positions()[feature.index]));
    case FeatureKind::edge:
        return distance_to_edge(polytope, feature.index, point);
    default:
        return std::fabs(glm::dot(polytope.faces()[feature.index].normal, point) -
                         polytope.faces()[feature.index].offset);
    }
}

// How far vertices extend beyond the witness point along the direction towards the other polytope; 0 if no vertex does.
struct Reach {
    double of_a = 0.0, of_b = 0.0;
};
Reach reach_along(const LocalPair& q, const glm::dvec3& direction_a) {
    Reach reach;
    for (const glm::vec3& p : q.a.positions())
        reach.of_a = std::fmax(reach.of_a, glm::dot(direction_a, glm::dvec3(p) - q.on_a_a));
    for (const glm::vec3& p : q.b.positions())
        reach.of_b = std::fmax(reach.of_b, glm::dot(direction_a, q.on_b_a - q.a_from_b * p));
    return reach;
}

// The distance by which B is beyond A along a unit direction; negative if the projections overlap.
double separation_along(const LocalPair& q, const glm::dvec3& direction_a) {
    double end_a = -std::numeric_limits<double>::infinity(), begin_b = -end_a;
    for (const glm::vec3& p : q.a.positions()) end_a = std::fmax(end_a, glm::dot(direction_a, glm::dvec3(p)));
    for (const glm::vec3& p : q.b.positions())
        begin_b = std::fmin(begin_b, glm::dot(direction_a, q.a_from_b * p));
    return begin_b - end_a;
}

// Directions of the edges that pass within `reach` of the point.
std::vector<glm::dvec3> edges_at(const Polytope& polytope, const glm::dvec3& point, double reach) {
    std::vector<glm::dvec3> directions;
    for (std::uint32_t e = 0; e < polytope.edges().size(); ++e)
        if (distance_to_edge(polytope, e, point) <= reach)
            directions.push_back(glm::dvec3(polytope.positions()[polytope.edges()[e].head]) -
                                 glm::dvec3(polytope.positions()[polytope.edges()[e].tail]));
    return directions;
}

// If two polytopes touch at a point, they are cones near this point. The separating axis theorem applies to cones: they
// are separated by a face normal of one of them, or by a direction normal to an edge of each.
bool are_separated_at_witnesses(const LocalPair& q) {
    // Both witness points are within the error bound of their polytopes and of each other.
    const double reach = 4.0 * q.error_bound;
    const auto separates = [&](const glm::dvec3& direction_a) {
        return separation_along(q, direction_a) >= -q.error_bound;
    };
    for (const Polytope::Face& face : q.a.faces())
        if (std::fabs(glm::dot(face.normal, q.on_a_a) - face.offset) <= reach && separates(face.normal))
            return true;
    const glm::dvec3 on_b_b = q.b_from_a * q.on_b_a;
    for (const Polytope::Face& face : q.b.faces())
        if (std::fabs(glm::dot(face.normal, on_b_b) - face.offset) <= reach &&
            separates(-(q.a_from_b.linear * face.normal)))
            return true;
    const std::vector<glm::dvec3> of_a = edges_at(q.a, q.on_a_a, reach), of_b = edges_at(q.b, on_b_b, reach);
    for (const glm::dvec3& along_a : of_a)
        for (const glm::dvec3& along_b : of_b) {
            const glm::dvec3 normal = glm::cross(along_a, q.a_from_b.linear * along_b);
            const double length = glm::length(normal);
            if (length > 0.0 && (separates(normal / length) || separates(-normal / length))) return true;
        }
    return false;
}

// For a pair that the certificate leaves undecided.
SurfaceVerdict judge_close_pair(const JudgedPair& pair, const LocalPair& q, JudgeBudget& io_budget) {
    SurfaceVerdict verdict = judge_distance(pair, q.error_bound, io_budget);
    // If the distance is larger than the error bound, the surfaces do not intersect. Otherwise they can intersect, but
    // must not overlap by more than the error bound.
    if (!verdict.is_checked || verdict.wrong || pair.result.distance > q.error_bound) return verdict;
    if (!are_separated_at_witnesses(q))
        verdict.wrong = "reported as disjoint, but no direction separates them";
    return verdict;
}

// A message if the result is wrong; an empty string if it is right; nullopt if the certificate does not decide.
std::optional<std::string> certify(const LocalPair& q, const PairResult& pair) {
    if (height_over(q.a, q.on_a_a) > q.error_bound || height_over(q.b, q.b_from_a * q.on_b_a) > q.error_bound)
        return "a witness point is not on its body";
    const glm::dvec3 gap = q.on_b_a - q.on_a_a;
    const double distance = glm::length(gap);
    if (pair.is_contact())
        return distance <= q.error_bound ? "" : "reported as in contact, but without a common point";
    if (!(std::fabs(distance - pair.distance) <= q.error_bound))
        return "the distance of the witness points is not the reported distance";
    if (distance_to_feature(q.a, pair.features.a, q.on_a_a) > q.error_bound)
        return "the witness point of the first body is not on its closest feature";
    if (distance_to_feature(q.b, pair.features.b, q.b_from_a * q.on_b_a) > q.error_bound)
        return "the witness point of the second body is not on its closest feature";
    if (!(pair.distance > 0.0)) return "reported as disjoint, but with the distance 0";
    if (!(distance > 0.0)) return std::nullopt;
    // If no vertex extends beyond its witness point along the line of the witness points, the planes through the
    // witness points separate the bodies, and no two points are closer. Let e be the error bound. A witness point can
    // be off by e, and the difference of both by 2 e. The direction of the difference can be off by the angle 2 e /
    // distance. A vertex is at most 2 * extent from a witness point on the same body. Its height along the direction
    // can therefore be off by
    //     e + 2 * extent * (2 e / distance).
    // A higher vertex refutes the result. A vertex between e and this height proves nothing, because the direction can
    // be wrong. Such a pair is checked without using a direction.
    const Reach reach = reach_along(q, gap / distance);
    const double angle_error = 2.0 * q.error_bound / distance;
    if (reach.of_a > q.error_bound + 2.0 * q.a.extent() * angle_error)
        return "a vertex of the first body is closer than its witness point";
    if (reach.of_b > q.error_bound + 2.0 * q.b.extent() * angle_error)
        return "a vertex of the second body is closer than its witness point";
    if (reach.of_a > q.error_bound || reach.of_b > q.error_bound) return std::nullopt;
    return "";
}

} // namespace

SurfaceVerdict judge_polytopes(const JudgedPair& pair, JudgeBudget& io_budget) {
    const LocalPair q = make_local_pair(pair);
    const std::optional<std::string> wrong = certify(q, pair.result);
    if (!wrong) {
        SurfaceVerdict verdict = judge_close_pair(pair, q, io_budget);
        if (verdict.wrong) verdict.wrong = name_of(pair.result.bodies) + ": " + *verdict.wrong;
        return verdict;
    }
    if (wrong->empty()) return {true, std::nullopt};
    return {true, name_of(pair.result.bodies) + ": " + *wrong};
}

} // namespace boxwood
