// What: random positions for spheres in a room, disjoint where there is space.
// Frame: world, room centered at the origin.
// Degenerate input: spheres may overlap in a crowded room; one too large for the room is placed at its center.
// Cost: O(n) for spheres of similar size.
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

// Centers for spheres of these radii, uniform in the room, disjoint from `standing` and from each other if a few
// attempts suffice.
std::vector<glm::dvec3> scatter(std::span<const double> radii, std::span<const Ball> standing,
                                const glm::dvec3& room_half, std::uint64_t seed);

} // namespace boxwood
