// The list of experiments, in the order of the report, and the rules that apply to all of them.
#include "bench/experiments/experiment.hpp"

#include <array>

namespace boxwood {

extern const Experiment kIcollideGraphs, kIcollideControl, kIcollideClimb, kIcollideWalks, kGridCells,
    kSolidExits, kSolidTables, kVolumeTests, kBuildersRules, kBuildersWays, kBuildersText, kBuildersLazy,
    kVolumeClose, kShapes, kDeformation, kBoxTreeSides, kBoxTreeMemory, kBoxTreeFlops, kBoxTreeHoisting,
    kBoxTreeGrowth, kBoxTreeRules, kBoxTreeTumbling, kBoxTreeLookup, kBoxTreeShrink, kScalingTriangles,
    kScalingBodies, kScalingThreads, kFacade, kPeers;

std::span<const Experiment> all_experiments() {
    static const std::array kAll{kIcollideGraphs,
                                 kIcollideControl,
                                 kIcollideClimb,
                                 kIcollideWalks,
                                 kGridCells,
                                 kSolidExits,
                                 kSolidTables,
                                 kVolumeTests,
                                 kBuildersRules,
                                 kBuildersWays,
                                 kBuildersText,
                                 kBuildersLazy,
                                 kVolumeClose,
                                 kShapes,
                                 kDeformation,
                                 kBoxTreeSides,
                                 kBoxTreeMemory,
                                 kBoxTreeFlops,
                                 kBoxTreeHoisting,
                                 kBoxTreeGrowth,
                                 kBoxTreeRules,
                                 kBoxTreeTumbling,
                                 kBoxTreeLookup,
                                 kBoxTreeShrink,
                                 kScalingTriangles,
                                 kScalingBodies,
                                 kScalingThreads,
                                 kFacade,
                                 kPeers};
    return kAll;
}

Result<ExperimentResult> run_experiment(const Experiment& experiment, const ExperimentRun& run) {
    Result<ExperimentResult> result = experiment.run(run);
    if (!result) return result;
    for (const ExperimentSection& section : result->sections)
        for (const ClaimResult& claim : section.claims)
            if (kind_of(claim) == ClaimKind::reported && claim.key.empty())
                return Error{"a claim of a source has no key, and therefore no rule: " + claim.statement};
    if (!run.is_quick) return result;
    for (ExperimentSection& section : result->sections)
        for (ClaimResult& claim : section.claims) leave_time_unjudged(claim);
    return result;
}

std::vector<ClaimResult> claims_of(const ExperimentResult& result) {
    std::vector<ClaimResult> claims;
    for (const ExperimentSection& section : result.sections)
        claims.insert(claims.end(), section.claims.begin(), section.claims.end());
    return claims;
}

Table make_claims_table(const ExperimentResult& result) {
    Table table{
        "claims",
        "Claims and their verdicts",
        {"section", "key", "shape", "source", "figure", "test", "estimate", "verdict", "basis", "note"}};
    for (const ExperimentSection& section : result.sections)
        for (const ClaimResult& claim : section.claims)
            table.add({section.title, claim.key, claim.statement, claim.source, claim.figure, claim.test,
                       claim.estimate, verdict_name(claim), claim.basis == Basis::counts ? "counts" : "times",
                       claim.note});
    return table;
}

} // namespace boxwood
