// What: measures the data of Tables 1 to 3 of the AABB-tree paper: counts and times of a query for each model,
//     arithmetic, tree, test and batch of placements, and the times of construction and refit.
// Units: given by the names; counts and times of a sample are means per query of the batch.
// Invariants: if, at any placement, the answer of a tree differs from the library's exact query, the measurement
//     returns an Error. Counts do not depend on the machine.
// Source: [van den Bergen 1997] section 5.
#pragma once

#include "bench/experiments/experiment.hpp"
#include "bench/experiments/placements.hpp"
#include "bench/experiments/solid/paper_trees.hpp"

#include <array>
#include <vector>

namespace boxwood {

enum class Arithmetic : std::uint8_t { float32, float64, library };
inline constexpr std::array kArithmetics{Arithmetic::float32, Arithmetic::float64, Arithmetic::library};
const char* arithmetic_name(Arithmetic arithmetic); // "float", "double", "library"
const char* volume_name(PaperVolume volume);        // "obb", "aabb"

struct PaperSample {
    double box_tests = 0.0, triangle_tests = 0.0;
    double box_us = 0.0, triangle_us = 0.0;

    double total_us() const { return box_us + triangle_us; }
    double triangle_share() const;
    double box_ns() const { return 1e3 * box_us / box_tests; }
};

struct MakingTimes { // times of one repeat, with the library's trees
    double build_obb_ms = 0.0, build_aabb_ms = 0.0, refit_aabb_ms = 0.0;
};

struct PaperModel {
    std::string_view name;
    std::size_t triangles = 0, queries_per_batch = 0;
    double hit_share = 0.0, side = 0.0;
    std::array<std::vector<PaperSample>, 12> samples; // indexed by sample_index(); one sample per batch
    std::vector<MakingTimes> making;

    static std::size_t sample_index(Arithmetic arithmetic, PaperVolume volume, PaperTest test) {
        return 4 * static_cast<std::size_t>(arithmetic) + 2 * static_cast<std::size_t>(volume) +
               static_cast<std::size_t>(test);
    }
    std::size_t batches() const { return samples[0].size(); }
    const PaperSample& sample(Arithmetic arithmetic, PaperVolume volume, PaperTest test,
                              std::size_t batch) const {
        return samples[sample_index(arithmetic, volume, test)][batch];
    }
};

// Requires that `batches` divides the number of placements.
Result<PaperModel> measure_paper_model(const PlacedModel& model, std::size_t batches,
                                       const ExperimentRun& run);

} // namespace boxwood
