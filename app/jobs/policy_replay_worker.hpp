// What: replays a recorded deformation under every policy on a background thread.
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
    bool do_agree = true; // all policies agree in every frame
};

class PolicyReplayWorker {
  public:
    // Makes the configuration whose policies are compared; called on the worker's thread.
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

    std::mutex mutex_; // guards the members below
    std::optional<Result<ReplayResult>> outcome_;
    BackgroundTask task_; // last member, so that it is destroyed first
};

} // namespace boxwood
