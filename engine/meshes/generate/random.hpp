// What: generates random numbers that are the same with every standard library. The C++ standard specifies the engine.
//       The distributions are implemented here because std::*_distribution differs between libraries.
// Invariants: the same seed gives the same sequence. uniform(), below() and unit_vector() use only +, -, *, / and sqrt,
//             so they are bit-equal on every machine. normal() and rotation() also use log, sin and cos.
// Source: [Marsaglia 1972] for points on the sphere; [Shoemake 1992] for rotations.
// Oracle: tests/engine/meshes/random_test.cpp, chi-square over equal-area bins and closed-form means.
#pragma once

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <random>

namespace boxwood {

class Random {
  public:
    explicit Random(std::uint64_t seed)
        : engine_(seed) {}

    std::uint64_t bits() { return engine_(); }
    double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; } // [0, 1)
    double uniform(double lower, double upper) { return lower + (upper - lower) * uniform(); }
    std::uint64_t below(std::uint64_t count); // uniform over 0 ... count-1; requires count > 0
    double normal();                          // mean 0, variance 1

    glm::dvec3 unit_vector();                  // uniform on the unit sphere
    glm::dvec3 in_box(const glm::dvec3& half); // uniform in [-half, half)
    glm::dquat rotation();                     // uniform over all rotations, unit length

  private:
    std::mt19937_64 engine_;
};

// Derives the seed of one of several independent streams, for example of body 7 in a scene with seed 1995.
std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t stream);

} // namespace boxwood
