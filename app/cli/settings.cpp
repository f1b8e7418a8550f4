#include "app/cli/commands.hpp"
#include "app/labs/lab.hpp"

#include <cstdio>

namespace boxwood {

void add_settings_command(Command& line) {
    Command verb =
        line.add_command("settings", "Print the settings of all labs as Markdown, as in docs/settings.md");
    verb.set_action([] {
        std::puts("# Settings\n\nWhat `boxwood settings` prints. `--set NAME=VALUE` sets one at the start of "
                  "a lab; they are applied\nin the order of the command line. In the window the controls of "
                  "the panels set them, within the same limits. A\nsetting without a default triggers an "
                  "action once. The report of a run has all values as `state.settings`.");
        for (const LabEntry& entry : all_labs())
            std::printf("\n## %s\n\n`boxwood run %s`\n\n%s", std::string(entry.title).c_str(),
                        std::string(entry.name).c_str(), settings_markdown(entry.make()->settings()).c_str());
        return 0;
    });
}

} // namespace boxwood
