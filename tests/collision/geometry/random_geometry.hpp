#pragma once

#include "collision/geometry/triangle.hpp"
#include "tests/oracles/effort.hpp"

#include <bit>
#include <cmath>
#include <random>

namespace boxwood {

using Random = std::mt19937_64;

inline double uniform(Random& random, double lowest = -1.0, double highest = 1.0) {
    return std::uniform_real_distribution<double>(lowest, highest)(random);
}
inline int uniform_integer(Random& random, int lowest, int highest) {
    return std::uniform_int_distribution<int>(lowest, highest)(random);
}

inline glm::dvec3 random_point(Random& random) {
    return {uniform(random), uniform(random), uniform(random)};
}
inline glm::dvec3 random_integer_point(Random& random, int size) {
    return {uniform_integer(random, -size, size), uniform_integer(random, -size, size),
            uniform_integer(random, -size, size)};
}
inline Triangle64 random_triangle(Random& random) {
    return {random_point(random), random_point(random), random_point(random)};
}
inline Triangle64 random_integer_triangle(Random& random, int size) {
    return {random_integer_point(random, size), random_integer_point(random, size),
            random_integer_point(random, size)};
}

// Any finite double, with every bit pattern equally likely, so that all exponents occur.
inline double random_bits(Random& random) {
    while (true) {
        const double x = std::bit_cast<double>(random());
        if (std::isfinite(x)) return x;
    }
}

inline double step_by_ulps(double x, int steps) {
    for (; steps > 0; --steps) x = std::nextafter(x, 1e300);
    for (; steps < 0; ++steps) x = std::nextafter(x, -1e300);
    return x;
}

// A point near the plane of a, b and c: a rounded point of the plane, then moved by up to 4 ulps along each axis.
inline glm::dvec3 random_point_near_plane(Random& random, const glm::dvec3& a, const glm::dvec3& b,
                                          const glm::dvec3& c) {
    const double s = uniform(random, -1.0, 2.0), t = uniform(random, -1.0, 2.0);
    glm::dvec3 d = a + s * (b - a) + t * (c - a);
    for (int axis = 0; axis < 3; ++axis) d[axis] = step_by_ulps(d[axis], uniform_integer(random, -4, 4));
    return d;
}

inline Triangle64 scaled(const Triangle64& t, double scale) {
    return {t[0] * scale, t[1] * scale, t[2] * scale};
}

} // namespace boxwood
