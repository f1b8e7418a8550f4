// What: reads the polygons of an OBJ file unchanged, for reports about the file itself. In contrast, import.hpp reads
//       the file as triangles.
// Frame: the file's. Units: the file's.
// Invariants: nothing is triangulated, welded or left out, not even faces of one or two corners. Names refer to the
//             file. The name of a vertex is its number, counted from 1. The name of a face is its number, counted from
//             1, and its line, as in "7 (line 21)".
// Degenerate input: a one-line error that begins with the path. Reasons are a word that is not a number, a number that
//                   is not finite or is beyond 1e12, a reference to a missing vertex, no faces, or a face with more
//                   corners than a polytope library allows (poly_file.hpp). engine/meshes/repair/repair.hpp checks all
//                   other face properties.
// Cost: O(n) time in the length of the text.
// Oracle: tests/engine/import/readers_test.cpp: triangulating the polygons as fans gives the output of read_obj().
#pragma once

#include "collision/core/result.hpp"
#include "engine/meshes/polygon_mesh.hpp"

#include <cstdint>
#include <filesystem>

namespace boxwood {

inline constexpr std::uint64_t kMaxObjBytes = std::uint64_t{1} << 30;

bool is_obj_file(const std::filesystem::path& path); // by its extension

Result<PolygonMesh> read_obj_polygons(const std::filesystem::path& path);

} // namespace boxwood
