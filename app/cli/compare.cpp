#include "app/cli/commands.hpp"
#include "app/cli/options/hierarchy_options.hpp"
#include "app/cli/options/request_options.hpp"
#include "app/cli/options/units_hint.hpp"
#include "app/cli/options/usage_error.hpp"
#include "app/jobs/interrupt.hpp"
#include "app/jobs/thread_clock.hpp"
#include "app/shell/files/output_file.hpp"
#include "engine/import/import.hpp"
#include "engine/import/text_file.hpp"
#include "engine/measure/hierarchy_comparison.hpp"
#include "engine/scene/queries/poses.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

namespace boxwood {
namespace {

constexpr int kPosesWithoutFile = 72;

struct CompareOptions {
    std::filesystem::path a, b, poses, out;
    std::vector<std::string> kinds, volumes, builders; // empty: all
    std::uint32_t leaf_size = HierarchyConfig{}.leaf_size;
    QueryRequest request;
    int repeats = 3;
};

bool is_chosen(const std::vector<std::string>& wanted, const std::string& name) {
    return wanted.empty() || std::ranges::find(wanted, name) != wanted.end();
}

Status check_all(std::string_view what, const std::vector<std::string>& names,
                 const std::vector<std::string_view>& known) {
    for (const std::string& name : names)
        if (Status status = check_name(what, name, known); !status) return status;
    return ok();
}

Status check_options(const CompareOptions& options) {
    if (Status s = check_all("kind", options.kinds, list_hierarchy_kinds()); !s) return s;
    if (Status s = check_all("volume", options.volumes, list_volumes()); !s) return s;
    return check_all("builder", options.builders, list_builders());
}

std::vector<HierarchyConfig> chosen_configs(const CompareOptions& options) {
    std::vector<HierarchyConfig> configs = list_hierarchy_configs();
    std::erase_if(configs, [&](HierarchyConfig& config) {
        config.leaf_size = options.leaf_size;
        return !is_chosen(options.kinds, config.kind) || !is_chosen(options.volumes, config.volume) ||
               !is_chosen(options.builders, config.builder);
    });
    return configs;
}

void print_heading() {
    std::printf("%-34s %10s %10s %14s %14s %10s %7s %7s %8s %8s %6s %9s %6s  %s\n", "kind volume builder",
                "build ms", "query us", "volume tests", "triangle tests", "updates", "c_v ns", "c_p ns",
                "c_u ns", "residual", "cross", "bytes/tri", "depth", "answer");
}

void print_row(const ComparisonRow& row) {
    constexpr double kPercent = 100.0;
    std::printf("%-34s %10.2f %10.1f %14llu %14llu ", name_of(row.config).c_str(), row.build_ms, row.query_us,
                static_cast<unsigned long long>(row.counters.volume_tests),
                static_cast<unsigned long long>(row.counters.primitive_tests));
    std::printf("%10llu %7.1f %7.1f %8.1f %7.1f%% %5.1f%% ",
                static_cast<unsigned long long>(row.costs.updates.count), row.costs.volumes.ns_each(),
                row.costs.primitives.ns_each(), row.costs.updates.ns_each(),
                kPercent * row.costs.residual_share(), kPercent * row.separations.cross_share());
    std::printf("%9.1f %6u  %s\n", row.bytes_per_triangle, row.depth,
                row.is_same_answer ? "same" : "DIFFERENT");
    std::fflush(stdout);
}

// Returns the exit status: 0 if all answers are the same, otherwise 1; kInterruptedStatus after an interrupt.
Result<int> compare(const CompareOptions& options, Comparison comparison) {
    if (comparison.configs.empty())
        return Error{"none of the named kinds, volumes and builders can be combined"};
    std::optional<OutputFile> out;
    if (!options.out.empty()) {
        Result<OutputFile> file = OutputFile::open(options.out);
        if (!file) return file.error();
        out.emplace(std::move(*file));
    }
    const std::size_t poses = comparison.poses.size();
    const double tolerance = comparison.request.tolerance;
    HierarchyComparison run(std::move(comparison), thread_milliseconds);
    print_heading();
    watch_interrupts();
    while (!run.is_done()) {
        if (is_interrupted()) {
            std::fprintf(stderr, "boxwood: interrupted after %zu hierarchies%s\n", run.rows().size(),
                         out ? "; no file was written" : "");
            return kInterruptedStatus;
        }
        if (Status status = run.advance(); !status) return status.error();
        print_row(run.rows().back());
    }
    std::printf(
        "%zu poses, %zu of them intersect; tests and updates are sums, times are the shortest of %d runs;\n"
        "cross: share of volume tests in which a cross product axis, but no face normal, separates the "
        "volumes;\n"
        "residual: share of the time that n_v c_v + n_p c_p + n_u c_u does not explain\n",
        poses, run.rows().front().hits, options.repeats);
    if (tolerance > 0.0)
        std::printf("same: at every pose, each distance is at most (1 + %g) times the smallest distance\n",
                    tolerance);
    if (out) {
        if (Status status = out->write(comparison_csv(run.rows())); !status) return status.error();
        if (Status status = out->finish(); !status) return status.error();
    }
    return std::ranges::all_of(run.rows(), &ComparisonRow::is_same_answer) ? 0 : 1;
}

int run_compare(const CompareOptions& options) {
    if (Status status = check_options(options); !status) return usage_error(status.error());
    if (Status status = check_request_options(options.request); !status) return usage_error(status.error());
    if (Status status =
            check_outputs(std::array{options.out}, std::array{options.a, options.b, options.poses});
        !status)
        return usage_error(status.error());
    const Result<Mesh> a = import_mesh(options.a);
    if (!a) return usage_error(a.error());
    const Result<Mesh> b = import_mesh(options.b);
    if (!b) return usage_error(b.error());
    Comparison comparison{
        .a = a->view(), .b = b->view(), .poses = {}, .request = options.request, .repeats = options.repeats};
    comparison.configs = chosen_configs(options);
    if (options.poses.empty()) {
        comparison.poses = tumble_poses(a->view(), b->view(), kPosesWithoutFile);
    } else {
        const Result<std::vector<PosePair>> poses = read_poses(options.poses);
        if (!poses) return usage_error(poses.error());
        if (poses->empty())
            return usage_error(
                Error{shown(options.poses) + ": contains no poses, so there is nothing to compare"});
        for (const PosePair& pair : *poses) comparison.poses.emplace_back(pair.a.pose(), pair.b.pose());
    }
    const auto& [world_from_a, world_from_b] = comparison.poses.front();
    print_units_hint({options.a, a->view(), world_from_a}, {options.b, b->view(), world_from_b});
    const Result<int> status = compare(options, std::move(comparison));
    return status ? *status : usage_error(status.error());
}

} // namespace

void add_compare_command(Command& line) {
    const auto options = std::make_shared<CompareOptions>();
    Command verb = line.add_command("compare", "Run the same queries with every hierarchy and compare");
    verb.option("A", &options->a, "First mesh").required();
    verb.option("B", &options->b, "Second mesh").required();
    verb.option("--poses", &options->poses, "Pairs of poses, one per line; default: B tumbles next to A")
        .not_empty()
        .value_name("FILE.jsonl");
    const auto add_names = [&verb](const char* option, std::vector<std::string>* names, const char* help) {
        verb.option(option, names, help).separated_by(',').value_name("NAME,...");
    };
    add_names("--kind", &options->kinds, "Only these kinds (boxwood list kinds)");
    add_names("--volume", &options->volumes, "Only these volumes (boxwood list volumes)");
    add_names("--builder", &options->builders, "Only these builders (boxwood list builders)");
    add_leaf_size_option(verb, options->leaf_size);
    add_request_options(verb, options->request);
    verb.option("--repeats", &options->repeats, "Number of runs; the shortest time counts")
        .within(1, 1000)
        .show_default();
    verb.option("--out", &options->out, "Also write the rows as comma-separated values")
        .not_empty()
        .value_name("FILE.csv");
    verb.set_action([options] { return run_compare(*options); });
}

} // namespace boxwood
