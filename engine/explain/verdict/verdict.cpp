#include "engine/explain/verdict/verdict.hpp"

#include "collision/narrow_phase/contacts/contact.hpp"
#include "collision/world/body_surfaces.hpp"
#include "engine/explain/verdict/polytope_verdict.hpp"
#include "engine/explain/verdict/verdict_helpers.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using detail::name_of;

// The error bound for a transform through world coordinates, as a multiple of touching_distance().
constexpr double kRoundingFactor = 1024.0;

// All enabled pairs with overlapping boxes, found by a sweep along x, and sorted.
std::vector<BodyPair> overlapping_pairs(const CollisionWorld& world) {
    struct Entry {
        Aabb box;
        BodyId id;
    };
    // Contains copies of the boxes, because each box is read about 300 times in a world of 10,000 bodies.
    std::vector<Entry> order;
    for (BodyId id = 0; id < world.boxes().size(); ++id)
        if (world.is_live(id)) order.push_back({world.boxes()[id], id});
    std::ranges::sort(order, {}, [](const Entry& entry) { return entry.box.lower.x; });
    std::vector<BodyPair> pairs;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Aabb& own = order[i].box;
        for (std::size_t k = i + 1; k < order.size() && order[k].box.lower.x <= own.upper.x; ++k) {
            const Aabb& other = order[k].box;
            const bool overlaps = own.lower.y <= other.upper.y && other.lower.y <= own.upper.y &&
                                  own.lower.z <= other.upper.z && other.lower.z <= own.upper.z;
            if (!overlaps) continue;
            const BodyPair pair = make_pair_of(order[i].id, order[k].id);
            if (world.is_pair_enabled(pair)) pairs.push_back(pair);
        }
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

void judge_pairs(const Simulation& simulation, FrameVerdict& io_verdict) {
    std::vector<BodyPair> found, missed, spurious;
    for (const PairResult& pair : simulation.output.pairs) found.push_back(pair.bodies);
    const std::vector<BodyPair> expected = overlapping_pairs(simulation.world);
    std::ranges::set_difference(expected, found, std::back_inserter(missed));
    std::ranges::set_difference(found, expected, std::back_inserter(spurious));
    io_verdict.wrong_candidate_pairs = missed.size() + spurious.size();
    if (!missed.empty())
        io_verdict.disagreement = "the boxes of " + name_of(missed.front()) +
                                  " overlap, but the broad phase does not report the pair";
    else if (!spurious.empty())
        io_verdict.disagreement =
            "the broad phase reports " + name_of(spurious.front()) + ", whose boxes are disjoint";
}

// The error bound for points of both bodies: the rounding of a transform through world coordinates.
double error_bound_of(const Body& a, const Body& b) {
    const auto of_one = [](const Body& body) {
        double extent = 0.0, touching = 0.0;
        for (std::uint32_t k = 0; k < surface_count(body); ++k) {
            const BodySurface surface = surface_of(body, k);
            if (const Polytope* p = surface.shape->polytope()) {
                extent = std::fmax(extent, p->extent() + glm::length(surface.world_from_surface.origin));
                touching = std::fmax(touching, touching_distance(*p, *p, Pose{}));
            }
        }
        return kTouchingTolerance * extent + touching;
    };
    return kRoundingFactor * (of_one(a) + of_one(b));
}

void judge_into(const Simulation& simulation, const PairResult& pair, JudgeBudget& io_budget,
                FrameVerdict& io_verdict) {
    const CollisionWorld& world = simulation.world;
    const StepOutput& output = simulation.output;
    TriangleSearch search;
    add_verdict(judge_pair({world.bodies()[pair.bodies.a], world.bodies()[pair.bodies.b], pair,
                            output.triangles_of(pair), output.parts_of(pair), world.settings},
                           io_budget, search),
                pair.bodies, io_verdict);
}

} // namespace

void add_verdict(const SurfaceVerdict& verdict, BodyPair bodies, FrameVerdict& io_verdict) {
    if (!verdict.is_checked) {
        ++io_verdict.unchecked;
        (verdict.is_undecided ? io_verdict.undecided : io_verdict.left_out).push_back(bodies);
        return;
    }
    ++io_verdict.checked;
    if (!verdict.wrong)
        ++io_verdict.agreeing;
    else if (io_verdict.disagreement.empty())
        io_verdict.disagreement = *verdict.wrong;
}

SurfaceVerdict judge_pair(const JudgedPair& pair, JudgeBudget& io_budget, TriangleSearch& io_search) {
    const PairResult& result = pair.result;
    if (result.are_convex_parts) return judge_parts(pair, error_bound_of(pair.a, pair.b), io_budget);
    SurfaceVerdict verdict{true, std::nullopt};
    if (result.are_polytopes) verdict = judge_polytopes(pair, io_budget);
    const bool has_triangles =
        !result.has_distance() || (pair.settings.find_polytope_triangles && result.is_contact());
    return verdict.is_checked && !verdict.wrong && has_triangles ? judge_triangles(pair, io_budget, io_search)
                                                                 : verdict;
}

FrameVerdict judge_one(const Simulation& simulation, const PairResult& result, JudgeBudget budget) {
    FrameVerdict verdict;
    judge_into(simulation, result, budget, verdict);
    return verdict;
}

FrameVerdict judge_frame(const Simulation& simulation, JudgeBudget budget) {
    FrameVerdict verdict;
    judge_pairs(simulation, verdict);
    for (const PairResult& pair : simulation.output.pairs) judge_into(simulation, pair, budget, verdict);
    for (const SelfContactResult& self : simulation.output.self_contacts)
        add_verdict(judge_self_contacts(simulation.world.bodies()[self.body], self,
                                        simulation.output.triangles_of(self), budget),
                    {self.body, self.body}, verdict);
    return verdict;
}

} // namespace boxwood
