// What: reads the polytopes of a library file and prepares them for collision queries.
// Frame: each polytope's own. Units: the file's.
// Invariants: every result is a valid polytope. If a model NAME has several disjoint parts, it gives several polytopes,
//             named NAME.1, NAME.2, ...
// Degenerate input: returns an Error for the first model that cannot be prepared. The Error names the file, the model,
//                   the defect and the command that reports more.
// Cost: parse_poly for the file, plus prepare_polytopes for every model.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"
#include "engine/import/formats/poly_file.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace boxwood {

struct NamedPolytope {
    std::string name;
    Polytope polytope;
};

Result<std::vector<NamedPolytope>> load_polytopes(const std::filesystem::path& path);

} // namespace boxwood
