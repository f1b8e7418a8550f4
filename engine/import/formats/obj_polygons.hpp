// What: an OBJ file as the polygons that it holds, for reports about the file itself; as triangles it comes in
//       by import.hpp.
// Frame: that of the file. Units: those of the file.
// Invariants: nothing is cut, welded or left out, faces of one or two corners included. Elements are called what
//             a person finds in the file: vertices by number from 1, faces as "7 (line 21)", counted from 1.
// Degenerate input: one line that begins with the path: what is no number, not finite or beyond 1e12, names a
//                   vertex that is not there, or has more corners than a library's face may (poly_file.hpp).
//                   What else is wrong with the faces is engine/meshes/repair/repair.hpp's to say.
// Cost: linear in the text.
// Oracle: tests/engine/import/readers_test.cpp: the same polygons cut as fans are what read_obj() reads.
#pragma once

#include "collision/core/result.hpp"
#include "engine/meshes/polygon_mesh.hpp"

#include <cstdint>
#include <filesystem>

namespace boxwood {

inline constexpr std::uint64_t kMaxObjBytes = std::uint64_t{1} << 30;

bool is_obj_file(const std::filesystem::path& path); // by its ending

Result<PolygonMesh> read_obj_polygons(const std::filesystem::path& path);

} // namespace boxwood
