// What: compares hierarchies in a background job and publishes the rows one after another. Times are processor time of
//       the job's thread.
#pragma once

#include "app/jobs/job.hpp"
#include "engine/measure/hierarchy_comparison.hpp"

#include <vector>

namespace boxwood {

using ComparisonJob = Job<Status, std::vector<ComparisonRow>>; // partial: all rows so far
Status run_comparison(Comparison comparison, ComparisonJob::Control& control);

} // namespace boxwood
