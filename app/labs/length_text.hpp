// What: formats a world length for panels, in meters with three significant digits.
#pragma once

#include "engine/ui/text/format.hpp"

#include <string>

namespace boxwood {

inline std::string length_text(double length) {
    return ui::format_significant(length, 3) + " m";
}

} // namespace boxwood
