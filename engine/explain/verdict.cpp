#include "engine/explain/verdict.hpp"

#include "collision/narrow_phase/contact.hpp"
#include "collision/world/body_surfaces.hpp"
#include "engine/explain/surface_verdict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kSlackFactor =
    1024.0; // of touching_distance(): what passing through world coordinates costs

std::string name_of(BodyPair pair) {
    return "bodies " + std::to_string(pair.a) + " and " + std::to_string(pair.b);
}

// Every enabled pair of overlapping boxes, by a sweep along x, sorted.
std::vector<BodyPair> overlapping_pairs(const CollisionWorld& world) {
    const std::span<const Aabb> boxes = world.boxes();
    std::vector<BodyId> order;
    for (BodyId id = 0; id < boxes.size(); ++id)
        if (world.is_live(id)) order.push_back(id);
    std::sort(order.begin(), order.end(),
              [&](BodyId p, BodyId q) { return boxes[p].lower.x < boxes[q].lower.x; });
    std::vector<BodyPair> pairs;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Aabb& own = boxes[order[i]];
        for (std::size_t k = i + 1; k < order.size() && boxes[order[k]].lower.x <= own.upper.x; ++k) {
            const Aabb& other = boxes[order[k]];
            const bool overlaps = own.lower.y <= other.upper.y && other.lower.y <= own.upper.y &&
                                  own.lower.z <= other.upper.z && other.lower.z <= own.upper.z;
            const BodyPair pair = make_pair_of(order[i], order[k]);
            if (overlaps && world.is_pair_enabled(pair)) pairs.push_back(pair);
        }
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::optional<std::string> judge_pairs(const Simulation& simulation) {
    const std::vector<BodyPair> expected = overlapping_pairs(simulation.world);
    std::vector<BodyPair> found;
    for (const PairResult& pair : simulation.output.pairs) found.push_back(pair.bodies);
    const auto [left, right] = std::mismatch(expected.begin(), expected.end(), found.begin(), found.end());
    if (left == expected.end() && right == found.end()) return std::nullopt;
    const bool is_missing = right == found.end() || (left != expected.end() && *left < *right);
    return is_missing ? "the boxes of " + name_of(*left) + " overlap, and the broad phase missed it"
                      : "the broad phase reports " + name_of(*right) + ", whose boxes are apart";
}

// How far a point is outside; negative: inside.
double height_over(const Polytope& polytope, const glm::dvec3& point) {
    double height = -std::numeric_limits<double>::infinity();
    for (const Polytope::Face& face : polytope.faces())
        height = std::fmax(height, glm::dot(face.normal, point) - face.offset);
    return height;
}

// Of points of both bodies: what passing through world coordinates costs, besides what counts as touching.
double slack_of(const Body& a, const Body& b) {
    const auto of_one = [](const Body& body) {
        double extent = 0.0, uneven = 0.0;
        for (std::uint32_t k = 0; k < surface_count(body); ++k) {
            const BodySurface surface = surface_of(body, k);
            if (const Polytope* p = surface.shape->polytope()) {
                extent = std::fmax(extent, p->extent() + glm::length(surface.world_from_surface.origin));
                uneven = std::fmax(uneven, touching_distance(*p, *p, Pose{}));
            }
        }
        return kTouchingTolerance * extent + uneven;
    };
    return kSlackFactor * (of_one(a) + of_one(b));
}

// Why the result of one pair of polytopes is wrong, in words; nothing: it is right.
std::optional<std::string> judge_polytopes(const CollisionWorld& world, const PairResult& result) {
    const Body &a = world.bodies()[result.bodies.a], &b = world.bodies()[result.bodies.b];
    const Polytope &polytope_a = *a.shape->polytope(), &polytope_b = *b.shape->polytope();
    const Pose a_from_world = inverse_rigid(a.world_from_body),
               b_from_world = inverse_rigid(b.world_from_body);
    const Pose a_from_b = a_from_world * b.world_from_body;
    const glm::dvec3 on_a_a = a_from_world * result.point_on_a_w, on_b_a = a_from_world * result.point_on_b_w,
                     on_b_b = b_from_world * result.point_on_b_w;
    const double slack = kSlackFactor * (touching_distance(polytope_a, polytope_b, a_from_b) +
                                         kTouchingTolerance * (glm::length(a.world_from_body.origin) +
                                                               glm::length(b.world_from_body.origin)));
    if (height_over(polytope_a, on_a_a) > slack || height_over(polytope_b, on_b_b) > slack)
        return name_of(result.bodies) + ": a witness point is not on its body";
    if (result.is_contact()) {
        if (glm::distance(on_a_a, on_b_a) <= slack) return std::nullopt;
        return name_of(result.bodies) + ": said to be in contact, without a common point";
    }
    // No vertex comes nearer along the line of the witnesses: then the planes through them part the bodies.
    const glm::dvec3 gap = on_b_a - on_a_a;
    const double distance = glm::length(gap);
    if (!(distance > 0.0)) return name_of(result.bodies) + ": apart, and yet without distance";
    const glm::dvec3 way_a = gap / distance;
    for (const glm::vec3& p : polytope_a.positions())
        if (glm::dot(way_a, glm::dvec3(p) - on_a_a) > slack)
            return name_of(result.bodies) + ": a vertex of the first is nearer than its witness";
    for (const glm::vec3& p : polytope_b.positions())
        if (glm::dot(way_a, a_from_b * p - on_b_a) < -slack)
            return name_of(result.bodies) + ": a vertex of the second is nearer than its witness";
    return std::nullopt;
}

void judge_into(const Simulation& simulation, const PairResult& pair, JudgeBudget& io_budget,
                FrameVerdict& io_verdict) {
    const CollisionWorld& world = simulation.world;
    const Body &a = world.bodies()[pair.bodies.a], &b = world.bodies()[pair.bodies.b];
    SurfaceVerdict verdict{true, std::nullopt};
    if (pair.are_polytopes) verdict.wrong = judge_polytopes(world, pair);
    const bool has_triangles =
        !pair.has_distance() || (world.settings.find_polytope_triangles && pair.is_contact());
    if (pair.are_parts)
        verdict = judge_parts(world, simulation.output, pair, slack_of(a, b), io_budget);
    else if (!verdict.wrong && has_triangles)
        verdict = judge_triangles(world, simulation.output, pair, io_budget);
    if (!verdict.is_checked) {
        ++io_verdict.unchecked;
        return;
    }
    ++io_verdict.checked;
    if (!verdict.wrong)
        ++io_verdict.agreeing;
    else if (io_verdict.disagreement.empty())
        io_verdict.disagreement = *verdict.wrong;
}

} // namespace

FrameVerdict judge_one(const Simulation& simulation, const PairResult& result, std::size_t triangles) {
    FrameVerdict verdict;
    judge_into(simulation, result, triangles, verdict);
    return verdict;
}

FrameVerdict judge_frame(const Simulation& simulation, std::size_t triangles) {
    FrameVerdict verdict;
    if (const auto wrong = judge_pairs(simulation)) verdict.disagreement = *wrong;
    for (const PairResult& pair : simulation.output.pairs) judge_into(simulation, pair, triangles, verdict);
    return verdict;
}

} // namespace boxwood
