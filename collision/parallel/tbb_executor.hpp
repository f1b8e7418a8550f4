// What: an Executor on oneTBB's worker threads.
#pragma once

#include "collision/core/executor.hpp"

#include <memory>

namespace boxwood {

// The executor uses at most `threads` threads. Requires threads >= 1.
std::unique_ptr<Executor> make_tbb_executor(int threads);

} // namespace boxwood
