// What: the float nearest to a double, for code that converts the float back to double to compute the rounding error.
// Invariants: the result has float precision. When GCC 12 vectorizes scalar doubles, it treats the conversion to floats
//             and back as the identity and removes it; the empty assembly prevents that.
#pragma once

#include <glm/vec3.hpp>

namespace boxwood {

inline float nearest_float(double x) {
    auto nearest = static_cast<float>(x);
#if defined(__GNUC__) && defined(__SSE2__)
    asm("" : "+x"(nearest));
#elif defined(__GNUC__)
    asm("" : "+m"(nearest));
#endif
    return nearest;
}
inline glm::vec3 nearest_floats(const glm::dvec3& v) {
    return {nearest_float(v.x), nearest_float(v.y), nearest_float(v.z)};
}

} // namespace boxwood
