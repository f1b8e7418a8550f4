// What: the float nearest to a double, for whoever goes back to double to see what rounding has changed.
// Invariants: it is a float. GCC 12 takes the way from vectors of doubles to floats and back for no change at all and leaves
//             it out, where it has made vectors of doubles that were one by one; the empty assembly is what it cannot look
//             through.
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
