// What: compares queries on refitted trees with queries on rebuilt trees, per deformation family and amplitude. Also
//     compares refit with rebuild for several mesh sizes, and runs every update policy on the same frames.
// Units: milliseconds of the supplied clock. rho is the number of volume tests with the refitted tree divided by the
//     number with the rebuilt tree, at the same poses.
// Invariants: counts do not depend on the machine. If the trees or policies find different contacts, is_same_answer is
//     false.
// Source: [van den Bergen 1997] section 4.
// Oracle: single queries in tests/bench/experiments/deformation_study_test.cpp.
#pragma once

#include "engine/deform/deforming_pair.hpp"
#include "engine/deform/policies/policy_ranking.hpp"
#include "engine/measure/claims/claim_result.hpp"
#include "engine/measure/statistics.hpp"
#include "engine/measure/table.hpp"

#include <span>
#include <string>
#include <vector>

namespace boxwood {

struct DeformationStudyConfig {
    std::uint32_t triangles = 15360; // approximate size of the deformed torus knot
    // Multiples of each deformer's usual amplitude; the deformer's largest amplitude limits them.
    std::vector<double> amplitudes{0.125, 0.25, 0.5, 1.0, 2.0};
    int poses = 12; // number of poses of the rigid mesh
    std::vector<std::uint32_t> sizes{1000, 10000, 100000, 1000000};
    std::uint32_t replay_triangles = 3840;
    int replay_frames = 240; // one period
    int repeats = 3;         // the shortest time of these runs is reported
    int size_repeats = 11;   // runs per size; fewer than six give no interval
};
DeformationStudyConfig quick_study();

struct FamilyRow {
    HierarchyConfig hierarchy;
    std::string_view family;
    double amplitude = 0.0, times_usual = 0.0;
    double refit_ms = 0.0, rebuild_ms = 0.0;
    double refit_query_ms = 0.0, rebuild_query_ms = 0.0; // for all poses
    std::uint64_t refit_tests = 0, rebuild_tests = 0;    // volume tests
    std::uint64_t contacts = 0;
    double inflation = 1.0; // area of the refitted tree divided by its area after the build
    std::vector<double> refit_overlap, rebuild_overlap; // at each depth
    bool is_same_answer = false;
    double rho() const {
        return ratio_to(static_cast<double>(refit_tests), static_cast<double>(rebuild_tests));
    }
    // The number of queries, each at one pose, after which a rebuild instead of a refit has saved time. Negative if it
    // never saves time: the queries on the rebuilt tree take no less time or no fewer tests. Otherwise 0 if the rebuild
    // takes no more time than the refit.
    double break_even(int poses) const;
};

struct SizeRow {
    std::uint32_t triangles = 0;
    std::vector<double> refit_ms, rebuild_ms;         // one per repeat, measured alternately
    std::uint64_t refit_tests = 0, rebuild_tests = 0; // volume tests at the same poses

    Interval speed_up() const; // time of rebuild divided by time of refit, median of the repeats
    double rho() const {
        return ratio_to(static_cast<double>(refit_tests), static_cast<double>(rebuild_tests));
    }
};

struct Replay {
    std::string_view family;
    std::vector<PolicyTotals> policies;
    std::string sentence;
    bool is_same_answer = true;
};

struct DeformationResults {
    DeformationStudyConfig config;
    std::vector<FamilyRow> families; // with the paper's trees: AABBs, spatial median
    std::vector<FamilyRow> kinds;    // with other trees, at the usual amplitude
    std::vector<SizeRow> sizes;
    std::vector<Replay> replays;
};

inline const HierarchyConfig kPaperTree{"bvh2", "aabb", "midpoint", 1};
// Returns other commonly used trees.
std::vector<HierarchyConfig> list_other_trees();

FamilyRow study_family(const DeformationStudyConfig& config, const Deformer& deformer, double times_usual,
                       const HierarchyConfig& hierarchy, Clock clock);
SizeRow study_size(const DeformationStudyConfig& config, std::uint32_t triangles, Clock clock);
// Runs every policy with its default parameter on the same frames, alternating after each frame.
Replay replay_policies(const DeformationStudyConfig& config, const Deformer& deformer, Clock clock);

std::vector<ClaimResult>
judge_deformation(const DeformationResults& results); // claims that degradation.hpp does not judge

Table families_table(const DeformationResults& results);
Table kinds_table(const DeformationResults& results);
Table levels_table(const DeformationResults& results);
Table sizes_table(const DeformationResults& results);
Table replays_table(const DeformationResults& results);
std::string sentences(const DeformationResults& results); // one per family

} // namespace boxwood
