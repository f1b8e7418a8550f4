// What: writes the results of sweeps as tables: every run, and the estimates per point.
// Units: stated in the names of the measures; times are in milliseconds per frame.
// Invariants: each number is the shortest text that is read back as the same number.
#pragma once

#include "engine/measure/sweeps/sweep_result.hpp"
#include "engine/measure/table.hpp"

#include <span>

namespace boxwood {

// A row per run: number and name of the graph, value of the swept parameter, kind of box, seed, every measure, state
// hash.
Table runs_table(std::span<const SweepResult> results);
// A row per point, kind of box and measure: over the seeds, the mean, the median and the 95 % interval of the mean.
Table graph_table(const SweepResult& result);

} // namespace boxwood
