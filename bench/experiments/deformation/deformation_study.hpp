// What: the cost of refitting for queries, per family and amplitude, relative to a rebuilt tree; refit
//     against rebuild over sizes; every update policy on the same frames.
// Units: milliseconds of the supplied clock; rho is volume tests of the refitted tree divided by those of the rebuilt
//     one, over the same poses.
// Invariants: counts do not depend on the machine. Both trees, and all policies, give the same contacts, or the row says
//     so.
// Source: [van den Bergen 1997] section 4.
// Oracle: tests/bench/experiments/deformation_study_test.cpp: the queries one by one.
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
    std::uint32_t triangles = 15360; // of the deformed torus knot, approximately
    // Multiples of each deformer's usual amplitude.
    std::vector<double> amplitudes{0.125, 0.25, 0.5, 1.0, 2.0};
    int poses = 12; // of the rigid mesh
    std::vector<std::uint32_t> sizes{1000, 10000, 100000, 1000000};
    std::uint32_t replay_triangles = 3840;
    int replay_frames = 240; // one period
    int repeats = 3;         // reports the minimum time of this many runs
    int size_repeats = 11;   // over sizes; at least six, fewer give no interval
};
DeformationStudyConfig quick_study();

struct FamilyRow {
    HierarchyConfig hierarchy;
    std::string_view family;
    double amplitude = 0.0, times_usual = 0.0;
    double refit_ms = 0.0, rebuild_ms = 0.0;
    double refit_query_ms = 0.0, rebuild_query_ms = 0.0; // of all poses together
    std::uint64_t refit_tests = 0, rebuild_tests = 0;    // of volumes
    std::uint64_t contacts = 0;
    double inflation = 1.0;                             // of the refitted tree relative to its build
    std::vector<double> refit_overlap, rebuild_overlap; // at each depth
    bool is_same_answer = false;
    double rho() const {
        return ratio_to(static_cast<double>(refit_tests), static_cast<double>(rebuild_tests));
    }
    // The number of queries (of one pose) after which a rebuild has paid off; negative: never.
    double break_even(int poses) const;
};

struct SizeRow {
    std::uint32_t triangles = 0;
    std::vector<double> refit_ms, rebuild_ms;         // of each repeat, in turn
    std::uint64_t refit_tests = 0, rebuild_tests = 0; // of volumes, over the same poses

    Interval speed_up() const; // rebuild over refit, median of the repeats
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
    std::vector<FamilyRow> families; // with the paper's trees: bvh of AABBs by spatial median
    std::vector<FamilyRow> kinds;    // with other trees, at the usual amplitude
    std::vector<SizeRow> sizes;
    std::vector<Replay> replays;
};

inline const HierarchyConfig kPaperTree{"bvh2", "aabb", "midpoint", 1};
// Other commonly used trees.
std::vector<HierarchyConfig> list_other_trees();

FamilyRow study_family(const DeformationStudyConfig& config, const Deformer& deformer, double times_usual,
                       const HierarchyConfig& hierarchy, Clock clock);
SizeRow study_size(const DeformationStudyConfig& config, std::uint32_t triangles, Clock clock);
// Every policy with its usual parameter, on the same frames, interleaved frame by frame.
Replay replay_policies(const DeformationStudyConfig& config, const Deformer& deformer, Clock clock);

std::vector<ClaimResult>
judge_deformation(const DeformationResults& results); // what degradation.hpp does not judge

Table families_table(const DeformationResults& results);
Table kinds_table(const DeformationResults& results);
Table levels_table(const DeformationResults& results);
Table sizes_table(const DeformationResults& results);
Table replays_table(const DeformationResults& results);
std::string sentences(const DeformationResults& results); // one per family

} // namespace boxwood
