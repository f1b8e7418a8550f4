// The command line. `boxwood [FILE...]` opens the window; verbs do their work headless or say what there is.
#include "app/commands/commands.hpp"
#include "app/shell/show.hpp"
#include "collision/core/kept_arrays.hpp"

int main(int argc, char** argv) {
    boxwood::ShowOptions options;
    boxwood::CommandLine line("boxwood", "Boxwood: see why a collision query answered what it answered",
                              [&options] { return boxwood::show(options); });
    line.set_version("boxwood " BOXWOOD_VERSION);
    line.option("files", &options.files, "Meshes or a scene to open in the window");

    boxwood::add_run_command(line);
    boxwood::add_query_command(line);
    boxwood::add_inspect_command(line);
    boxwood::add_compare_command(line);
    boxwood::add_prepare_command(line);
    boxwood::add_list_command(line);
    boxwood::add_bench_command(line);
    boxwood::add_keys_command(line);
    boxwood::add_import_command(line);

    if (const std::optional<int> status = line.parse(argc, argv)) return *status;
    boxwood::keep_arrays(boxwood::kArraysOfBuilds); // a session builds one hierarchy after another
    return line.run();
}
