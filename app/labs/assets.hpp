// What: finds the files installed with the program, also in a build tree and after the program was moved.
// Invariants: searches the folder named by BOXWOOD_ASSETS, then next to the program (assets/, ../assets/,
//             ../share/boxwood/assets/), then up to four folders above it (a build tree), then the current folder.
// Degenerate input: if none of these folders contains the file, the Error says what to do.
// Oracle: tests/app/assets_test.py.
#pragma once

#include "collision/core/result.hpp"

#include <filesystem>

namespace boxwood {

// `name` is relative to the assets folder, such as "scenes/kitchen.json".
Result<std::filesystem::path> find_asset(const std::filesystem::path& name);

} // namespace boxwood
