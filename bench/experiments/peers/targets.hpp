// What: the figures that this project set itself against the peers, each judged by the rows of one run.
// Units: as each target says.
// Invariants: nothing but the targets and what they ask against a library (cited_peers.hpp) is written down: our number, the
//     peer's and their ratio are read from the run. A target is reached if every row that it is about keeps it; by ratio it
//     is judged apart.
// Degenerate input: a target of which the run has no row is not run, and says what it would take. In a quick run no time is
//     judged, nor a ratio of times; memory is.
#pragma once

#include "bench/experiments/experiment.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// What a mesh stands for, by its size: baseline meshes are named after scans that are no part of the project.
// `smaller`: any of less than a million triangles, whichever it stands for; no mesh has it as its class.
enum class MeshClass : std::uint8_t { none, arm, bunny, horse, million, smaller };
MeshClass class_of_mesh(std::string_view name, std::size_t triangles);

struct Target {
    std::string_view workload;                                        // for people
    std::string_view file;                                            // of the comparing programs' results
    std::vector<std::pair<std::string_view, std::string_view>> where; // column and what stands there
    MeshClass mesh = MeshClass::none;                                 // none: whatever it is
    std::vector<std::string_view> ours, peers;                        // parts of names of methods; empty: all
    double most = 0.0;
    std::string_view unit;
    double per = 1.0; // a value of the file is divided by it
    std::string_view again_after =
        {}; // the workload that this one repeats right after itself, with the same figure
    // Whose cited figures ask for a ratio.
    std::string_view cited_as() const { return again_after.empty() ? workload : again_after; }
};
const std::vector<Target>& all_targets();

// Bytes per triangle, which no comparing program measures.
struct MemoryTarget {
    std::string_view workload, kind;
    double most;
};
std::span<const MemoryTarget> all_memory_targets();

// One claim per target, one more where it asks for a ratio, and a table with a row per mesh or size.
Result<ExperimentSection> judge_targets(const ExperimentRun& run);

} // namespace boxwood
