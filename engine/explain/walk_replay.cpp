#include "engine/explain/walk_replay.hpp"

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr std::size_t kMaxSteps = 100'000;

WalkStep make_step(const PosedPolytopePair& pair, const FeaturePair& features) {
    WalkStep step;
    step.features = features;
    step.closest_w = closest_points_of(points_of(pair.a, features.a, pair.world_from_a),
                                       points_of(pair.b, features.b, pair.world_from_b));
    return step;
}

WalkSide side_that_moves(const FeaturePair& from, const FeaturePair& to) {
    if (from.a != to.a && from.b != to.b) return WalkSide::both;
    if (from.a != to.a) return WalkSide::a;
    return from.b != to.b ? WalkSide::b : WalkSide::none;
}

std::uint32_t farthest_vertex(const Polytope& polytope, const glm::dvec3& direction) {
    std::uint32_t best = 0;
    for (std::uint32_t v = 1; v < polytope.positions().size(); ++v)
        if (glm::dot(glm::dvec3(polytope.positions()[v]), direction) >
            glm::dot(glm::dvec3(polytope.positions()[best]), direction))
            best = v;
    return best;
}

} // namespace

WalkReplay replay_walk(const NarrowPhase& narrow_phase, const PosedPolytopePair& pair,
                       const FeaturePair& start) {
    VisitRecorder recorder(kMaxSteps);
    FeaturePair cache = start;
    WalkReplay replay;
    replay.answer = narrow_phase.find_closest_traced(
        pair.a, pair.b, inverse_rigid(pair.world_from_a) * pair.world_from_b, cache, recorder);
    for (const Visit& visit : recorder.visits()) {
        if (visit.kind != VisitKind::feature_step) continue;
        const FeaturePair features{unpack_feature(visit.a), unpack_feature(visit.b)};
        if (!has_feature(pair.a, features.a) || !has_feature(pair.b, features.b)) continue;
        replay.steps.push_back(make_step(pair, features));
        replay.steps.back().plane = visit.axis;
        replay.steps.back().is_jump = visit.verdict;
    }
    if (replay.steps.empty() || replay.steps.back().features != replay.answer.features)
        replay.steps.push_back(make_step(pair, replay.answer.features));
    for (std::size_t i = 0; i + 1 < replay.steps.size(); ++i)
        replay.steps[i].moves = side_that_moves(replay.steps[i].features, replay.steps[i + 1].features);
    return replay;
}

FeaturePair farthest_start(const PosedPolytopePair& pair) {
    const glm::dvec3 offset_w = pair.world_from_b * pair.b.centroid() - pair.world_from_a * pair.a.centroid();
    const auto farthest = [](const Polytope& polytope, const Pose& world_from_own,
                             const glm::dvec3& direction_w) {
        return Feature{FeatureKind::vertex, farthest_vertex(polytope, direction_w * world_from_own.linear)};
    };
    return {farthest(pair.a, pair.world_from_a, -offset_w), farthest(pair.b, pair.world_from_b, offset_w)};
}

} // namespace boxwood
