// What: finds files that come with the program, wherever it was built, installed or moved to.
// Invariants: the folder that BOXWOOD_ASSETS names comes first, then those beside the program (assets/, ../assets/,
//             ../share/boxwood/assets/), then assets/ of the current folder, then where it was built.
// Degenerate input: a file that is in none of them is an Error that says what to do.
// Oracle: tests/app/assets_test.py.
#pragma once

#include "collision/core/result.hpp"

#include <filesystem>

namespace boxwood {

// `name` below the folder of assets, such as "scenes/kitchen.json".
Result<std::filesystem::path> find_asset(const std::filesystem::path& name);

} // namespace boxwood
