// What: gives each copy of the deformation lab the name, color and line style that identify it in plots, chips and
//       tables.
#pragma once

#include "engine/deform/policies/policy_run.hpp"
#include "engine/draw/palette.hpp"

#include <string>

namespace boxwood {

struct CopyLook {
    draw::Color color;
    bool is_dashed = false;
};
CopyLook look_of_copy(std::size_t copy, const draw::Palette& palette);

std::string name_of_copy(std::size_t copy, const PolicyRun& run); // "2 area at 1.6 ×"

} // namespace boxwood
