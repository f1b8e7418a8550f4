#include "app/labs/multi_body/view/walk_player.hpp"

#include "app/labs/selection.hpp"
#include "collision/narrow_phase/warm_start.hpp"

#include <algorithm>

namespace boxwood {

void FeatureWalkPlayer::update(const Simulation& simulation, const std::optional<BodyPair>& pair) {
    pair_ = pair;
    replay_ = {};
    solids_.reset();
    const CollisionWorld& world = simulation.world;
    if (!pair || !world.is_live(pair->a) || !world.is_live(pair->b)) return seek_requested();
    solids_ = find_supporting_solids(world.bodies()[pair->a], world.bodies()[pair->b],
                                     find_pair(simulation.output, *pair));
    if (!solids_) return seek_requested();
    const PosedPolytopePair question{*solids_->a.polytope, *solids_->b.polytope, solids_->a.world_from_solid,
                                     solids_->b.world_from_solid};
    replay_ = replay_walk(*find_narrow_phase(world.narrow_phase_name()), question,
                          make_start_of(question, simulation));
    seek_requested();
}

FeaturePair FeatureWalkPlayer::make_start_of(const PosedPolytopePair& question,
                                             const Simulation& simulation) const {
    const CollisionWorld& world = simulation.world;
    if (start == FeatureWalkStart::farthest) return farthest_start(question);
    constexpr std::array kGuesses{WarmStart::first, WarmStart::first, WarmStart::random,
                                  WarmStart::directional};
    if (start == FeatureWalkStart::cached) {
        const PairResult* result = find_pair(simulation.output, *pair_);
        if (result != nullptr && result->has_distance()) return result->start;
        StepOutput asked;
        if (world.query_pair(pair_->a, pair_->b, asked) && asked.pairs.front().has_distance())
            return asked.pairs.front().start;
    }
    const SupportTable table_a(question.a), table_b(question.b);
    const auto generation = [&world](BodyId id) { return std::uint64_t{world.bodies()[id].generation}; };
    // The seed is the same as in the world.
    const std::uint64_t seed = (generation(pair_->a) << 32) | generation(pair_->b);
    return make_start(kGuesses[static_cast<std::size_t>(start)], question.a, question.b,
                      inverse_rigid(question.world_from_a) * question.world_from_b,
                      {FeaturePair{}, seed, &table_a, &table_b});
}

void FeatureWalkPlayer::seek_requested() {
    step_ = std::min(requested_, replay_.steps.empty() ? 0 : replay_.steps.size() - 1);
}

void FeatureWalkPlayer::go_to(std::size_t step) {
    requested_ = replay_.steps.empty() ? step : std::min(step, replay_.steps.size() - 1);
    seconds_in_step_ = 0.0;
    seek_requested();
}

void FeatureWalkPlayer::go_by(int steps) {
    is_playing = false;
    const std::size_t back = static_cast<std::size_t>(std::max(-steps, 0));
    go_to(steps < 0 ? step_ - std::min(step_, back) : step_ + static_cast<std::size_t>(steps));
}

void FeatureWalkPlayer::advance(double seconds) {
    if (!is_playing || is_empty()) return;
    seconds_in_step_ += seconds;
    if (seconds_in_step_ < kStepSeconds) return;
    const std::size_t before = step_;
    go_to(step_ + 1);
    is_playing = step_ != before;
}

} // namespace boxwood
