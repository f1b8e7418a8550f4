// What: an OBJ file as the polygons that it contains, for reports about the file itself; import.hpp reads it as
//       triangles.
// Frame: that of the file. Units: those of the file.
// Invariants: nothing is triangulated, welded or left out, faces of one or two corners included. Elements are named as
//             in the file: vertices by number from 1, faces as "7 (line 21)", counted from 1.
// Degenerate input: a one-line error that begins with the path: a word that is not a number, a number that is not
//                   finite or beyond 1e12, a reference to a missing vertex, or more corners than a face of a library
//                   may have (poly_file.hpp). engine/meshes/repair/repair.hpp checks all other properties of the faces.
// Cost: linear in the text.
// Oracle: tests/engine/import/readers_test.cpp: the polygons triangulated as fans equal the output of read_obj().
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
