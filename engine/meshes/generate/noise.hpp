// What: smooth noise in space: random numbers on the points of a lattice, interpolated between them.
// Invariants: values lie in [-1, 1]; equal seeds give equal noise; continuous with its first two derivatives.
// Source: value noise with the fifth-degree blend of [Perlin 2002].
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>

namespace boxwood {

double value_noise(const glm::dvec3& point, std::uint64_t seed);

// Layers of noise, each twice as fine and half as strong as the one before, scaled to stay in [-1, 1].
double layered_noise(const glm::dvec3& point, int layers, std::uint64_t seed);

} // namespace boxwood
