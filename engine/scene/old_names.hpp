// What: names of the first edition that command lines, scene files and visit streams may still use.
// Invariants: a note on stderr names each old name that is used, once per process. Names that are not old come back as they are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// Of a setting or an option without its dashes, as in oblongness=2.
std::string current_setting(std::string_view name);

// Of the value of a setting or an option, as in kind=wide; in compare-with=obb/binned-area/bvh each part is one.
std::string current_value(std::string_view setting, std::string_view value);

// Of the words of a command line: --name=value, --name value, and what follows --set.
std::vector<std::string> with_current_names(const std::vector<std::string>& words);

} // namespace boxwood
