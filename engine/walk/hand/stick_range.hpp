// What: the range of what a stick or a key says about an axis.
#pragma once

#include <algorithm>

namespace boxwood {

inline double clamped(double value) {
    return std::clamp(value, -1.0, 1.0);
}

} // namespace boxwood
