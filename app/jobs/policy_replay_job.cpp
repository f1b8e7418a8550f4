#include "app/jobs/policy_replay_job.hpp"

#include "app/jobs/thread_clock.hpp"

namespace boxwood {

Result<ReplayResult> replay_policies(const DeformingPairConfig& config, const std::vector<double>& recording,
                                     PolicyReplayJob::Control& control) {
    Result<DeformingPair> pair = DeformingPair::make(config);
    if (!pair) return pair.error();
    ReplayResult outcome;
    for (const double recorded : recording) {
        if (control.is_cancelled()) return outcome;
        if (Status status = pair->run_frame_at(recorded, thread_milliseconds); !status) return status.error();
        outcome.all_policies_agree = outcome.all_policies_agree && pair->policies_agree();
        control.set_progress(static_cast<double>(++outcome.frames) / static_cast<double>(recording.size()));
    }
    PolicyRanking standings;
    standings.catch_up(pair->runs());
    outcome.policies = standings.totals();
    outcome.sentence = standings.describe();
    return outcome;
}

} // namespace boxwood
