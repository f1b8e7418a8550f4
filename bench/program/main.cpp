// boxwood-bench: runs the experiments and the comparison programs. app/cli describes the exit status.
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
    line.option("NAME", &options.names, "Experiment or family (see --list); all if none is given");
    line.flag("--list", &is_list, "Print the names of the experiments and families, one per line");
    line.flag("--claims", &is_claims,
              "Print every claim of the sources with its verdict from the folder of --out, without running "
              "experiments");
    line.flag("--quick", &options.is_quick, "Small input; the times mean nothing");
    line.flag("--counts", &options.counts_only,
              "Full input, but measure no times; for a machine with other load");
    add_shard_option(line, "experiments", options.shard);
    line.option("--merge", &merged,
                "Combine the folders of all parts in the folder of --out, without running experiments")
        .value_name("DIR");
    line.option("--seed", &options.seed, "Seed of all random numbers").whole_number().show_default();
    line.option("--out", &options.out,
                "Folder for report.html and a folder per experiment; keeps the results of other experiments")
        .not_empty()
        .value_name("DIR")
        .show_default();
    line.option("--mesh", &options.peers.meshes,
                "For peers: a mesh in addition to the generated ones; can be repeated")
        .not_empty()
        .value_name("FILE");
    line.flag("--no-generated", &options.peers.only_given_meshes,
              "For peers: compare only the given meshes, not the generated ones");
    line.option("--peers", &options.peers.folder,
                "For peers: the folder of the programs that compare Boxwood with other libraries")
        .not_empty()
        .value_name("DIR");
    line.flag("!--no-png", &options.has_png, "Write pictures as SVG only, which needs no OpenGL");
    add_import_command(line); // reads meshes in a child process

    if (const std::optional<int> status = line.parse(argc, argv)) return *status;
    return line.run();
}
