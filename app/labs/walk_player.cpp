#include "app/labs/walk_player.hpp"

#include "app/labs/selection.hpp"
#include "collision/narrow_phase/start_guess.hpp"

#include <algorithm>

namespace boxwood {

void WalkPlayer::remember(const Simulation& simulation, const std::optional<BodyPair>& pair) {
    if (!pair) return;
    const PairResult* result = find_pair(simulation.output, *pair);
    cached_ = result && result->are_polytopes ? result->features : FeaturePair{};
}

void WalkPlayer::update(const Simulation& simulation, const std::optional<BodyPair>& pair) {
    const bool is_new = pair != pair_;
    pair_ = pair;
    replay_ = {};
    const CollisionWorld& world = simulation.world;
    if (!pair || !world.is_live(pair->a) || !world.is_live(pair->b)) return settle();
    const Body &a = world.bodies()[pair->a], &b = world.bodies()[pair->b];
    if (!a.shape->polytope() || !b.shape->polytope()) return settle();
    if (is_new) remember(simulation, pair);
    const WalkQuestion question{*a.shape->polytope(), *b.shape->polytope(), a.world_from_body,
                                b.world_from_body};
    replay_ = replay_walk(*find_narrow_phase(world.narrow_phase_name()), question, make_start_of(question));
    settle();
}

FeaturePair WalkPlayer::make_start_of(const WalkQuestion& question) const {
    if (start == WalkStart::cached) return cached_;
    if (start == WalkStart::farthest) return farthest_start(question);
    constexpr std::array kGuesses{StartGuess::stored, StartGuess::first, StartGuess::random,
                                  StartGuess::directional};
    const SupportTable table_a(question.a), table_b(question.b);
    const std::uint64_t seed = (std::uint64_t{pair_->a} << 32) | pair_->b;
    return make_start(kGuesses[static_cast<std::size_t>(start)], question.a, question.b,
                      inverse_rigid(question.world_from_a) * question.world_from_b,
                      {cached_, seed, &table_a, &table_b});
}

void WalkPlayer::settle() {
    step_ = std::min(wanted_, replay_.steps.empty() ? 0 : replay_.steps.size() - 1);
}

void WalkPlayer::go_to(std::size_t step) {
    wanted_ = replay_.steps.empty() ? step : std::min(step, replay_.steps.size() - 1);
    played_ = 0.0;
    settle();
}

void WalkPlayer::go_by(int steps) {
    is_playing = false;
    const std::size_t back = static_cast<std::size_t>(std::max(-steps, 0));
    go_to(steps < 0 ? step_ - std::min(step_, back) : step_ + static_cast<std::size_t>(steps));
}

void WalkPlayer::pass(double seconds) {
    if (!is_playing || is_empty()) return;
    played_ += seconds;
    if (played_ < kStepSeconds) return;
    const std::size_t before = step_;
    go_to(step_ + 1);
    is_playing = step_ != before;
}

} // namespace boxwood
