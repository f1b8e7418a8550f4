// What: rejects Collada files that Assimp 5.2 reads incorrectly or never finishes reading.
// Degenerate input: text that is not XML passes this check; Assimp rejects it later.
// Cost: O(n) time in the length of the text.
// Oracle: tests/engine/import/broken_files_test.cpp.
#pragma once

#include "collision/core/result.hpp"

#include <string_view>

namespace boxwood {

// Rejects three kinds of content:
// - Morph targets: Assimp drops the mesh that they deform, or returns a skeleton instead.
// - Indices that are not integers: Assimp reads zeros from the rest of such a word until memory is full.
// - Indices below 0 or above 2^31 - 1: Assimp reads them as 0, which changes the mesh.
Status check_collada(std::string_view text);

} // namespace boxwood
