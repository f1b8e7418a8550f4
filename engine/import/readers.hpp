// What: the parsers, called in the import child only. OBJ, PLY, STL, OFF and POLY are read here, all else
//       by Assimp.
// Frame: that of the file. Node transforms of scene formats are applied.
// Invariants: triangles in file order, polygons as fans from their first corner, degenerate ones included,
//             points and lines left out. Decimal numbers become the nearest float. Vertices in file order,
//             not yet welded.
// Degenerate input: one line, with the line number of a text file or the index of the element, counted from
//             0. Damaged data that makes Assimp loop is the parent's to stop.
// Departs from the source: Assimp could read the first four as well, but it rounds one coordinate in 25 to a float
//             beside the nearest, cuts polygons otherwise, sorts faces by group, and never returns from some
//             damaged PLY files.
// Oracle: Assimp on the same files, in tests/engine/import/readers_test.cpp.
#pragma once

#include "collision/core/result.hpp"
#include "engine/meshes/mesh.hpp"

#include <filesystem>
#include <optional>
#include <string_view>

namespace boxwood {

Result<Mesh> read_obj(std::string_view text);
Result<Mesh> read_ply(std::string_view bytes);
Result<Mesh> read_stl(std::string_view bytes);
Result<Mesh> read_off(std::string_view text);
Result<Mesh> read_poly(std::string_view text);
// `moment`: of the first animation, 0 to 1; none: the scene as it is stored.
Result<Mesh> read_with_assimp(const std::filesystem::path& path, std::optional<double> moment = std::nullopt);

inline constexpr const char* kOutOfMemory = "out of memory"; // the whole message, wherever it came from

// Picks the parser by the name's ending, then checks the mesh, welds equal positions and drops unused
// vertices. A moment means something to formats with animations only.
Result<Mesh> read_mesh_file(const std::filesystem::path& path, std::optional<double> moment = std::nullopt);

} // namespace boxwood
