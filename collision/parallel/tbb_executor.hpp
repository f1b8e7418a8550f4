// What: an Executor on oneTBB's worker threads.
#pragma once

#include "collision/core/executor.hpp"

#include <memory>

namespace boxwood {

// threads >= 1 limits the concurrency.
std::unique_ptr<Executor> make_tbb_executor(int threads);

} // namespace boxwood
