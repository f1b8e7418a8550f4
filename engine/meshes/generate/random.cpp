#include "engine/meshes/generate/random.hpp"

#include "collision/core/check.hpp"

#include <cmath>
#include <numbers>

namespace boxwood {

std::uint64_t Random::below(std::uint64_t count) {
    BOXWOOD_ASSERT(count > 0);
    // Rejects draws beyond the last multiple of count. Otherwise small numbers would be slightly more likely.
    const std::uint64_t remainder = (UINT64_MAX % count + 1) % count;
    std::uint64_t draw = bits();
    while (draw > UINT64_MAX - remainder) draw = bits();
    return draw % count;
}

double Random::normal() {
    // Box-Muller; 1 - u lies in (0, 1], so the logarithm is finite.
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

glm::dvec3 Random::unit_vector() {
    while (true) {
        const double u = uniform(-1.0, 1.0), v = uniform(-1.0, 1.0);
        const double s = u * u + v * v;
        if (s >= 1.0) continue;
        const double ring = 2.0 * std::sqrt(1.0 - s);
        return {ring * u, ring * v, 1.0 - 2.0 * s};
    }
}

glm::dvec3 Random::in_box(const glm::dvec3& half) {
    const double x = uniform(-half.x, half.x), y = uniform(-half.y, half.y);
    return {x, y, uniform(-half.z, half.z)};
}

glm::dquat Random::rotation() {
    const double x0 = uniform();
    const double angle_1 = 2.0 * std::numbers::pi * uniform(), angle_2 = 2.0 * std::numbers::pi * uniform();
    const double r1 = std::sqrt(1.0 - x0), r2 = std::sqrt(x0);
    // The constructor of GLM takes w first.
    return {r2 * std::cos(angle_2), r1 * std::sin(angle_1), r1 * std::cos(angle_1), r2 * std::sin(angle_2)};
}

std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t stream) {
    // After two rounds of shifts and multiplications by odd constants, every bit of both inputs affects every bit of
    // the result.
    std::uint64_t x = seed + 0x9E3779B97F4A7C15ull * (stream + 1);
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

} // namespace boxwood
