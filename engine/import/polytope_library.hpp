// What: the polytopes of a library file, ready to collide.
// Frame: each polytope's own. Units: those of the file.
// Invariants: every result is a valid polytope; a model of several disjoint parts gives several, named NAME.1, NAME.2,
//             ...
// Degenerate input: the first rejected model is an Error with the file, the model, the defect and a reference to the
//                   documentation.
// Cost: that of parse_poly and prepare_polytopes.
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
