#include "bench/program/run_benches.hpp"

#include "app/cli/options/hierarchy_options.hpp"
#include "app/jobs/thread_clock.hpp"
#include "app/shell/build_info.hpp"
#include "app/shell/files/output_file.hpp"
#include "app/shell/files/sheet_png.hpp"
#include "bench/experiments/claims/claims_page.hpp"
#include "bench/experiments/kept_report.hpp"
#include "bench/experiments/report_page.hpp"
#include "bench/experiments/scaling/load_latency.hpp"
#include "bench/program/bench_shards.hpp"
#include "bench/program/report_folder.hpp"
#include "collision/core/memory/large_buffer_cache.hpp"
#include "collision/parallel/tbb_executor.hpp"
#include "engine/draw/sheet_svg.hpp"
#include "engine/import/import.hpp"
#include "engine/import/text_file.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <malloc.h>
#include <memory>
#include <optional>

namespace boxwood {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPeersName = "peers"; // the experiment that reads the output of other programs

// Whether an experiment or its family is named, or `names` is empty. For example, "boxtree-memory" belongs to the
// family "boxtree".
bool is_wanted(const Experiment& experiment, const std::vector<std::string>& names) {
    const std::string_view family = experiment.name.substr(0, experiment.name.find('-'));
    return names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& name) {
               return name == experiment.name || name == family;
           });
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 16> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts)};
}

void leave_unjudged(ClaimResult& io_claim) {
    if (io_claim.basis == Basis::counts || io_claim.verdict == Verdict::not_judged) return;
    leave_time_unjudged(io_claim);
    io_claim.note = "the run measured counts only";
}

// Returns the facts that are known before the run.
ReportFacts facts_of(const BenchOptions& options) {
    const BuildInfo build = build_info();
    return {.build = build.version + " (" + build.commit + "), " + build.kind + " build, " + build.compiler,
            .machine = build.processor + ", " + std::to_string(build.threads) + " threads, one used",
            .clock = options.counts_only ? "none, counts only" : "processor time of the measuring thread",
            .date = today(),
            .seed = options.seed,
            .is_quick = options.is_quick};
}

double wall_milliseconds() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// The bytes of all malloc blocks in use, including mapped blocks, but without the unused blocks in the cache of large
// buffers.
std::uint64_t bytes_in_use() {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd - buffer_cache_bytes();
}

// Sets the thresholds of malloc to the values that they reach after large arrays are freed. An experiment that runs
// alone then measures the same memory as in a run of all experiments. With the initial thresholds, malloc would map
// large blocks one by one, and bytes_in_use() would include the padding for their alignment.
void settle_heap() {
    constexpr int kMaxMapped = 32 << 20; // bytes; glibc's upper limit for this threshold
    mallopt(M_MMAP_THRESHOLD, kMaxMapped);
    mallopt(M_TRIM_THRESHOLD, 2 * kMaxMapped);
}

class BenchRun {
  public:
    explicit BenchRun(const BenchOptions& options)
        : options_(options) {}

    Status run();

  private:
    Result<ExperimentResult> measure(const Experiment& experiment, ReportFacts& io_facts) const;
    Status write(const Experiment& experiment, const ExperimentResult& result);
    Status write_picture(const fs::path& folder, const Picture& picture);

    const BenchOptions& options_;
    std::optional<SheetPainter> painter_;
    std::vector<ReportPart> parts_;
};

// Reports progress on stderr, in complete lines, so that a log is readable, too.
Result<ExperimentResult> BenchRun::measure(const Experiment& experiment, ReportFacts& io_facts) const {
    const Clock clock = options_.counts_only ? nullptr : thread_milliseconds;
    io_facts.load_before_ns = measure_load_ns(clock);
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [start] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    ExperimentRun run{.is_quick = options_.is_quick,
                      .seed = options_.seed,
                      .clock = clock,
                      .wall_clock = options_.counts_only ? nullptr : wall_milliseconds,
                      .make_executor = make_tbb_executor,
                      .bytes_in_use = bytes_in_use};
    run.on_progress = [&](const std::string& line) {
        std::fprintf(stderr, "%s: %s, %.1f s\n", experiment.name.data(), line.c_str(), elapsed());
    };
    std::vector<OtherResult> others;
    if (experiment.name == kPeersName) {
        Result<std::vector<OtherResult>> ran =
            run_peer_programs(options_.peers, options_.out / experiment.name, run.on_progress);
        if (!ran) return ran.error();
        others = std::move(*ran);
        run.others = others;
    }
    Result<ExperimentResult> result = run_experiment(experiment, run);
    if (!result) return Error{std::string(experiment.name) + ": " + result.error().message};
    if (options_.counts_only)
        for (ExperimentSection& section : result->sections)
            for (ClaimResult& claim : section.claims) leave_unjudged(claim);
    io_facts.seconds = elapsed();
    io_facts.load_after_ns = measure_load_ns(clock);
    return result;
}

Status BenchRun::write_picture(const fs::path& folder, const Picture& picture) {
    const std::string svg = draw::to_svg(picture.sheet, draw::SvgColors::light, picture.title);
    if (Status status = write_report_file(folder / (picture.name + ".svg"), svg); !status) return status;
    return painter_ ? painter_->save(picture.sheet, folder / (picture.name + ".png")) : ok();
}

Status BenchRun::write(const Experiment& experiment, const ExperimentResult& result) {
    const fs::path folder = options_.out / experiment.name;
    for (const ExperimentSection& section : result.sections) {
        for (const Table& table : section.tables)
            if (Status status = write_report_file(folder / (table.name + ".csv"), to_csv(table)); !status)
                return status;
        for (const Picture& picture : section.pictures)
            if (Status status = write_picture(folder, picture); !status) return status;
    }
    return write_report_file(folder / kReportClaims, to_csv(make_claims_table(result)));
}

Status BenchRun::run() {
    if (Status status = make_folder(options_.out); !status) return status;
    // If only some experiments run, the page keeps the results of the other experiments in the folder.
    if (!options_.names.empty() && !options_.shard) {
        Result<std::vector<ReportPart>> earlier = read_report_folder(options_.out);
        if (!earlier) return Error{earlier.error().message + "; choose another folder for --out"};
        parts_ = std::move(*earlier);
    }
    BenchShard shard{
        options_.shard.value_or(Shard{}), {}, options_.seed, options_.is_quick, options_.counts_only};
    for (const Experiment& experiment : all_experiments())
        if (is_wanted(experiment, options_.names)) shard.experiments.emplace_back(experiment.name);
    if (options_.shard) {
        // Clears the report, because its results can be from another part or from an interrupted run.
        if (Status status = write_report_folder(options_.out, parts_); !status) return status;
        if (Status status = write_bench_shard(options_.out, shard); !status) return status;
    }
    if (options_.has_png) {
        Result<SheetPainter> painter = SheetPainter::open();
        if (!painter) return Error{painter.error().message + "; use --no-png to write no PNG pictures"};
        painter_.emplace(std::move(*painter));
    }
    std::size_t number = 0;
    for (const Experiment& experiment : all_experiments()) {
        if (!is_wanted(experiment, options_.names) || !shard.has(number++)) continue;
        if (Status status = make_folder(options_.out / experiment.name); !status) return status;
        ReportFacts facts = facts_of(options_);
        const Result<ExperimentResult> measured = measure(experiment, facts);
        if (!measured) return measured.error();
        if (Status status = write(experiment, *measured); !status) return status;
        std::fprintf(stderr, "%s: done, %.1f s\n", experiment.name.data(), facts.seconds);
        put_part(parts_, make_report_part(experiment, *measured, facts));
        if (Status status = write_report_folder(options_.out, parts_); !status)
            return status; // written after each experiment, so that an interrupted run also leaves a report
    }
    return ok();
}

} // namespace

std::vector<std::string_view> list_benches() {
    std::vector<std::string_view> names;
    for (const Experiment& experiment : all_experiments()) {
        const std::string_view family = experiment.name.substr(0, experiment.name.find('-'));
        if (family != experiment.name && std::find(names.begin(), names.end(), family) == names.end())
            names.push_back(family);
        names.push_back(experiment.name);
    }
    return names;
}

Result<std::string> claims_of_folder(const fs::path& folder) {
    if (std::error_code error; !fs::is_directory(folder, error))
        return Error{shown(folder) + " is not a folder of results"};
    return claims_page([&](std::string_view experiment) -> Result<std::optional<std::string>> {
        const fs::path file = folder / experiment / kReportClaims;
        if (std::error_code error; !fs::exists(file, error)) return std::optional<std::string>{};
        Result<std::string> text = read_report_file(file);
        if (!text) return text.error();
        return std::optional(std::move(*text));
    });
}

Status run_benches(BenchOptions options) {
    options.peers.is_quick = options.is_quick;
    for (const std::filesystem::path& mesh : options.peers.meshes)
        if (Status status = check_input_file(mesh, ImportLimits{}.file_bytes); !status) return status.error();
    if (Status status = check_peer_folder(options.peers); !status) return status.error();
    const std::vector<std::string_view> known = list_benches();
    for (const std::string& name : options.names)
        if (Status status = check_name("bench", name, known); !status) return status.error();
    settle_heap();
    BenchRun bench(options);
    if (Status status = bench.run(); !status) return status.error();
    std::printf("%s\n", (options.out / kReportPage).c_str());
    return ok();
}

} // namespace boxwood
