// What: a comparison of hierarchies as the work of a job, row by row. Times are processor time of its thread.
#pragma once

#include "app/jobs/job.hpp"
#include "engine/measure/hierarchy_comparison.hpp"

#include <vector>

namespace boxwood {

using ComparisonJob = Job<Status, std::vector<ComparisonRow>>; // partial: all rows so far
Status run_comparison(Comparison comparison, ComparisonJob::Control& control);

} // namespace boxwood
