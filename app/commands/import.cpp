#include "app/commands/commands.hpp"
#include "engine/import/import_child.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <string>

namespace boxwood {

void add_import_command(CLI::App& app, Verb& out_verb) {
    struct Options {
        std::string file;
        int descriptor = -1;
        ChildLimits limits;
        std::optional<double> moment;
    };
    const auto options = std::make_shared<Options>();
    CLI::App* verb =
        app.add_subcommand("import", "Reads a mesh for the parent process; started by the program itself");
    verb->group(""); // in no list of help
    verb->add_option("--file", options->file)->required();
    verb->add_option("--fd", options->descriptor, "Where the mesh goes")->required();
    verb->add_option("--memory", options->limits.memory_bytes);
    verb->add_option("--seconds", options->limits.seconds);
    verb->add_option("--moment", options->moment, "Of the file's first animation, 0 to 1");
    verb->callback([options, &out_verb] {
        out_verb = [options] {
            return run_import_child(options->file, options->descriptor, options->limits, options->moment);
        };
    });
}

} // namespace boxwood
