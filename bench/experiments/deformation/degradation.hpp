// What: measures how much worse refitted trees are than rebuilt ones, for several meshes, seeds and sizes of an
//     inflated feature. The measure is the number of volume tests of queries, which does not depend on the machine.
// Units: rho is the number of volume tests with the refitted tree divided by the number with the rebuilt tree, at the
//     same poses.
// Invariants: if the two trees find different contacts, is_same_answer is false. The seed determines the placements
//     of the probe, the inflated vertex and the torn triangles.
// Source: [van den Bergen 1997] section 4.
// Oracle: tests/bench/experiments/degradation_test.cpp.
#pragma once

#include "bench/experiments/experiment.hpp"
#include "collision/query/any_hierarchy.hpp"

#include <string>
#include <vector>

namespace boxwood {

struct DegradationConfig {
    std::uint32_t triangles = 15'000; // approximate size of a mesh
    int seeds = 9;                    // fewer than six give no interval
    int poses = 12;                   // poses of a probe per seed
};
DegradationConfig quick_degradation();

// A deformation of the study: a deformer at its usual amplitude, an inflated feature of a given size, or folding into
// layers.
struct DegradationCase {
    std::string name;   // "twist", "inflate 0.10", "fold"
    std::string family; // "inflate"
};
std::vector<DegradationCase> list_degradation_cases();
std::vector<std::string_view> list_degradation_meshes();

// Costs of queries for all contacts with one probe at its poses.
struct ProbeCost {
    std::uint64_t refit_tests = 0, rebuild_tests = 0, contacts = 0;

    double rho() const { return static_cast<double>(refit_tests) / static_cast<double>(rebuild_tests); }
    // Additional tests per query due to refitting.
    double extra(int poses) const {
        return (static_cast<double>(refit_tests) - static_cast<double>(rebuild_tests)) / poses;
    }
};

struct DegradationRow {
    std::string_view mesh;
    DegradationCase deformation;
    std::uint64_t seed = 0;
    ProbeCost large{}; // a ring as wide as the mesh, at random positions on the mesh
    ProbeCost small{}; // a ring of few triangles, a tenth as wide as the mesh, at random positions on it
    ProbeCost at_feature{};     // the small ring at the inflated feature; only for "inflate"
    // Rho of the search for self-contacts of the mesh; 0 if there are too many self-contacts to compare.
    double self_rho = 0.0;
    double self_contacts = 0.0; // self-contacts per triangle
    double growth_high = 0.0;   // increase of the overlap of siblings by refitting, mean over depths 0 to 5
    double growth_low = 0.0;  // mean of this increase over the deeper half of the tree
    bool is_same_answer = false;
};

DegradationRow study_degradation(const DegradationConfig& config, std::string_view mesh,
                                 const DegradationCase& deformation, std::uint64_t seed);

std::vector<DegradationRow> study_all_degradation(const DegradationConfig& config, const ExperimentRun& run);

std::vector<ClaimResult> judge_degradation(std::span<const DegradationRow> rows);
Table degradation_table(std::span<const DegradationRow> rows, int poses); // medians over the seeds
Table blow_up_table(std::span<const DegradationRow> rows, int poses);
draw::Sheet draw_degradation(std::span<const DegradationRow> rows);

} // namespace boxwood
