// What: computes convex hulls of points that are known to be non-degenerate.
#pragma once

#include "collision/core/check.hpp"
#include "engine/meshes/hull.hpp"

#include <span>
#include <utility>

namespace boxwood {

// Requires points that are not coplanar.
inline Polytope hull_of(std::span<const glm::vec3> points) {
    Result<Polytope> hull = make_hull(points);
    BOXWOOD_REQUIRE(hull);
    return std::move(*hull);
}

} // namespace boxwood
