// What: generates the manual page and the shell completions of the program from the description of its command line.
// Degenerate input: without commands, the page has no section about commands.
// Cost: microseconds; nothing is cached.
// Source: man-pages(7) for the sections and fonts of a page; the manuals of bash, zsh and fish for completions.
#pragma once

#include "app/cli/options/command_line.hpp"

#include <string>
#include <string_view>

namespace boxwood {

// A page of section 1, in the roff macros of man(7).
std::string manual_page(const CommandDescription& program, std::string_view version);

std::string bash_completion(const CommandDescription& program);
std::string zsh_completion(const CommandDescription& program);
std::string fish_completion(const CommandDescription& program);

} // namespace boxwood
