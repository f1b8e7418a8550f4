// What: how much worse refitted trees are than rebuilt ones, over several meshes, seeds and sizes of an inflated
//       feature: by volume tests of queries, which do not depend on the machine.
// Units: rho is volume tests with the refitted tree divided by those with the rebuilt one, over the same poses.
// Invariants: both trees give the same contacts at every pose, or the row says so. A seed chooses the placements of the
//     probe, the inflated vertex and the torn triangles.
// Source: [van den Bergen 1997] section 4.
// Oracle: tests/bench/experiments/degradation_test.cpp.
#pragma once

#include "bench/experiments/experiment.hpp"
#include "collision/query/any_hierarchy.hpp"

#include <string>
#include <vector>

namespace boxwood {

struct DegradationConfig {
    std::uint32_t triangles = 15'000; // of a mesh, approximately
    int seeds = 9;                    // at least six: fewer give no interval
    int poses = 12;                   // of a probe, per seed
};
DegradationConfig quick_degradation();

// A deformation of the study: a deformer at its usual amplitude, a feature of some size that is inflated tenfold, or
// folding to layers.
struct DegradationCase {
    std::string name;   // "twist", "inflate 0.10", "fold"
    std::string family; // "inflate"
};
std::vector<DegradationCase> list_degradation_cases();
std::vector<std::string_view> list_degradation_meshes();

// One probe at its poses, queried for all contacts.
struct ProbeCost {
    std::uint64_t refit_tests = 0, rebuild_tests = 0, contacts = 0;

    double rho() const { return static_cast<double>(refit_tests) / static_cast<double>(rebuild_tests); }
    // Tests per query that refitting adds.
    double extra(int poses) const {
        return (static_cast<double>(refit_tests) - static_cast<double>(rebuild_tests)) / poses;
    }
};

struct DegradationRow {
    std::string_view mesh;
    DegradationCase deformation;
    std::uint64_t seed = 0;
    ProbeCost large{};      // a ring as wide as the mesh, at random places on it
    ProbeCost small{};      // a ring of few triangles and a tenth of that size, at random places on the mesh
    ProbeCost at_feature{}; // the small one at the inflated feature; only of "inflate"
    double self_rho = 0.0;      // of the search for contacts of the mesh with itself; 0: not searched
    double self_contacts = 0.0; // per triangle
    double growth_high = 0.0;   // of the siblings' overlap by refitting, mean over depths 0 to 5
    double growth_low = 0.0;    // the same in the deeper half
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
