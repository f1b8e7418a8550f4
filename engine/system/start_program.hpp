// What: starts another instance of this program as an independent process.
// Degenerate input: none. Errors: an Error with the system's reason if no process can be started.
// Cost: one process; the caller does not wait until it ends.
#pragma once

#include "collision/core/result.hpp"

#include <string>
#include <vector>

namespace boxwood {

// The new process inherits input, output and environment from the caller, and continues after the caller ends.
Status start_this_program(const std::vector<std::string>& arguments);

} // namespace boxwood
