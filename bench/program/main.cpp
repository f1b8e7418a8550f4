// boxwood-bench: runs the experiments, and the programs that compare with other libraries. Exit status: see app/commands.
#include "app/commands/commands.hpp"
#include "app/commands/given_name.hpp"
#include "app/commands/refuse.hpp"
#include "app/commands/seed.hpp"
#include "bench/program/run_benches.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>

namespace {

int print_names() {
    for (const std::string_view name : boxwood::list_benches())
        std::printf("%.*s\n", static_cast<int>(name.size()), name.data());
    return 0;
}

int report_usage_error(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error); // --help
    std::string line = error.what();
    std::replace(line.begin(), line.end(), '\n', ' ');
    std::fprintf(stderr, "boxwood: %.500s (see boxwood bench --help)\n", line.c_str());
    return 2;
}

} // namespace

int main(int argc, char** argv) {
    using namespace boxwood;
    CLI::App app{"Run the experiments: tables, pictures and a report page", "boxwood bench"};
    app.require_subcommand(0, 1);
    BenchOptions options{.out = "bench-results"};
    bool is_list = false;
    app.add_option("NAME", options.names, "Which, or which family (see --list); all without one");
    app.add_flag("--list", is_list, "Print the names of the experiments and families, one per line");
    app.add_flag("--quick", options.is_quick, "Small input: a look, not a measurement");
    app.add_option("--seed", options.seed, "Of everything random")->check(a_seed())->capture_default_str();
    app.add_option("--out", options.out,
                   "Folder for report.html and a folder per experiment; keeps what it has of others")
        ->check(given_name())
        ->type_name("DIR")
        ->capture_default_str();
    app.add_option("--mesh", options.peers.meshes,
                   "For peers: a mesh besides the generated ones; may be repeated")
        ->check(given_name())
        ->type_name("FILE");
    app.add_flag("--no-generated", options.peers.is_alone,
                 "For peers: only the meshes given, where meshes are compared");
    app.add_option("--peers", options.peers.folder,
                   "For peers: the folder of the programs that compare with other libraries")
        ->check(given_name())
        ->type_name("DIR");
    app.add_flag("!--no-png", options.has_png, "Pictures as SVG only; needs no OpenGL");

    Verb verb = [&]() -> int {
        if (is_list) return print_names();
        const Status status = run_benches(options);
        return status ? 0 : refuse(status.error());
    };
    add_import_command(app, verb); // reads meshes in a process of its own
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return report_usage_error(app, error);
    }
    return verb();
}
