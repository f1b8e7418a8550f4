// What: describes an experiment (its question, its source and its function) and the results of a run (tables,
//     pictures and judged claims). The report files and page are generated from these results.
// Invariants: an experiment opens no files, reads no clock except the clocks of the run, and starts threads only
//     through make_executor. The same run and seed give the same counts. If the answers of two compared methods
//     differ, the experiment returns an Error instead of numbers. A quick run uses small input, produces all tables,
//     and judges all claims about counts.
// To add an experiment: add a file experiment_<name>.cpp and a line in all_experiments.cpp.
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

// A CSV file that a program of bench/peers wrote in the same run.
struct OtherResult {
    std::string name; // "mesh_pairs"
    std::string csv;
};

struct ExperimentRun {
    bool is_quick = false; // small input, few repeats
    std::uint64_t seed = 1995;
    Clock clock = nullptr;      // milliseconds; null: times are 0
    Clock wall_clock = nullptr; // wall time in milliseconds, for work of several threads; null: times are 0
    std::function<std::unique_ptr<Executor>(int threads)> make_executor{}; // empty: only one thread
    std::uint64_t (*bytes_in_use)() = nullptr; // memory of the process; null: memory is 0
    std::span<const OtherResult> others{};
    std::function<void(const std::string&)> on_progress{}; // receives lines about the progress; can be empty

    double now() const { return clock ? clock() : 0.0; }
    double wall() const { return wall_clock ? wall_clock() : 0.0; }
    std::uint64_t memory() const { return bytes_in_use ? bytes_in_use() : 0; }
    void report_progress(const std::string& line) const {
        if (on_progress) on_progress(line);
    }
};

struct Picture {
    std::string name; // file name without extension
    std::string title;
    draw::Sheet sheet;
};

struct ExperimentSection {
    std::string title;  // empty: the experiment has only one section
    std::string text{}; // one paragraph per line; can be empty
    std::vector<Picture> pictures{};
    std::vector<ClaimResult> claims{};
    std::vector<Table> tables{};
};

struct ExperimentResult {
    std::vector<ExperimentSection> sections;
    std::string method; // one paragraph that describes the measurement
};

struct Experiment {
    // The experiment's name on the command line, and the name of its results folder. Experiments of a family have the
    // same first word.
    std::string_view name;
    std::string_view question;                                 // heading of the page
    std::string_view source;                                   // keys of docs/sources.md with sections
    Result<ExperimentResult> (*run)(const ExperimentRun& run); // called by run_experiment()
};
std::span<const Experiment> all_experiments();

// Runs an experiment. A quick run does not judge claims about times. Returns an Error if a claim of a source has no
// key, and therefore no rule.
Result<ExperimentResult> run_experiment(const Experiment& experiment, const ExperimentRun& run);

std::vector<ClaimResult> claims_of(const ExperimentResult& result);
Table make_claims_table(const ExperimentResult& result); // named "claims"; one row per claim

inline constexpr float kPictureWidth = 1080.0f; // width in pixels of every picture of an experiment
// The height of a page in Letter format, without margins and heading, at a width of kPictureWidth.
inline constexpr float kMaxPictureHeight = 1.2f * kPictureWidth;

} // namespace boxwood
