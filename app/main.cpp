// Entry point. `boxwood [FILE...]` opens the window. The commands `run` and `replay` can open it, too.
#include "app/cli/commands.hpp"
#include "app/cli/options/misspelling.hpp"
#include "app/cli/options/usage_error.hpp"
#include "app/shell/show.hpp"
#include "collision/core/memory/large_buffer_cache.hpp"
#include "engine/scene/old_names.hpp"

#include <string>
#include <vector>

int main(int argc, char** argv) {
    boxwood::ViewerOptions options;
    boxwood::CommandLine line(
        "boxwood", "Boxwood: see how a collision query computes its answer", [&options, &line] {
            const std::vector<std::string> commands = line.command_names();
            if (const boxwood::Status status = boxwood::check_no_misspelt_command(options.files, commands);
                !status)
                return boxwood::usage_error(status.error());
            return boxwood::show(options);
        });
    line.set_version("boxwood " BOXWOOD_VERSION);
    line.option("files", &options.files, "Meshes or a scene to open in the window");

    boxwood::add_run_command(line);
    boxwood::add_replay_command(line);
    boxwood::add_query_command(line);
    boxwood::add_merge_command(line);
    boxwood::add_inspect_command(line);
    boxwood::add_compare_command(line);
    boxwood::add_judge_command(line);
    boxwood::add_attach_command(line);
    boxwood::add_prepare_command(line);
    boxwood::add_list_command(line);
    boxwood::add_bench_command(line);
    boxwood::add_keys_command(line);
    boxwood::add_settings_command(line);
    boxwood::add_import_command(line);
    boxwood::add_manual_command(line);

    const std::vector<std::string> words = boxwood::with_current_names({argv, argv + argc});
    std::vector<const char*> arguments;
    for (const std::string& word : words) arguments.push_back(word.c_str());
    if (const std::optional<int> status = line.parse(argc, arguments.data())) return *status;
    boxwood::set_buffer_cache_limit(boxwood::kBuildCacheLimit); // a session builds many hierarchies
    return line.run();
}
