// What: an experiment as data: its question, its source, and the results of a run: tables, pictures and checked claims,
//     from which files and the report page are generated.
// Invariants: an experiment opens no file, owns no clock and starts no thread; the same run and seed give the same
//     counts. If two answers disagree, it returns an Error instead of numbers. A quick run produces every table and
//     every relation that rests on counts, on small input.
// To add one: bench/experiments/experiment_<name>.cpp and its line in all_experiments.cpp.
#pragma once

#include "bench/experiments/claims/source_claims.hpp"
#include "collision/core/executor.hpp"
#include "collision/core/result.hpp"
#include "engine/draw/sheet.hpp"
#include "engine/measure/claims/claim_result.hpp"
#include "engine/measure/table.hpp"
#include "engine/sim/simulation.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// A file that another program of the same run wrote: results of the peers.
struct OtherResult {
    std::string name; // "mesh_pairs"
    std::string csv;
};

struct ExperimentRun {
    bool is_quick = false; // small input, few repeats
    std::uint64_t seed = 1995;
    Clock clock = nullptr;      // milliseconds; null: times are 0
    Clock wall_clock = nullptr; // the same, for work that several threads share
    std::function<std::unique_ptr<Executor>(int threads)> make_executor{}; // none: one thread only
    std::uint64_t (*bytes_in_use)() = nullptr; // of the process; null: memory is 0
    std::span<const OtherResult> others{};
    std::function<void(const std::string&)> tell{}; // progress, one line per call; may be empty

    double now() const { return clock ? clock() : 0.0; }
    double wall() const { return wall_clock ? wall_clock() : 0.0; }
    std::uint64_t memory() const { return bytes_in_use ? bytes_in_use() : 0; }
    void say(const std::string& line) const {
        if (tell) tell(line);
    }
};

struct Picture {
    std::string name; // of the file, without extension
    std::string title;
    draw::Sheet sheet;
};

struct ExperimentSection {
    std::string title;  // empty: the experiment's only one
    std::string text{}; // a paragraph per line; may be empty
    std::vector<Picture> pictures{};
    std::vector<ClaimResult> claims{};
    std::vector<Table> tables{};
};

struct ExperimentResult {
    std::vector<ExperimentSection> sections;
    std::string method; // how it was measured, one paragraph
};

struct Experiment {
    // For the command line and the folder; experiments of a family share their first word.
    std::string_view name;
    std::string_view question;                                 // heading of the page
    std::string_view source;                                   // keys of docs/sources.md with sections
    Result<ExperimentResult> (*run)(const ExperimentRun& run); // through run_experiment()
};
std::span<const Experiment> all_experiments();

// Runs it; claims about times are not checked in a quick run.
Result<ExperimentResult> run_experiment(const Experiment& experiment, const ExperimentRun& run);

std::vector<ClaimResult> claims_of(const ExperimentResult& result);
Table make_claims_table(const ExperimentResult& result); // named "claims", with the section of each

inline constexpr float kPictureWidth = 1080.0f; // pixels, of every picture of an experiment
// The height of a printed page at that width: Letter, less its margins and a heading.
inline constexpr float kMaxPictureHeight = 1.2f * kPictureWidth;

} // namespace boxwood
