// What: starts this program again, as a process that goes on by itself.
// Degenerate input: none. Errors: that the system starts no process.
// Cost: a process; the caller does not wait for its end.
#pragma once

#include "collision/core/result.hpp"

#include <string>
#include <vector>

namespace boxwood {

// Its input, output and environment are those of the caller. It survives the caller.
Status start_this_program(const std::vector<std::string>& arguments);

} // namespace boxwood
