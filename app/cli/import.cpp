#include "app/cli/commands.hpp"
#include "engine/import/child/import_child.hpp"

#include <memory>
#include <optional>
#include <string>

namespace boxwood {

void add_import_command(Command& line) {
    struct Options {
        std::string file;
        int descriptor = -1;
        ChildLimits limits;
        std::optional<double> moment;
    };
    const auto options = std::make_shared<Options>();
    Command verb = line.add_command(
        "import", "Read a mesh for the parent process; the program starts this command itself");
    verb.hide();
    verb.option("--file", &options->file).required();
    verb.option("--fd", &options->descriptor, "File descriptor to which the mesh is written").required();
    verb.option("--memory", &options->limits.memory_bytes);
    verb.option("--seconds", &options->limits.seconds);
    verb.option("--moment", &options->moment, "Time in the file's first animation, 0 to 1");
    verb.set_action([options] {
        return run_import_child(options->file, options->descriptor, options->limits, options->moment);
    });
}

} // namespace boxwood
