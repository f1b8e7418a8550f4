// What: replaces this process with the program boxwood-bench.
#pragma once

#include <string>
#include <vector>

namespace boxwood {

// Returns only on failure: prints a line on stderr and returns an exit status.
int start_bench(std::vector<std::string> arguments);

} // namespace boxwood
