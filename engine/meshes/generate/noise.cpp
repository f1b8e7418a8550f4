#include "engine/meshes/generate/noise.hpp"

#include "engine/meshes/generate/random.hpp"

#include <cmath>

namespace boxwood {
namespace {

double lattice_value(std::int64_t x, std::int64_t y, std::int64_t z, std::uint64_t seed) {
    const std::uint64_t xy =
        mix_seed(mix_seed(seed, static_cast<std::uint64_t>(x)), static_cast<std::uint64_t>(y));
    const std::uint64_t bits = mix_seed(xy, static_cast<std::uint64_t>(z));
    return static_cast<double>(bits >> 11) * 0x1p-52 - 1.0;
}

double blend(double t) {
    return t * t * t * (t * (6.0 * t - 15.0) + 10.0);
}

double mix(double a, double b, double t) {
    return a + (b - a) * t;
}

} // namespace

double value_noise(const glm::dvec3& point, std::uint64_t seed) {
    const glm::dvec3 corner(std::floor(point.x), std::floor(point.y), std::floor(point.z));
    const double u = blend(point.x - corner.x), v = blend(point.y - corner.y), w = blend(point.z - corner.z);
    const auto x = static_cast<std::int64_t>(corner.x), y = static_cast<std::int64_t>(corner.y),
               z = static_cast<std::int64_t>(corner.z);
    const auto along_x = [&](std::int64_t dy, std::int64_t dz) {
        return mix(lattice_value(x, y + dy, z + dz, seed), lattice_value(x + 1, y + dy, z + dz, seed), u);
    };
    return mix(mix(along_x(0, 0), along_x(1, 0), v), mix(along_x(0, 1), along_x(1, 1), v), w);
}

double layered_noise(const glm::dvec3& point, int layers, std::uint64_t seed) {
    double sum = 0.0, weight = 1.0, total = 0.0, scale = 1.0;
    for (int layer = 0; layer < layers; ++layer) {
        sum += weight * value_noise(scale * point, mix_seed(seed, static_cast<std::uint64_t>(layer)));
        total += weight;
        weight *= 0.5;
        scale *= 2.0;
    }
    return sum / total;
}

} // namespace boxwood
