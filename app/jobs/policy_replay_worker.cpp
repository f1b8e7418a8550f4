#include "app/jobs/policy_replay_worker.hpp"

#include "app/jobs/thread_clock.hpp"

#include <utility>

namespace boxwood {

void PolicyReplayWorker::start(Describe describe, std::vector<double> recording) {
    task_.cancel();
    outcome_.reset();
    task_.start([this, described = std::move(describe), frames = std::move(recording)] {
        Result<ReplayResult> outcome = work(described(), frames);
        if (task_.is_cancelled()) return;
        const std::scoped_lock lock(mutex_);
        outcome_ = std::move(outcome);
    });
}

Result<ReplayResult> PolicyReplayWorker::work(const DeformingPairConfig& config,
                                              const std::vector<double>& recording) {
    Result<DeformingPair> pair = DeformingPair::make(config);
    if (!pair) return pair.error();
    ReplayResult outcome;
    for (const double at : recording) {
        if (task_.is_cancelled()) return outcome;
        if (Status status = pair->run_frame_at(at, thread_milliseconds); !status) return status.error();
        outcome.do_agree = outcome.do_agree && pair->policies_agree();
        task_.set_progress(static_cast<double>(++outcome.frames) / static_cast<double>(recording.size()));
    }
    PolicyRanking standings;
    standings.catch_up(pair->runs());
    outcome.policies = standings.totals();
    outcome.sentence = standings.tell();
    return outcome;
}

std::optional<Result<ReplayResult>> PolicyReplayWorker::take_result() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(outcome_, std::nullopt);
}

} // namespace boxwood
