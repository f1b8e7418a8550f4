// What: polytope library files (.poly): any number of polytopes with named vertices and faces, as text.
// Frame: each polytope's own. Units: those of the file.
// Invariants: what is written reads back equal, to the last bit of every coordinate, in every locale. Elements called
//             "-" have their number, counted from 0, as their name.
// Degenerate input: one line "line L, column C: what is wrong"; limits on sizes are checked before memory is taken.
//             Whether the faces make a polytope is engine/meshes/repair/repair.hpp's to say.
// Cost: linear in the text, and O(log n) per name.
// Source: algorithms 1.14. Format: docs/polytopes.md.
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
    std::size_t vertices = 1'000'000; // of one polytope; as many faces
    std::size_t corners = 4096;       // of one face
    std::size_t name_length = 64;
};

bool is_poly_file(const std::filesystem::path& path); // by its ending

Result<std::vector<PolygonMesh>> parse_poly(std::string_view text, const PolyLimits& limits = {});
Result<std::vector<PolygonMesh>> read_poly_file(const std::filesystem::path& path,
                                                const PolyLimits& limits = {});

// Names that are no words of the format, or not unique, become "-".
std::string to_poly_text(std::span<const PolygonMesh> polytopes);
Status write_poly_file(const std::filesystem::path& path, std::span<const PolygonMesh> polytopes);

} // namespace boxwood
