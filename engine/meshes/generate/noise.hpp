// What: smooth noise in space: random numbers at the points of a lattice, interpolated.
// Invariants: values lie in [-1, 1]; equal seeds give equal noise; continuous up to the second derivative.
// Source: value noise with the quintic blend of [Perlin 2002].
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>

namespace boxwood {

double value_noise(const glm::dvec3& point, std::uint64_t seed);

// Octaves of noise, each with twice the frequency and half the amplitude of the previous one, scaled to stay in [-1,
// 1].
double layered_noise(const glm::dvec3& point, int layers, std::uint64_t seed);

} // namespace boxwood
