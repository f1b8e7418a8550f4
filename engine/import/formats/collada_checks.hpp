// What: refuses Collada files that Assimp 5.2 reads wrongly or never ends to read.
// Degenerate input: text that is not XML passes: the reader itself refuses it.
// Cost: one pass over the text.
// Oracle: tests/engine/import/broken_files_test.cpp.
#pragma once

#include "collision/core/result.hpp"

#include <string_view>

namespace boxwood {

// Morph targets: Assimp loses the mesh below them, or brings a skeleton in its place. Indices that are not whole
// numbers: Assimp reads the rest of such a word as zeros without end, until memory is full. Indices below 0 or beyond
// 2^31 - 1: Assimp reads them as 0, which is another mesh.
Status check_collada(std::string_view text);

} // namespace boxwood
