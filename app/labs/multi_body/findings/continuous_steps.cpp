#include "app/labs/multi_body/findings/continuous_steps.hpp"

namespace boxwood {

void ContinuousSteps::step(Simulation& io_simulation, Clock clock) {
    step_continuously(io_simulation, stops_bodies(), last_, clock);
    missed_.erase(io_simulation.frame);
    if (!last_.missed.empty()) missed_[io_simulation.frame] = last_.missed;
}

void ContinuousSteps::step_former(Simulation& io_simulation) const {
    ContinuousOutput ignored;
    step_continuously(io_simulation, stops_bodies(), ignored);
}

void ContinuousSteps::clear() {
    last_ = {};
    missed_.clear();
}

std::span<const SweptImpact> ContinuousSteps::missed(std::uint64_t frame) const {
    const auto found = missed_.find(frame);
    return found == missed_.end() ? std::span<const SweptImpact>() : found->second;
}

std::size_t ContinuousSteps::total_missed(std::uint64_t frame) const {
    std::size_t sum = 0;
    for (const auto& [number, missed] : missed_)
        if (number <= frame) sum += missed.size();
    return sum;
}

Setting ContinuousSteps::setting(std::function<void()> hook) {
    return choice({"continuous", "Continuous",
                   "Times of impact within a step: off computes none, as in the paper; report lists the "
                   "pairs that the step misses; on stops bodies at their first impact, so that none passes "
                   "through another at "
                   "any speed"},
                  {{"off"}, {"report"}, {"on"}}, 0, member(mode_, std::move(hook)))
        .segmented();
}

} // namespace boxwood
