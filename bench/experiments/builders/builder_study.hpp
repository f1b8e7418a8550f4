// What: compares builders in the setting of the AABB-tree paper, by the costs of building and of querying their trees.
// Units: named by the columns; counts are per query.
// Invariants: if the trees of two builders give different answers, the study returns an Error. Counts do not depend on
//     the machine.
// Source: [van den Bergen 1997] sections 3 and 5; RTR 17.3.1.
#pragma once

#include "bench/experiments/experiment.hpp"
#include "bench/experiments/placements.hpp"

#include <functional>

namespace boxwood {

inline constexpr std::size_t kPoseBatches = 12; // number of batches of placements, for confidence intervals

struct BuilderRow {
    std::string builder;
    double build_ns = 0.0; // per triangle
    double query_us = 0.0;
    double volume_tests = 0.0, triangle_tests = 0.0; // per query
    // Sum of the volumes of all nodes divided by the root's volume; cost by the surface area heuristic.
    double volume_sum = 0.0, area_cost = 0.0;
    std::uint32_t depth = 0;
    std::vector<double> tests_of_batch{}; // volume tests per batch
};

struct BuilderResults {
    std::string_view model;
    std::size_t triangles = 0;
    std::vector<BuilderRow> rows;
    bool is_assembly = false; // an assembly of machine parts

    const BuilderRow& row(std::string_view builder) const; // requires that the study contains the builder
    double tests(std::string_view builder, std::size_t batch) const {
        return row(builder).tests_of_batch[batch];
    }
};

Result<std::vector<BuilderResults>> study_builders(const ExperimentRun& run,
                                                   std::span<const std::string_view> builders);

Table builder_table(std::string name, std::string caption, std::span<const BuilderResults> results);
// A picture of `value`, with one panel per model.
Picture builder_picture(std::string name, std::string title, std::span<const BuilderResults> results,
                        double BuilderRow::*value, std::string unit, bool is_log);

// A claim of a source. The list of claims contains the rule with this `key`. value() is evaluated for every batch of
// every model that is not an assembly.
struct BuilderClaim {
    const char* key;
    double (*value)(const BuilderResults& results, std::size_t batch);
};
ClaimResult judge(const BuilderClaim& claim, std::span<const BuilderResults> results);

// A claim of this project: all values are in [low, high].
struct BuilderTest {
    const char *shape, *source, *test;
    double (*value)(const BuilderResults& results);
    double low, high;
    Basis basis = Basis::counts;
};
ClaimResult judge(const BuilderTest& test, std::span<const BuilderResults> results);

} // namespace boxwood
