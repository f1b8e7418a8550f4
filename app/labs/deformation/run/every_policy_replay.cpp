#include "app/labs/deformation/run/every_policy_replay.hpp"

#include <span>
#include <vector>

namespace boxwood {

void EveryPolicyReplay::add_setting(SettingTable& io_table) {
    io_table.add(flag(
        {"replay", "",
         "Replays the recording under every policy: after the last frame of a headless run, or in a window "
         "after a full period"},
        false, member(is_wanted_)));
}

void EveryPolicyReplay::start(const DeformingPair& pair, const DeformationPlan& plan) {
    const std::span<const double> recording = pair.recording();
    result_.reset();
    job_.start([every = with_every_policy(plan), motion = pair.motion(),
                frames = std::vector<double>(recording.begin(), recording.end())](
                   PolicyReplayJob::Control& control) {
        return replay_policies(describe(every, motion), frames, control);
    });
}

Status EveryPolicyReplay::take_result() {
    std::optional<Result<ReplayResult>> outcome = job_.take_result();
    if (!outcome) return ok();
    if (!*outcome) return outcome->error();
    result_ = std::move(**outcome);
    return ok();
}

} // namespace boxwood
