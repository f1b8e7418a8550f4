// What: a sweep as the work of a job; partial results after each run. Times are processor time of its thread.
#pragma once

#include "app/jobs/job.hpp"
#include "engine/measure/sweeps/sweep_run.hpp"

namespace boxwood {

using SweepJob = Job<Status, SweepResult>;
Status run_sweep(Sweep sweep, SweepJob::Control& control);

} // namespace boxwood
