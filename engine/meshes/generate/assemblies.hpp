// What: generates assemblies of machine parts as CAD programs export them: many overlapping parts, with faces that are
//       triangulated separately. These workloads complement scanned and smooth surfaces.
// Frame: not centered; beams, racks and rows run along x, shafts and tubes along z.
// Units: arbitrary; bolts are 0.6 to 1.1 units long, the tubes of a heat exchanger 60 units.
// Invariants: every part is outward oriented. Every part encloses its volume, except for the elbows of pipes, which are
//             open at both ends. The faces of a part share no vertices, so every face has a border. Where a straight
//             edge is divided, it is divided on one side only (T-junctions). Each triangle of a curved face around a
//             straight part spans the full length of the part. The numbers of triangles that the comments in
//             generate_assemblies.cpp state are exact.
// Degenerate input: the comments state the requirements. engine/meshes/generate/recipe.hpp checks user input.
// Cost: linear in the number of parts.
// Oracle: tests/engine/meshes/assemblies_test.cpp: counts, T-junctions and slender triangles by their definition.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace boxwood {

// Every generator requires at least one part.
Mesh make_gear_train(std::uint32_t gears);       // spur gears of 12 to 44 teeth, each on its shaft
Mesh make_pipe_rack(std::uint32_t pipes);        // pipes that bend twice, with bolted flanges
Mesh make_bracket_frame(std::uint32_t brackets); // angle brackets bolted to rails
Mesh make_heat_exchanger(std::uint32_t tubes);   // a tube bundle through perforated plates, in a jacket
Mesh make_steel_frame(std::uint32_t bays);       // I-beams with bolted gusset plates

struct Assembly {
    std::string_view name, part, about;
    Mesh (*make)(std::uint32_t parts);
    std::uint32_t triangles_per_part; // on average, for large assemblies
};
std::span<const Assembly> all_assemblies();

// Chooses the number of parts such that the assembly has about the requested number of triangles.
Mesh make_assembly(const Assembly& assembly, std::size_t triangles);

} // namespace boxwood
