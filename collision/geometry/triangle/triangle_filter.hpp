// What: defines the result of a floating-point triangle test with a proved error bound. `unsure` requires the exact
//       test.
// Frame: any, the same for both triangles.
#pragma once

#include "collision/geometry/triangle.hpp"

#include <cstdint>

#include <glm/common.hpp>

namespace boxwood {

enum class FilterResult : std::uint8_t { disjoint, intersect, unsure };

// Edge lengths of the box around both triangles.
inline glm::dvec3 extents_of(const Triangle64& a, const Triangle64& b) {
    glm::dvec3 lower = a[0], upper = a[0];
    for (const Triangle64* t : {&a, &b})
        for (const glm::dvec3& p : *t) {
            lower = glm::min(lower, p);
            upper = glm::max(upper, p);
        }
    return upper - lower;
}

} // namespace boxwood
