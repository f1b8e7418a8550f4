// What: maps old names of settings and values to their current names. Old names are still accepted in command lines,
//       scene files and visit streams.
// Invariants: each process writes at most one note per old name to stderr. Names that are not old stay unchanged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// Maps the name of a setting, or of an option without its dashes: oblongness in oblongness=2.
std::string current_setting(std::string_view name);

// Maps the value of a setting or an option: wide in kind=wide. In compare-with=obb/binned-area/bvh and in lists such as
// --kind bvh,wide, every component is mapped.
std::string current_value(std::string_view setting, std::string_view value);

// Maps the words of a command line: --name=value, --name value, and the assignment after --set.
std::vector<std::string> with_current_names(const std::vector<std::string>& words);

} // namespace boxwood
