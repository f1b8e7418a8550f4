// The command line. `boxwood [FILE...]` opens the window; verbs do their work headless or say what there is.
#include "app/commands/commands.hpp"
#include "app/shell/show.hpp"
#include "collision/core/kept_arrays.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <iostream>

namespace {

int report_usage_error(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error); // --help, --version
    constexpr std::size_t kLongest = 500;
    std::string line = error.what();
    for (char& c : line)
        if (c == '\n') c = ' ';
    if (line.size() > kLongest) line.replace(kLongest, std::string::npos, "...");
    std::cerr << "boxwood: " << line << " (see boxwood --help)\n";
    return 2;
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app{"Boxwood: see why a collision query answered what it answered", "boxwood"};
    app.set_version_flag("--version", "boxwood " BOXWOOD_VERSION);
    app.require_subcommand(0, 1);

    boxwood::ShowOptions options;
    app.add_option("files", options.files, "Meshes or a scene to open in the window");

    boxwood::Verb verb = [&options] { return boxwood::show(options); };
    boxwood::add_run_command(app, verb);
    boxwood::add_query_command(app, verb);
    boxwood::add_inspect_command(app, verb);
    boxwood::add_compare_command(app, verb);
    boxwood::add_prepare_command(app, verb);
    boxwood::add_list_command(app, verb);
    boxwood::add_bench_command(app, verb);
    boxwood::add_keys_command(app, verb);
    boxwood::add_import_command(app, verb);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return report_usage_error(app, error);
    }
    boxwood::keep_arrays(boxwood::kArraysOfBuilds); // a session builds one hierarchy after another
    return verb();
}
