// What: random places for spheres in a room, apart from each other where there is space.
// Frame: world, room centered at the origin.
// Degenerate input: in a crowded room spheres may overlap; one that is too large for the room stands in its
//             middle.
// Cost: O(n) for spheres of like size.
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

// Centers for spheres of these radii, uniform in the room, clear of `standing` and of each other if some
// tries find room.
std::vector<glm::dvec3> scatter(std::span<const double> radii, std::span<const Ball> standing,
                                const glm::dvec3& room_half, std::uint64_t seed);

} // namespace boxwood
