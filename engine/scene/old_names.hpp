// What: maps names of the first edition, still accepted in command lines, scene files and visit streams, to the current
//       ones.
// Invariants: stderr gets one note per old name and process. Other names are returned unchanged.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// Name of a setting, or of an option without its dashes, as in oblongness=2.
std::string current_setting(std::string_view name);

// Value of a setting or an option, as in kind=wide; in compare-with=obb/binned-area/bvh every component is mapped.
std::string current_value(std::string_view setting, std::string_view value);

// Maps the words of a command line: --name=value, --name value, and the assignment after --set.
std::vector<std::string> with_current_names(const std::vector<std::string>& words);

} // namespace boxwood
