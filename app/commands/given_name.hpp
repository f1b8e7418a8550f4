// What: a check of an option that takes a name: an empty one, as of a shell variable that is not set, is a mistake and not
//       the same as no option.
#pragma once

#include <CLI/CLI.hpp>

namespace boxwood {

inline CLI::Validator given_name() {
    return {[](std::string& text) { return std::string(text.empty() ? "no name given" : ""); }, ""};
}

} // namespace boxwood
