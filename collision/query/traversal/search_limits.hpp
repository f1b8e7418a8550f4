// What: the state, pruning limit and termination of a search for the nearest primitives of two hierarchies.
// Frame: the world.
// Source: none.
// Oracle: tests/collision/query/distance_limits_test.cpp.
#pragma once

#include "collision/geometry/triangle.hpp"

#include <cstdint>
#include <limits>

#include <glm/vec3.hpp>

namespace boxwood {

// The nearest primitives found so far. If none are known, `squared` is the square of the search's maximum distance.
struct NearestSoFar {
    double squared = std::numeric_limits<double>::infinity();
    glm::dvec3 from_a_to_b{0.0};
    bool is_known = false;
};

// Decides when a search prunes a pair and when it ends.
struct SearchLimits {
    double tolerance = 0.0;                      // at least 0
    bool ends_with_first = false;                // the first known pair ends the search
    std::uint64_t max_tests = ~std::uint64_t{0}; // after this many volume tests, the search stops unfinished

    // The squared distance beyond which pairs are pruned.
    double squared_limit(const NearestSoFar& nearest) const {
        return nearest.is_known ? 1.0 / ((1.0 + tolerance) * (1.0 + tolerance)) * nearest.squared
                                : nearest.squared;
    }
    bool ends_at(const NearestSoFar& nearest) const { return nearest.is_known && ends_with_first; }
};

// The maximum number of volume tests in one search. If a search needs more, the volumes are too loose for these two
// meshes. Building world trees, whose boxes are tighter, then takes no longer than one or two tests per triangle.
inline std::uint64_t max_tests_of(const MeshView& a, const MeshView& b) {
    constexpr std::uint64_t kPerTriangle = 16;
    return kPerTriangle * (a.triangles.size() + b.triangles.size());
}

} // namespace boxwood
