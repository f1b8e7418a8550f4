// What: the recording of the deformation lab replayed under every policy, on a background thread, and what it found.
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
    // The setting asks for a replay, once there are frames enough.
    bool is_wanted() const { return is_wanted_; }
    bool take_wanted() { return std::exchange(is_wanted_, false); }

    void start(const DeformingPair& pair, const DeformationPlan& plan);
    void cancel() { job_.cancel(); }
    void wait() { job_.wait(); }
    Status take_result(); // an Error of the replay
    bool is_busy() const { return job_.is_busy(); }
    double progress() const { return job_.progress(); }
    double seconds() const { return job_.seconds(); }
    // Of the last replay; none: there was none.
    const std::optional<ReplayResult>& result() const { return result_; }

  private:
    bool is_wanted_ = false; // after the last headless frame; in a window, after a whole period
    PolicyReplayJob job_;
    std::optional<ReplayResult> result_;
};

} // namespace boxwood
