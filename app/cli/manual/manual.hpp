// What: the manual page and the shell completions of the program, from the options that its command line parses.
// Degenerate input: a command line without commands gives a page without that section.
// Cost: microseconds; nothing is cached.
// Source: man-pages(7) for the sections and fonts of a page; the manuals of bash, zsh and fish for completions.
#pragma once

#include "app/cli/options/command_line.hpp"

#include <string>
#include <string_view>

namespace boxwood {

// Section 1, in the roff of man(7).
std::string manual_page(const CommandDescription& program, std::string_view version);

std::string bash_completion(const CommandDescription& program);
std::string zsh_completion(const CommandDescription& program);
std::string fish_completion(const CommandDescription& program);

} // namespace boxwood
