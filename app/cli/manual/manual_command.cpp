#include "app/cli/commands.hpp"
#include "app/cli/manual/manual.hpp"
#include "app/cli/options/usage_error.hpp"

#include <cstdio>
#include <memory>

namespace boxwood {
namespace {

int print_manual(const CommandDescription& program, const std::string& form) {
    std::string text;
    if (form == "man")
        text = manual_page(program, BOXWOOD_VERSION);
    else if (form == "bash")
        text = bash_completion(program);
    else if (form == "zsh")
        text = zsh_completion(program);
    else if (form == "fish")
        text = fish_completion(program);
    else
        return usage_error(Error{"unknown manual form '" + form + "' (known: man, bash, zsh, fish)"});
    std::fputs(text.c_str(), stdout);
    return 0;
}

} // namespace

void add_manual_command(Command& line) {
    const auto form = std::make_shared<std::string>("man");
    Command verb = line.add_command("manual", "Print the manual page, or the completion script of a shell");
    verb.option("FORM", form.get(), "man (as man(1) reads it), bash, zsh, fish").show_default();
    verb.set_action([form, line] { return print_manual(line.describe(), *form); });
}

} // namespace boxwood
