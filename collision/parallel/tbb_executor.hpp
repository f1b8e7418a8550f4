// What: an Executor on oneTBB's worker threads.
// Invariants: while a chunk runs a nested loop, its thread begins no other chunk of the outer loop.
#pragma once

#include "collision/core/executor.hpp"

#include <memory>

namespace boxwood {

// The executor uses at most `threads` threads, and at most 256 if the machine has fewer cores. Requires threads >= 1.
std::unique_ptr<Executor> make_tbb_executor(int threads);

} // namespace boxwood
