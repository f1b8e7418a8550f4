// What: how a list of intersecting pairs differs from the exact one, and by how little.
// Frame: world.
#pragma once

#include "bench/peers/mesh_pairs/contestants.hpp"

#include <string>

namespace boxwood::bench {

struct Differences {
    std::size_t placements = 0;           // whose answers differ in yes or no
    std::size_t missed = 0, invented = 0; // pairs
    double longest_missed = 0.0;          // of what such triangles share
    double widest_invented = 0.0;         // between such triangles
    double farthest_off = 0.0;            // of distances

    bool is_none() const { return placements + missed + invented == 0; }
};

// Both lists sorted.
void compare_pairs(const Mesh& mesh, const Placement& at, const PairAnswer& exact, const PairAnswer& given,
                   Differences& io_differences);

// One line, for the table: what differs, and why.
std::string explain(const Differences& differences, Says says);
// The same of distances.
std::string explain_distances(const Differences& differences);

} // namespace boxwood::bench
