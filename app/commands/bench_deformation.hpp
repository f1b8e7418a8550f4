// What: `boxwood bench deformation`: refit or rebuild, measured: tables, claims and a sentence per family.
#pragma once

#include "app/commands/bench.hpp"

namespace boxwood {

Status run_deformation_bench(const BenchOptions& options);

} // namespace boxwood
