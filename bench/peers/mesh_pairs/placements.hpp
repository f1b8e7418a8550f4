// What: places two copies of one mesh for the mesh benchmarks, at random poses and at the poses of a tumble.
// Frame: poses map the mesh to the world.
// Units: the mesh's longest side is 1.
// Invariants: the same mesh gives the same placements.
#pragma once

#include "bench/peers/mesh_pairs/competitors.hpp"

#include <functional>
#include <string_view>

namespace boxwood::bench {

// Moves the center of the mesh's box to the origin and scales its longest side to 1.
void normalize(Mesh& io_mesh);

// Returns whether the two copies touch. Used to find the distances.
using AreTouching = std::function<bool(const Placement&)>;

// 200 placements with uniform random rotations of both copies and a random direction between their centers, at the
// distance at which 60 % of the placements intersect.
std::vector<Placement> place_at_random(const AreTouching& are_touching);

// The second copy makes a full rotation about z, then about x, in steps of 2 degrees, at the distance at which half
// of the placements intersect.
std::vector<Placement> tumble(const AreTouching& are_touching);

// The same placements with a given distance between the centers.
std::vector<Placement> place_at_random(double distance);
std::vector<Placement> tumble(double distance);

struct Workload {
    std::string_view name;
    std::vector<Placement> (*place)(const AreTouching&);
};
inline constexpr Workload kWorkloads[] = {{"random", place_at_random}, {"tumble", tumble}};

// For distance queries. The numbers are distances between the centers, in multiples of the mesh's longest side. At
// the smallest distance, some placements intersect.
inline constexpr Workload kDistanceWorkloads[] = {
    {"near 1.1", [](const AreTouching&) { return place_at_random(1.1); }},
    {"random 1.6", [](const AreTouching&) { return place_at_random(1.6); }},
    {"far 4", [](const AreTouching&) { return place_at_random(4.0); }},
    {"tumble 1", [](const AreTouching&) { return tumble(1.0); }}};

} // namespace boxwood::bench
