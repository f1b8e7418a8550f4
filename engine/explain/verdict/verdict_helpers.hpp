// What: functions shared by the checks of polytopes, surfaces and frames.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/geometry/polytope/polytope.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <glm/geometric.hpp>

namespace boxwood::detail {

inline std::string name_of(BodyPair pair) {
    return "bodies " + std::to_string(pair.a) + " and " + std::to_string(pair.b);
}

// The largest signed distance of a point from the planes of the polytope's faces, in the polytope's frame; negative
// inside.
inline double height_over(const Polytope& polytope, const glm::dvec3& point) {
    double height = -std::numeric_limits<double>::infinity();
    for (const Polytope::Face& face : polytope.faces())
        height = std::fmax(height, glm::dot(face.normal, point) - face.offset);
    return height;
}

} // namespace boxwood::detail
