// What: the value range of a stick or key axis.
#pragma once

#include <algorithm>

namespace boxwood {

inline double clamped(double value) {
    return std::clamp(value, -1.0, 1.0);
}

} // namespace boxwood
