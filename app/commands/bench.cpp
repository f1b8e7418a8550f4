#include "app/commands/bench.hpp"

#include "app/commands/bench_deformation.hpp"
#include "app/commands/commands.hpp"
#include "app/commands/hierarchy_options.hpp"
#include "app/commands/refuse.hpp"
#include "app/shell/build_info.hpp"
#include "app/shell/output_file.hpp"
#include "app/work/thread_clock.hpp"
#include "engine/draw/sheet_svg.hpp"
#include "engine/experiments/box_tree_study.hpp"
#include "engine/experiments/graph_picture.hpp"
#include "engine/experiments/report_page.hpp"
#include "engine/experiments/result_csv.hpp"
#include "engine/experiments/sweep_run.hpp"

#include <CLI/CLI.hpp>

#include <array>
#include <chrono>
#include <cstdio>
#include <memory>

namespace boxwood {
namespace {

namespace fs = std::filesystem;

Status write_text(const fs::path& path, std::string_view text) {
    Result<OutputFile> file = OutputFile::open(path);
    if (!file) return file.error();
    if (Status status = file->write(text); !status) return status;
    return file->finish();
}

Status make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (!error && fs::is_directory(folder, error)) return ok();
    return Error{folder.string() + ": cannot be made a folder: " + error.message()};
}

// Progress on stderr, a line per seed: a log stays readable.
Result<SweepResult> run_sweep(const Sweep& sweep, std::string_view what) {
    const auto start = std::chrono::steady_clock::now();
    const std::size_t per_seed = sweep.points.size() * sweep.boxes.size();
    SweepRun run(sweep, thread_milliseconds);
    std::size_t told = 0;
    while (!run.is_done()) {
        if (Status status = run.advance(); !status) return status.error();
        if (run.runs_done() / per_seed == told) continue;
        told = run.runs_done() / per_seed;
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
        std::fprintf(stderr, "%.*s: seed %zu of %d, %.1f s\n", static_cast<int>(what.size()), what.data(),
                     told, sweep.seeds, elapsed.count());
    }
    return run.result();
}

std::string file_stem(const Graph& graph) {
    return "graph-" + std::to_string(graph.number) + "-" + std::string(graph.name);
}

constexpr glm::vec2 kTimesSize{1080.0f, 300.0f}, kCausesSize{1080.0f, 240.0f};

Status write_graph(const fs::path& folder, const SweepResult& result) {
    const Graph& graph = result.sweep.graph;
    const std::string stem = (folder / file_stem(graph)).string();
    if (Status status = write_text(stem + ".csv", graph_csv(result)); !status) return status;
    if (graph.number == kHeadline) return ok(); // one point is a number, not a picture
    const auto svg = [&graph](const draw::Sheet& sheet) {
        return draw::to_svg(sheet, draw::SvgColors::light, graph.question);
    };
    if (Status status = write_text(stem + ".svg", svg(times_picture(result, kTimesSize))); !status)
        return status;
    return write_text(stem + "-causes.svg", svg(causes_picture(result, kCausesSize)));
}

ReportFacts facts_of(const BenchOptions& options) {
    const BuildInfo build = build_info();
    return {.build = build.version + ", " + build.kind + " build, " + build.compiler,
            .machine = build.processor + ", " + std::to_string(build.threads) + " threads, one used",
            .clock = "processor time of the measuring thread",
            .is_quick = options.is_quick};
}

// The graphs of [Cohen 1995] section 5, and the scene of its abstract.
Status run_icollide(const BenchOptions& options) {
    const SweepSize size = options.is_quick ? SweepSize::quick : SweepSize::full;
    std::vector<SweepResult> results;
    std::vector<Sweep> sweeps;
    for (const Graph& graph : all_graphs()) sweeps.push_back(make_sweep(graph, size));
    sweeps.push_back(make_headline(size));
    for (const Sweep& sweep : sweeps) {
        Result<SweepResult> result = run_sweep(sweep, "icollide " + std::string(sweep.graph.name));
        if (!result) return result.error();
        results.push_back(std::move(*result));
        if (Status status = write_graph(options.out, results.back()); !status) return status;
    }
    if (Status status = write_text(options.out / "runs.csv", runs_csv(results)); !status) return status;
    if (Status status = write_text(options.out / "claims.csv", claims_csv(judge_all(results))); !status)
        return status;
    return write_text(options.out / "report.html", report_page(results, facts_of(options)));
}

// [Zachmann 2002], a table for each of its questions.
Status run_boxtree(const BenchOptions& options) {
    StudySize size = options.is_quick ? kQuickStudy : StudySize{};
    size.clock = thread_milliseconds;
    for (const BoxTreeStudy& study : all_box_tree_studies()) {
        const double start = thread_milliseconds();
        const Result<std::string> csv = study.run(size);
        if (!csv) return csv.error();
        std::fprintf(stderr, "boxtree %s: %.1f s\n", study.name.data(),
                     1e-3 * (thread_milliseconds() - start));
        if (Status status = write_text(options.out / (std::string(study.name) + ".csv"), *csv); !status)
            return status;
    }
    return ok();
}

constexpr std::array kBenches{
    Bench{"icollide", "the five graphs of the I-COLLIDE paper and a sixth", run_icollide},
    Bench{"deformation", "refit or rebuild: families, sizes and policies", run_deformation_bench},
    Bench{"boxtree", "the restricted BoxTree: memory, growth, rules, tumbling, tables of products",
          run_boxtree},
};

int run_benches(const std::vector<std::string>& wanted, const BenchOptions& options) {
    std::vector<std::string_view> names;
    for (const Bench& bench : kBenches) names.push_back(bench.name);
    for (const std::string& name : wanted)
        if (Status status = check_name("bench", name, names); !status) return refuse(status.error());
    for (const Bench& bench : kBenches) {
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), bench.name) == wanted.end()) continue;
        BenchOptions own = options;
        own.out /= bench.name;
        if (Status status = make_folder(own.out); !status) return refuse(status.error());
        if (Status status = bench.run(own); !status) return refuse(status.error());
        std::printf("%s\n", own.out.c_str());
    }
    return 0;
}

} // namespace

std::span<const Bench> all_benches() {
    return kBenches;
}

void add_bench_command(CLI::App& app, Verb& out_verb) {
    const auto options = std::make_shared<BenchOptions>(BenchOptions{.out = "bench-results"});
    const auto names = std::make_shared<std::vector<std::string>>();
    CLI::App* verb = app.add_subcommand("bench", "Run the experiments: tables, pictures and a report page");
    verb->add_option("NAME", *names, "Which (see boxwood list benches); all without one");
    verb->add_flag("--quick", options->is_quick, "Fewer points and frames: a look, not a measurement");
    verb->add_option("--out", options->out, "Folder for the results, one folder in it per experiment")
        ->type_name("DIR")
        ->capture_default_str();
    verb->callback([=, &out_verb] { out_verb = [=] { return run_benches(*names, *options); }; });
}

} // namespace boxwood
