// What: the parsers, called in the import child only. OBJ, PLY, STL, OFF and POLY have their own readers; Assimp reads
//       all other formats.
// Frame: that of the file. Node transforms of scene formats are applied.
// Invariants: triangles in file order, polygons as fans from their first corner, degenerate ones included, points and
//             lines left out. Decimal numbers become the nearest float. Vertices in file order, not yet welded.
// Degenerate input: a one-line error with the line number of a text file or the index of the element, counted from 0.
//                   The parent's time limit ends reads in which damaged data makes Assimp loop.
// Departs from the source: Assimp could read the first four as well, but it rounds one coordinate in 25 to a float next
//                          to the nearest, triangulates polygons differently, sorts faces by group, and never returns
//                          from some damaged PLY files.
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
// `moment`: time in the first animation, 0 to 1; none: the scene as stored.
Result<Mesh> read_with_assimp(const std::filesystem::path& path, std::optional<double> moment = std::nullopt);

inline constexpr const char* kOutOfMemory = "out of memory"; // the whole message, for every cause

// Selects the parser by the file extension, checks the mesh, merges equal positions and drops unused vertices. `moment`
// applies only to formats with animations.
Result<Mesh> read_mesh_file(const std::filesystem::path& path, std::optional<double> moment = std::nullopt);

} // namespace boxwood
