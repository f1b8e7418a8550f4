// Compares three ways to build a hierarchy: top-down, agglomerative and by insertion.
#include "bench/experiments/builders/builder_study.hpp"

#include <array>

namespace boxwood {
namespace {

constexpr std::array<std::string_view, 6> kWays{"midpoint",  "binned-volume",      "agglomerative",
                                                "insertion", "insertion-shuffled", "lbvh"};

constexpr std::array kWaysTests{
    BuilderTest{"insertion in random order gives no worse a tree than insertion in the mesh's order", "own",
                "volume tests: random order / mesh's order; at most 1 on every model",
                [](const BuilderResults& m) {
                    return m.row("insertion-shuffled").volume_tests / m.row("insertion").volume_tests;
                },
                0.0, 1.0},
    BuilderTest{"the agglomerative builder gives the smallest sum of node volumes", "own",
                "sum of volumes: agglomerative / smallest of the other builders; at most 1 on every model",
                [](const BuilderResults& m) {
                    double least = 1e300;
                    for (const BuilderRow& row : m.rows)
                        if (row.builder != "agglomerative") least = std::min(least, row.volume_sum);
                    return m.row("agglomerative").volume_sum / least;
                },
                0.0, 1.0},
    BuilderTest{
        "a top-down tree needs at most 5 % more volume tests than the best agglomerative or insertion tree",
        "own",
        "volume tests: binned-volume / fewest of agglomerative and both insertions; at most 1.05 on every "
        "model",
        [](const BuilderResults& m) {
            return m.row("binned-volume").volume_tests /
                   std::min({m.row("agglomerative").volume_tests, m.row("insertion").volume_tests,
                             m.row("insertion-shuffled").volume_tests});
        },
        0.0, 1.05},
    BuilderTest{"a top-down build takes less time than an agglomerative build and than insertion", "own",
                "build time: binned-volume / faster of agglomerative and insertion; below 1 on every model",
                [](const BuilderResults& m) {
                    return m.row("binned-volume").build_ns /
                           std::min(m.row("agglomerative").build_ns, m.row("insertion").build_ns);
                },
                0.0, 0.9999, Basis::times},
};

Result<ExperimentResult> run_ways(const ExperimentRun& run) {
    const Result<std::vector<BuilderResults>> results = study_builders(run, kWays);
    if (!results) return results.error();
    ExperimentSection section{
        "",
        "Top-down: midpoint (as in the paper) and binned-volume. Agglomerative: builds bottom-up by joining "
        "the two clusters with the smallest common box, searched in windows along a Morton curve. Insertion: "
        "adds each triangle where the volumes grow least. lbvh: splits the Morton order of the triangles. "};
    section.pictures = {builder_picture("tests", "Volume tests by method", *results,
                                        &BuilderRow::volume_tests, "volume tests per query", false),
                        builder_picture("builds", "Time to build by method", *results, &BuilderRow::build_ns,
                                        "ns per triangle to build", true)};
    for (const BuilderTest& test : kWaysTests) section.claims.push_back(judge(test, *results));
    section.tables = {
        builder_table("ways", "Trees of boxes by construction method, one triangle per leaf", *results)};
    return ExperimentResult{{std::move(section)},
                            "The setting of the AABB-tree paper's tables: two copies placed at random, about "
                            "60 % intersecting, first contact, full SAT."};
}

} // namespace

extern const Experiment kBuildersWays{"builders-ways", "Top-down, agglomerative or insertion?",
                                      "[Akenine-Möller 2008] section 17.3.1", run_ways};

} // namespace boxwood
