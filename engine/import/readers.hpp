// What: reads mesh files, in the import child only. OBJ, PLY, STL, OFF and POLY have their own readers; Assimp reads
//       all other formats.
// Frame: the file's. Node transforms of scene formats are applied.
// Invariants: triangles are in file order and include degenerate ones. Polygons are triangulated as fans from their
//             first corner. Points and lines are ignored. Decimal numbers become the nearest float. Vertices are in
//             file order; the format readers do not weld them.
// Degenerate input: a one-line error with the line number of a text file or the index of the element, counted from 0.
//                   The parent's time limit ends reads in which damaged data makes Assimp loop.
// Departs from the source: Assimp could also read OBJ, PLY, STL and OFF. But it rounds one coordinate in 25 to a
//                          neighbor of the nearest float, triangulates polygons differently, sorts faces by group, and
//                          never returns from some damaged PLY files.
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
// `moment`: time in the first animation, 0 to 1; if empty, the scene is read as stored.
Result<Mesh> read_with_assimp(const std::filesystem::path& path, std::optional<double> moment = std::nullopt);

inline constexpr const char* kOutOfMemory = "out of memory"; // the complete message of the Error

// Selects the parser by the file extension, checks the mesh, merges vertices at the same position and drops unused
// vertices. `moment` applies only to formats with animations.
Result<Mesh> read_mesh_file(const std::filesystem::path& path, std::optional<double> moment = std::nullopt);

} // namespace boxwood
