// What: compares points lexicographically, by x, then y, then z. On any line, this is the order of the points along the
//       line.
#pragma once

#include <glm/vec3.hpp>

#include <tuple>

namespace boxwood {

inline bool is_before(const glm::dvec3& p, const glm::dvec3& q) {
    return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
}

} // namespace boxwood
