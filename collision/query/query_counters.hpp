// What: the counters of a query, for tests and benchmarks.
#pragma once

#include "collision/volumes/volume.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace boxwood {

// A histogram of volume tests by their first separating axis. Bins are numbered as in the volume's kAxisNames; the last
// bin counts overlaps.
using AxisCounts = std::array<std::uint64_t, kMaxAxes + 1>;

struct QueryCounters {
    std::uint64_t volume_tests = 0;    // n_v
    std::uint64_t leaf_tests = 0;      // part of volume_tests: a leaf's triangles against a volume
    std::uint64_t primitive_tests = 0; // n_p
    std::uint64_t volume_updates = 0;  // n_u: volumes recomputed for the relative motion, see docs/library.md
    std::uint64_t exact_tests = 0;     // primitive tests that the floating-point filter could not decide
    std::uint64_t point_tests = 0;     // points located in a solid by a ray, without cache hits
    // Pair transforms. Their number does not depend on n_v: 1 for the volumes, plus 1 for the boxes around the meshes
    // if the volumes are not AABBs, plus 2 with LeafTest::triangle; 0 if the coherence cache proves that no pair of
    // triangles can intersect (query_coherence.hpp). The pair transform of AABBs takes 18 absolute values.
    std::uint32_t relations = 0;
    std::uint32_t max_depth = 0; // largest number of descents from the pair of roots to a pair of nodes
    // Only overlap tests of two volumes, without leaf_tests and the lower bounds of distance queries.
    AxisCounts separations_by_axis{};

    friend bool operator==(const QueryCounters&, const QueryCounters&) = default;

    QueryCounters& operator+=(const QueryCounters& other) {
        volume_tests += other.volume_tests;
        leaf_tests += other.leaf_tests;
        primitive_tests += other.primitive_tests;
        volume_updates += other.volume_updates;
        exact_tests += other.exact_tests;
        point_tests += other.point_tests;
        relations += other.relations;
        max_depth = std::max(max_depth, other.max_depth);
        for (std::size_t axis = 0; axis < separations_by_axis.size(); ++axis)
            separations_by_axis[axis] += other.separations_by_axis[axis];
        return *this;
    }
};

} // namespace boxwood
