// What: finds the files installed with the program, also in a build tree and after the program was moved.
// Invariants: searches the folder named by BOXWOOD_ASSETS, then next to the program (assets/, ../assets/,
//             ../share/boxwood/assets/), then the source folder of a build tree, then assets/ in the current folder.
//             The source folder is two to four levels above the program and contains CMakePresets.json.
// Degenerate input: if none of these folders contains the file, the Error names BOXWOOD_ASSETS.
// Oracle: tests/app/assets_test.py.
#pragma once

#include "collision/core/result.hpp"

#include <filesystem>

namespace boxwood {

// `name` is relative to the assets folder, such as "scenes/kitchen.json".
Result<std::filesystem::path> find_asset(const std::filesystem::path& name);

} // namespace boxwood
