// What: runs a parameter sweep in a background job and publishes a partial result after each measurement run. Times are
//       processor time of the job's thread.
#pragma once

#include "app/jobs/job.hpp"
#include "engine/measure/sweeps/sweep_run.hpp"

namespace boxwood {

using SweepJob = Job<Status, SweepResult>;
Status run_sweep(Sweep sweep, SweepJob::Control& control);

} // namespace boxwood
