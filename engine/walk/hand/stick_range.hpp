// What: clamps a value to the range of a gamepad stick or of a pair of keys.
#pragma once

#include <algorithm>

namespace boxwood {

inline double clamped(double value) {
    return std::clamp(value, -1.0, 1.0);
}

} // namespace boxwood
