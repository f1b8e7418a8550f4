// What: replays a recorded deformation under every update policy in a background job, with its own meshes and
//       hierarchies.
// Units: see engine/deform/policies/policy_run.hpp; times are processor time of the job's thread.
#pragma once

#include "app/jobs/job.hpp"
#include "engine/deform/deforming_pair.hpp"
#include "engine/deform/policies/policy_ranking.hpp"

#include <string>
#include <vector>

namespace boxwood {

struct ReplayResult {
    std::vector<PolicyTotals> policies;
    std::string sentence;
    std::size_t frames = 0;
    bool all_policies_agree = true; // in every frame
};

using PolicyReplayJob = Job<Result<ReplayResult>>;
// After a cancellation, the result has no policies.
Result<ReplayResult> replay_policies(const DeformingPairConfig& config, const std::vector<double>& recording,
                                     PolicyReplayJob::Control& control);

} // namespace boxwood
