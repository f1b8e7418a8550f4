// What: a recorded deformation replayed under every policy, on a thread of its own.
// Units: as in engine/deform/policy_run.hpp; times are processor time of the thread.
// Invariants: it has its own meshes and trees, and shares no data with the frame.
#pragma once

#include "app/jobs/background_task.hpp"
#include "engine/deform/deforming_pair.hpp"
#include "engine/deform/policy_ranking.hpp"

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

struct ReplayResult {
    std::vector<PolicyTotals> policies;
    std::string sentence;
    std::size_t frames = 0;
    bool do_agree = true; // all policies, in every frame
};

class PolicyReplayWorker {
  public:
    // What `describe` returns, on the worker's thread: its policies are those to be compared.
    using Describe = std::function<DeformingPairConfig()>;
    void start(Describe describe, std::vector<double> recording);
    void cancel() { task_.cancel(); }
    void wait() { task_.wait(); }
    bool is_running() const { return task_.is_running(); }
    double progress() const { return task_.progress(); }
    double seconds() const { return task_.seconds(); }

    std::optional<Result<ReplayResult>> take_result(); // once, when done

  private:
    Result<ReplayResult> work(const DeformingPairConfig& config, const std::vector<double>& recording);

    std::mutex mutex_; // of what follows
    std::optional<Result<ReplayResult>> outcome_;
    BackgroundTask task_; // last, so that it ends first
};

} // namespace boxwood
