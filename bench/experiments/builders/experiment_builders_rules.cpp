// Compares split rules: those of the AABB-tree paper, and later ones.
#include "bench/experiments/builders/builder_study.hpp"

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

constexpr std::array<std::string_view, 7> kBuilderRules{
    "midpoint", "object-median", "mean", "least-overlap", "principal-axis", "binned-sah", "binned-volume"};

constexpr std::array kClaims{
    BuilderClaim{"builders-rules/middle",
                 [](const BuilderResults& m, std::size_t batch) {
                     return m.tests("midpoint", batch) /
                            std::min({m.tests("object-median", batch), m.tests("mean", batch),
                                      m.tests("least-overlap", batch)});
                 }},
};

constexpr std::array kTests{
    BuilderTest{"binned-volume needs fewer volume tests than midpoint", "own",
                "volume tests: binned-volume / midpoint; below 1 on every model",
                [](const BuilderResults& m) {
                    return m.row("binned-volume").volume_tests / m.row("midpoint").volume_tests;
                },
                0.0, 0.9999},
    BuilderTest{"binned-volume needs fewer volume tests than binned-sah", "own",
                "volume tests: binned-volume / binned-sah; below 1 on every model",
                [](const BuilderResults& m) {
                    return m.row("binned-volume").volume_tests / m.row("binned-sah").volume_tests;
                },
                0.0, 0.9999},
};

Result<ExperimentResult> run_builder_rules(const ExperimentRun& run) {
    const Result<std::vector<BuilderResults>> results = study_builders(run, kBuilderRules);
    if (!results) return results.error();
    ExperimentSection section;
    section.pictures = {builder_picture("tests", "Volume tests by rule", *results, &BuilderRow::volume_tests,
                                        "volume tests per query", false),
                        builder_picture("builds", "Time to build by rule", *results, &BuilderRow::build_ns,
                                        "ns per triangle to build", true)};
    for (const BuilderClaim& claim : kClaims) section.claims.push_back(judge(claim, *results));
    for (const BuilderTest& test : kTests) section.claims.push_back(judge(test, *results));
    section.tables = {
        builder_table("rules", "Trees of boxes by split rule, one triangle per leaf", *results)};
    return ExperimentResult{{std::move(section)},
                            "The setting of the paper's tables: two copies placed at random, about 60 % "
                            "intersecting, first contact, full SAT."};
}

} // namespace

extern const Experiment kBuildersRules{"builders-rules", "Which split rule makes the better tree?",
                                       "[van den Bergen 1997] section 3", run_builder_rules};

} // namespace boxwood
