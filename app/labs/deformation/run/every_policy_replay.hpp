// What: replays the recording of the deformation lab under every policy, on a background thread, and stores the result.
#pragma once

#include "app/jobs/policy_replay_job.hpp"
#include "app/labs/deformation/setup/deformation_plan.hpp"
#include "app/labs/settings/settings.hpp"

#include <optional>
#include <utility>

namespace boxwood {

class EveryPolicyReplay {
  public:
    void add_setting(SettingTable& io_table);
    // The setting has requested a replay, which waits for enough frames.
    bool is_wanted() const { return is_wanted_; }
    bool take_wanted() { return std::exchange(is_wanted_, false); }

    void start(const DeformingPair& pair, const DeformationPlan& plan);
    void cancel() { job_.cancel(); }
    void clear() { // call it when the recorded frames are dropped
        cancel();
        result_.reset();
    }
    void wait() { job_.wait(); }
    Status take_result(); // returns the Error if the replay failed
    bool is_busy() const { return job_.is_busy(); }
    double progress() const { return job_.progress(); }
    double seconds() const { return job_.seconds(); }
    // The result of the last replay; none: no replay has finished since the last start() or clear().
    const std::optional<ReplayResult>& result() const { return result_; }

  private:
    // A replay is requested. It starts at the end of a headless run, or in a window after a full period.
    bool is_wanted_ = false;
    PolicyReplayJob job_;
    std::optional<ReplayResult> result_;
};

} // namespace boxwood
