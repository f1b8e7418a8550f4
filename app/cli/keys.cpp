#include "app/cli/commands.hpp"
#include "app/shell/actions.hpp"

#include <cstdio>

namespace boxwood {

void add_keys_command(Command& line) {
    Command verb = line.add_command("keys", "Print the key map as Markdown, as in docs/keys.md");
    verb.set_action([] {
        std::puts("# Keys\n\nWhat `boxwood keys` prints; F1 shows the same in the window.\n");
        std::fputs(ui::keymap_markdown(make_keymap()).c_str(), stdout);
        return 0;
    });
}

} // namespace boxwood
