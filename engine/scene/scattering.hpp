// What: chooses random positions for spheres in a room. The spheres are disjoint unless the room is crowded.
// Frame: world; the room is centered at the origin.
// Degenerate input: in a crowded room, spheres can overlap. A sphere that is too large for the room on an axis is
//                   placed at the room's center on this axis.
// Cost: O(n log n) time for spheres of similar size.
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

namespace boxwood {

struct Ball {
    glm::dvec3 center_w{0.0};
    double radius = 0.0;
};

// Returns centers for spheres with these radii, uniformly distributed in the room. Each sphere is disjoint from
// `obstacles` and from the previous spheres, unless this fails at 60 random positions: the sphere then gets the next
// random position without a test.
std::vector<glm::dvec3> scatter(std::span<const double> radii, std::span<const Ball> obstacles,
                                const glm::dvec3& room_half, std::uint64_t seed);

} // namespace boxwood
