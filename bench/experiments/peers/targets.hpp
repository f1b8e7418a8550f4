// What: the project's performance targets against the peers, each checked on the rows of one run.
// Units: as each target says.
// Invariants: only the targets and their ratios to cited libraries (cited_peers.hpp) are stored: our number, the peer's
//     and their ratio are read from the run. A target is reached if every row of it reaches the figure; its ratio is
//     checked separately.
// Degenerate input: a target without rows in the run is not run, and says what it would take. A quick run checks no
//     time and no ratio of times; it checks memory.
#pragma once

#include "bench/experiments/experiment.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// The class of a mesh by its size: baseline meshes are named after scans that are not part of the project. `smaller`:
// any of less than a million triangles, whichever class it has; no mesh has it as its class.
enum class MeshClass : std::uint8_t { none, arm, bunny, horse, million, smaller };
MeshClass class_of_mesh(std::string_view name, std::size_t triangles);

struct Target {
    std::string_view workload;                                        // for display
    std::string_view file;                                            // of the comparison programs' results
    std::vector<std::pair<std::string_view, std::string_view>> where; // column and its value
    MeshClass mesh = MeshClass::none;                                 // none: any
    // Substrings of method names; empty: all.
    std::vector<std::string_view> ours, peers;
    double most = 0.0;
    std::string_view unit;
    double per = 1.0; // divisor of the file's values
    std::string_view again_after =
        {}; // the workload that this one repeats right after itself, with the same figure
    // The workload whose cited figures define the ratio.
    std::string_view cited_as() const { return again_after.empty() ? workload : again_after; }
};
const std::vector<Target>& all_targets();

// Bytes per triangle, which no comparison program measures.
struct MemoryTarget {
    std::string_view workload, kind;
    double most;
};
std::span<const MemoryTarget> all_memory_targets();

// One claim per target, one more if it defines a ratio, and a table with a row per mesh or size.
Result<ExperimentSection> judge_targets(const ExperimentRun& run);

} // namespace boxwood
