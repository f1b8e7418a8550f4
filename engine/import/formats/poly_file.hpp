// What: reads and writes polytope library files (.poly): any number of polytopes with named vertices and faces, as
//             text.
// Frame: each polytope's own. Units: the file's.
// Invariants: reading a written file gives the same polytopes, with bitwise identical coordinates, in every locale;
//             names can differ (to_poly_text). A vertex or face that is named "-" in the file gets its index, counted
//             from 0, as its name.
// Degenerate input: a one-line error "line L, column C: REASON", without a position if the text has no polytopes. Size
//                   limits are checked before memory is allocated. engine/meshes/repair/repair.hpp checks whether the
//                   faces form a polytope.
// Cost: O(n log n) time: O(n) in the length of the text, and O(log n) per vertex name.
// Format: docs/narrow-phases.md.
// Oracle: tests/engine/import/poly_file_test.cpp, round trips and mutated files.
#pragma once

#include "collision/core/result.hpp"
#include "engine/meshes/polygon_mesh.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct PolyLimits {
    std::uint64_t bytes = std::uint64_t{256} << 20;
    std::size_t polytopes = 65536;
    std::size_t vertices = 1'000'000; // per polytope; the same limit for faces
    std::size_t corners = 4096;       // per face
    std::size_t name_length = 64;
};

bool is_poly_file(const std::filesystem::path& path); // by its extension

Result<std::vector<PolygonMesh>> parse_poly(std::string_view text, const PolyLimits& limits = {});
Result<std::vector<PolygonMesh>> read_poly_file(const std::filesystem::path& path,
                                                const PolyLimits& limits = {});

// If the format cannot represent a vertex name of a polytope, or if two of its vertex names are equal, all its vertex
// names are written as "-". The same holds for face names. A polytope's name that the format cannot represent is
// written as "unnamed".
std::string to_poly_text(std::span<const PolygonMesh> polytopes);
Status write_poly_file(const std::filesystem::path& path, std::span<const PolygonMesh> polytopes);

} // namespace boxwood
