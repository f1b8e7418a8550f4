#include "app/jobs/pair_oracle_worker.hpp"

namespace boxwood {

void PairOracleWorker::cancel() {
    task_.cancel();
    const std::scoped_lock lock(mutex_);
    outcome_.reset();
}

void PairOracleWorker::start(PosedMesh a, PosedMesh b, std::vector<ShownHierarchy> hierarchies,
                             std::shared_ptr<const void> owner) {
    cancel();
    task_.start([this, a, b, shown = std::move(hierarchies), kept = std::move(owner)] {
        PairAnswer answer{.pairs = {},
                          .nesting = Nesting::none,
                          .defects = find_defects(shown),
                          .hierarchies = shown.size()};
        answer.pairs = find_all_by_brute_force(a, b, [this](double share) {
            task_.set_progress(share);
            return !task_.is_cancelled();
        });
        if (task_.is_cancelled()) return;
        if (answer.pairs.empty()) answer.nesting = find_nesting_by_brute_force(a, b);
        const std::scoped_lock lock(mutex_);
        outcome_ = std::move(answer);
    });
}

std::optional<PairAnswer> PairOracleWorker::take_result() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(outcome_, std::nullopt);
}

} // namespace boxwood
