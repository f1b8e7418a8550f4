// What: the project's performance targets, judged by the rows of one run.
// Units: each target names its unit.
// Invariants: only the targets and the figures of cited libraries (cited_peers.hpp) are written in the code. Times
//     and ratios come from the run. A target is reached if the values of all of its rows are at most
//     Target::most. The ratio of a target is judged separately.
// Degenerate input: a target without rows in the run is not judged. A quick run judges memory, but not times or
//     ratios of times.
#pragma once

#include "bench/experiments/experiment.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// The class of a mesh: `arm` by its name, the others by its size. bunny, horse and arm are scans that are not part of
// the project. A target of class `smaller` applies to all meshes with less than a million triangles;
// class_of_mesh() never returns it.
enum class MeshClass : std::uint8_t { none, arm, bunny, horse, million, smaller };
MeshClass class_of_mesh(std::string_view name, std::size_t triangles);

struct Target {
    std::string_view workload;                                        // for display
    std::string_view file;                                            // name of the comparison program's file
    std::vector<std::pair<std::string_view, std::string_view>> where; // required values of columns
    MeshClass mesh = MeshClass::none;                                 // none: any mesh
    // Parts of method names; empty: all methods.
    std::vector<std::string_view> ours, peers;
    double most = 0.0;
    std::string_view unit;
    double per = 1.0; // divides the values of the file
    // The workload that this one repeats with warm caches and the same figure; empty if it repeats none.
    std::string_view repeated_workload = {};
    // The workload with the cited figures that define the ratio.
    std::string_view cited_as() const { return repeated_workload.empty() ? workload : repeated_workload; }
};
const std::vector<Target>& all_targets();

// Bytes per triangle, which no comparison program measures.
struct MemoryTarget {
    std::string_view workload, kind;
    double most;
};
std::span<const MemoryTarget> all_memory_targets();

// Returns one claim per target, a second claim if the target has a ratio, one claim per memory target, and a table with
// a row for each row of the run that a target applies to.
Result<ExperimentSection> judge_targets(const ExperimentRun& run);

} // namespace boxwood
