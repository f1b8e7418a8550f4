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

// The nearest primitives found so far; if none is known, `squared` is the square of the maximum distance of the search.
struct NearestSoFar {
    double squared = std::numeric_limits<double>::infinity();
    glm::dvec3 from_a_to_b{0.0};
    bool is_known = false;
};

// Pruning and termination of a search.
struct SearchLimits {
    double tolerance = 0.0; // at least 0
    bool is_first_enough = false;
    std::uint64_t max_tests = ~std::uint64_t{0}; // volume tests after which the search is left unfinished

    // Pairs at a greater squared distance are pruned.
    double of(const NearestSoFar& nearest) const {
        return nearest.is_known ? 1.0 / ((1.0 + tolerance) * (1.0 + tolerance)) * nearest.squared
                                : nearest.squared;
    }
    bool end_with(const NearestSoFar& nearest) const { return nearest.is_known && is_first_enough; }
};

// Volume tests allowed in one search: beyond them the volumes are too loose for these two meshes, and a tree with
// tighter ones costs no more than one or two tests per triangle.
inline std::uint64_t max_tests_of(const MeshView& a, const MeshView& b) {
    constexpr std::uint64_t kPerTriangle = 16;
    return kPerTriangle * (a.triangles.size() + b.triangles.size());
}

} // namespace boxwood
