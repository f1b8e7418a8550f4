// What: results as comma-separated text: every run, the estimates per point, the verdicts.
// Units: in the headings; times in milliseconds per frame. Numbers are the shortest that read back equal.
#pragma once

#include "engine/experiments/claims.hpp"

#include <string>

namespace boxwood {

// A row per run: graph, parameter, its value, kind of box, seed, every measure, state hash.
std::string runs_csv(Results results);
// A row per point, kind of box and measure: mean, median and the 95 % interval over the seeds.
std::string graph_csv(const SweepResult& result);
std::string claims_csv(std::span<const Finding> findings);

} // namespace boxwood
