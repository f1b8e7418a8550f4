// What: computes smooth noise in space, interpolated from random numbers at the points of a lattice.
// Invariants: values lie in [-1, 1]. The same seed gives the same noise. The second derivative is continuous.
// Source: value noise with the quintic blend of [Perlin 2002].
#pragma once

#include <cstdint>
#include <glm/vec3.hpp>

namespace boxwood {

double value_noise(const glm::dvec3& point, std::uint64_t seed);

// A weighted mean of octaves of noise. Each octave has twice the frequency and half the weight of the previous one.
double layered_noise(const glm::dvec3& point, int layers, std::uint64_t seed);

} // namespace boxwood
