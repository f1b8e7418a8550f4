// What: the differences between a list of intersecting pairs and the exact one, and their size.
// Frame: world.
#pragma once

#include "bench/peers/mesh_pairs/contestants.hpp"

#include <string>

namespace boxwood::bench {

struct Differences {
    std::size_t placements = 0;           // with different yes-or-no answers
    std::size_t missed = 0, invented = 0; // pairs
    double longest_missed = 0.0;          // length that such triangles share
    double widest_invented = 0.0;         // distance between such triangles
    double farthest_off = 0.0;            // error of distances

    bool is_none() const { return placements + missed + invented == 0; }
};

// Both lists must be sorted.
void compare_pairs(const Mesh& mesh, const Placement& at, const PairAnswer& exact, const PairAnswer& given,
                   Differences& io_differences);

// One line for the table: what differs, and why.
std::string explain(const Differences& differences, Says says);
// The same for distances.
std::string explain_distances(const Differences& differences);

} // namespace boxwood::bench
