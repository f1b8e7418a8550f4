// What: counts and measures the differences of answers from exact answers.
// Units: lengths are in world units.
#pragma once

#include "bench/peers/mesh_pairs/competitors.hpp"

#include <string>

namespace boxwood::bench {

struct Differences {
    std::size_t placements = 0;           // at which the answers differ on whether the meshes intersect
    std::size_t missed = 0, invented = 0; // pairs of triangles
    // Differences without a length: placements (counted above) whose pairs were not compared, and missed pairs of
    // triangles that are coplanar or of which one is degenerate.
    std::size_t unmeasured = 0;
    double longest_missed = 0.0;          // largest length of the intersection of a missed pair
    double widest_invented = 0.0;         // largest distance between the triangles of an invented pair
    double farthest_off = 0.0;            // largest error of a distance

    bool is_none() const { return placements + missed + invented == 0; }
};

// Both lists must be sorted.
void compare_pairs(const Mesh& mesh, const Placement& at, const PairAnswer& exact, const PairAnswer& given,
                   Differences& io_differences);

// Returns one line for the table, with the differences and their cause. The cause is rounding ("float") only if all
// differences are measured and small.
std::string explain(const Differences& differences, AnswerContent content);
// Returns one line for the table, with the largest error of a distance.
std::string explain_distances(const Differences& differences);

} // namespace boxwood::bench
