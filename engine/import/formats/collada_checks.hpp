// What: rejects Collada files that Assimp 5.2 reads wrongly or never finishes reading.
// Degenerate input: text that is not XML passes; the reader itself rejects it.
// Cost: one pass over the text.
// Oracle: tests/engine/import/broken_files_test.cpp.
#pragma once

#include "collision/core/result.hpp"

#include <string_view>

namespace boxwood {

// Rejects morph targets: Assimp loses the mesh below them or returns a skeleton instead. Rejects indices that are not
// integers: Assimp reads the rest of such a word as an endless sequence of zeros until memory is full. Rejects indices
// below 0 or above 2^31 - 1: Assimp reads them as 0, which changes the mesh.
Status check_collada(std::string_view text);

} // namespace boxwood
