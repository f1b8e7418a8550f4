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

constexpr double kErrorFactor =
    1024.0; // multiple of touching_distance(): the rounding of a transform through world coordinates

// Both polytopes and their witnesses in the frame of the first.
struct Question {
    const Polytope &a, &b;
    Pose a_from_b, b_from_a;
    glm::dvec3 on_a_a, on_b_a;
    double error_bound = 0.0; // bound of the error of a length
};

Question ask(const JudgedPair& judged) {
    const Body &a = judged.a, &b = judged.b;
    const PairResult& pair = judged.result;
    const Pose a_from_world = inverse_rigid(a.world_from_body);
    Question q{*a.shape->polytope(),
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

// The signed distance of a point from the outside; negative inside.
double distance_to_edge(const Polytope& polytope, std::uint32_t edge, const glm::dvec3& point) {
    const glm::dvec3 tail(polytope.positions()[polytope.edges()[edge].tail]),
        head(polytope.positions()[polytope.edges()[edge].head]);
    const glm::dvec3 along = head - tail;
    const double share = std::clamp(glm::dot(point - tail, along) / glm::dot(along, along), 0.0, 1.0);
    return glm::distance(point, tail + share * along);
}

// For a point on the polytope.
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

struct Reach {
    // How much a vertex exceeds its witness along the direction; 0 if none does.
    double of_a = 0.0, of_b = 0.0;
};
Reach reach_along(const Question& q, const glm::dvec3& way_a) {
    Reach reach;
    for (const glm::vec3& p : q.a.positions())
        reach.of_a = std::fmax(reach.of_a, glm::dot(way_a, glm::dvec3(p) - q.on_a_a));
    for (const glm::vec3& p : q.b.positions())
        reach.of_b = std::fmax(reach.of_b, glm::dot(way_a, q.on_b_a - q.a_from_b * p));
    return reach;
}

// The signed distance of B beyond A along a unit direction; negative: they overlap along it.
double separation_along(const Question& q, const glm::dvec3& way_a) {
    double end_a = -std::numeric_limits<double>::infinity(), begin_b = -end_a;
    for (const glm::vec3& p : q.a.positions()) end_a = std::fmax(end_a, glm::dot(way_a, glm::dvec3(p)));
    for (const glm::vec3& p : q.b.positions()) begin_b = std::fmin(begin_b, glm::dot(way_a, q.a_from_b * p));
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

// Polytopes that touch at a point are separated there by the normal of a face of one of them, or by a direction normal
// to an edge of each: the separating axis theorem for the two cones that they are near the point.
bool are_separated_at_witnesses(const Question& q) {
    const double reach =
        4.0 *
        q.error_bound; // both witnesses are within the error bound of their polytopes, and of each other
    const auto separates = [&](const glm::dvec3& way_a) {
        return separation_along(q, way_a) >= -q.error_bound;
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

// Called if the certificate along the witnesses leaves it undecided.
SurfaceVerdict judge_close_pair(const JudgedPair& pair, const Question& q, JudgeBudget& io_budget) {
    SurfaceVerdict verdict = judge_distance(pair, q.error_bound, io_budget);
    // The distance exceeds the error bound and agrees with that of the surfaces: these do not intersect. Within the
    // error bound they may intersect, but then must not overlap by more than it.
    if (!verdict.is_checked || verdict.wrong || pair.result.distance > q.error_bound) return verdict;
    if (!are_separated_at_witnesses(q))
        verdict.wrong = "said to be disjoint, and no direction separates them";
    return verdict;
}

// A message if wrong; an empty string if right; nullopt if the certificate leaves it undecided.
std::optional<std::string> certify(const Question& q, const PairResult& pair) {
    if (height_over(q.a, q.on_a_a) > q.error_bound || height_over(q.b, q.b_from_a * q.on_b_a) > q.error_bound)
        return "a witness point is not on its body";
    const glm::dvec3 gap = q.on_b_a - q.on_a_a;
    const double distance = glm::length(gap);
    if (pair.is_contact())
        return distance <= q.error_bound ? "" : "said to be in contact, without a common point";
    if (!(std::fabs(distance - pair.distance) <= q.error_bound))
        return "the distance of the witness points is not the reported one";
    if (distance_to_feature(q.a, pair.features.a, q.on_a_a) > q.error_bound)
        return "the witness of the first is not on its closest feature";
    if (distance_to_feature(q.b, pair.features.b, q.b_from_a * q.on_b_a) > q.error_bound)
        return "the witness of the second is not on its closest feature";
    if (!(pair.distance > 0.0)) return "said to be disjoint, and yet without a distance";
    if (!(distance > 0.0)) return std::nullopt;
    // If no vertex comes nearer along the line of the witnesses, the planes through them separate the bodies, and no
    // two points are nearer. With the error bound e: a witness may be off by e, so the difference of both by 2 e, so
    // its direction by the angle 2 e / distance. A vertex is at most 2 * extent from a witness on the same body, so its
    // height along that direction is off by
    //     e + 2 * extent * (2 e / distance).
    // A vertex higher than that refutes the result. A vertex between e and that height proves nothing: the direction
    // may be wrong, and the pair is checked without a direction.
    const Reach reach = reach_along(q, gap / distance);
    const double turn = 2.0 * q.error_bound / distance;
    if (reach.of_a > q.error_bound + 2.0 * q.a.extent() * turn)
        return "a vertex of the first is nearer than its witness";
    if (reach.of_b > q.error_bound + 2.0 * q.b.extent() * turn)
        return "a vertex of the second is nearer than its witness";
    if (reach.of_a > q.error_bound || reach.of_b > q.error_bound) return std::nullopt;
    return "";
}

} // namespace

SurfaceVerdict judge_polytopes(const JudgedPair& pair, JudgeBudget& io_budget) {
    const Question q = ask(pair);
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
