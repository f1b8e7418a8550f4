// What: an Executor on oneTBB's worker threads.
#pragma once

#include "collision/core/executor.hpp"

#include <memory>

namespace boxwood {

// The executor runs at most `threads` threads; requires threads >= 1.
std::unique_ptr<Executor> make_tbb_executor(int threads);

} // namespace boxwood
