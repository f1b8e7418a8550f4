// What: what a search for the nearest primitives of two hierarchies knows, leaves out, and ends with.
// Frame: the world.
// Source: none.
// Oracle: tests/collision/query/distance_limits_test.cpp.
#pragma once

#include "collision/geometry/triangle.hpp"

#include <cstdint>
#include <limits>

#include <glm/vec3.hpp>

namespace boxwood {

// The nearest primitives seen so far; not known: `squared` is that of the distance within which they are sought.
struct NearestSoFar {
    double squared = std::numeric_limits<double>::infinity();
    glm::dvec3 from_a_to_b{0.0};
    bool is_known = false;
};

// What a search leaves out, and when it ends.
struct SearchLimits {
    double tolerance = 0.0; // at least 0
    bool is_first_enough = false;
    std::uint64_t max_tests = ~std::uint64_t{0}; // of volumes, after which it is left unfinished

    // What has a greater squared distance is of no interest.
    double of(const NearestSoFar& nearest) const {
        return nearest.is_known ? 1.0 / ((1.0 + tolerance) * (1.0 + tolerance)) * nearest.squared
                                : nearest.squared;
    }
    bool end_with(const NearestSoFar& nearest) const { return nearest.is_known && is_first_enough; }
};

// Of volumes, in one search: more say that the volumes are too loose for these two meshes. A tree with better ones costs as
// much as one or two tests per triangle.
inline std::uint64_t max_tests_of(const MeshView& a, const MeshView& b) {
    constexpr std::uint64_t kPerTriangle = 16;
    return kPerTriangle * (a.triangles.size() + b.triangles.size());
}

} // namespace boxwood
