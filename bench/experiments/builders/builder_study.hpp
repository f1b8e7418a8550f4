// What: compares builders in the setting of the AABB-tree paper: the cost of building their trees and of querying them.
// Units: as the columns say; counts are per query.
// Invariants: every builder's tree gives the same answers, or the study is an Error. Counts do not depend on the
//     machine.
// Source: [van den Bergen 1997] sections 3 and 5; RTR 17.3.1.
#pragma once

#include "bench/experiments/experiment.hpp"
#include "bench/experiments/placements.hpp"

#include <functional>

namespace boxwood {

inline constexpr std::size_t kPoseBatches = 12; // of placements, for intervals

struct BuilderRow {
    std::string builder;
    double build_ns = 0.0; // per triangle
    double query_us = 0.0;
    double volume_tests = 0.0, triangle_tests = 0.0; // per query
    double volume_sum = 0.0, area_cost = 0.0;        // of all nodes by the root's; surface-area heuristic
    std::uint32_t depth = 0;
    std::vector<double> tests_of_batch{}; // volume tests
};

struct BuilderResults {
    std::string_view model;
    std::size_t triangles = 0;
    std::vector<BuilderRow> rows;
    bool is_assembly = false; // of machine parts

    const BuilderRow& of(std::string_view builder) const; // requires that the builder is part of the study
    double tests(std::string_view builder, std::size_t batch) const {
        return of(builder).tests_of_batch[batch];
    }
};

Result<std::vector<BuilderResults>> study_builders(const ExperimentRun& run,
                                                   std::span<const std::string_view> builders);

Table builder_table(std::string name, std::string caption, std::span<const BuilderResults> results);
// Volume tests per query, and time to build, one panel per model each.
Picture builder_picture(std::string name, std::string title, std::span<const BuilderResults> results,
                        double BuilderRow::*value, std::string unit, bool is_log);

// `of` is evaluated for every model that is no assembly, and batch. Of a source: the key of its claim, which has the
// rule.
struct BuilderClaim {
    const char* key;
    double (*of)(const BuilderResults& results, std::size_t batch);
};
ClaimResult judge(const BuilderClaim& claim, std::span<const BuilderResults> results);

// A question of this project: tests whether all values lie in [low, high].
struct BuilderTest {
    const char *shape, *source, *test;
    double (*of)(const BuilderResults& results);
    double low, high;
    Basis basis = Basis::counts;
};
ClaimResult judge(const BuilderTest& test, std::span<const BuilderResults> results);

} // namespace boxwood
