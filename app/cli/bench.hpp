// What: starts boxwood-bench in this program's place.
#pragma once

#include <string>
#include <vector>

namespace boxwood {

// Returns only if it cannot be started: an exit status, after a line on stderr.
int start_bench(std::vector<std::string> arguments);

} // namespace boxwood
