// boxwood-bench: runs the experiments, and the comparison programs. Exit status: see app/cli.
#include "app/cli/commands.hpp"
#include "app/cli/options/usage_error.hpp"
#include "app/cli/query/shard_option.hpp"
#include "bench/program/bench_shards.hpp"
#include "bench/program/run_benches.hpp"

#include <cstdio>

namespace {

int print_names() {
    for (const std::string_view name : boxwood::list_benches())
        std::printf("%.*s\n", static_cast<int>(name.size()), name.data());
    return 0;
}

int print_claims(const std::filesystem::path& folder) {
    const boxwood::Result<std::string> page = boxwood::claims_of_folder(folder);
    if (!page) return boxwood::usage_error(page.error());
    std::fputs(page->c_str(), stdout);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    using namespace boxwood;
    BenchOptions options{.out = "bench-results"};
    bool is_list = false, is_claims = false;
    std::vector<std::filesystem::path> merged;
    CommandLine line("boxwood bench", "Run the experiments: tables, pictures and a report page",
                     [&]() -> int {
                         if (is_list) return print_names();
                         if (is_claims) return print_claims(options.out);
                         const Status status =
                             merged.empty() ? run_benches(options) : merge_benches(merged, options.out);
                         return status ? 0 : usage_error(status.error());
                     });
    line.option("NAME", &options.names, "Which, or which family (see --list); all without one");
    line.flag("--list", &is_list, "Print the names of the experiments and families, one per line");
    line.flag("--claims", &is_claims,
              "Print every claim of the sources with its verdict from the folder of --out; runs nothing");
    line.flag("--quick", &options.is_quick, "Small input: a look, not a measurement");
    line.flag("--counts", &options.counts_only,
              "Full input, but measure no times: for a machine with other work");
    add_shard_option(line, "experiments", options.shard);
    line.option("--merge", &merged, "Put the folders of all parts together in that of --out; runs nothing")
        .value_name("DIR");
    line.option("--seed", &options.seed, "Of everything random").whole_number().show_default();
    line.option("--out", &options.out,
                "Folder for report.html and a folder per experiment; keeps what it has of others")
        .not_empty()
        .value_name("DIR")
        .show_default();
    line.option("--mesh", &options.peers.meshes,
                "For peers: a mesh besides the generated ones; may be repeated")
        .not_empty()
        .value_name("FILE");
    line.flag("--no-generated", &options.peers.is_alone,
              "For peers: only the meshes given, where meshes are compared");
    line.option("--peers", &options.peers.folder,
                "For peers: the folder of the programs that compare with other libraries")
        .not_empty()
        .value_name("DIR");
    line.flag("!--no-png", &options.has_png, "Pictures as SVG only; needs no OpenGL");
    add_import_command(line); // reads meshes in a child process

    if (const std::optional<int> status = line.parse(argc, argv)) return *status;
    return line.run();
}
