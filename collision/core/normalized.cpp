#include "collision/core/normalized.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

// Exponent of the power of two that scales the largest component into [1, 2). This scaling is exact, except for
// components that are too small to change the result.
int exponent_to_one(double largest) {
    return -std::ilogb(largest);
}

// The vector times the power of two that scales its largest component into [1, 2).
glm::dvec3 scaled_to_one(const glm::dvec3& v) {
    const int exponent = exponent_to_one(std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}));
    return glm::dvec3(std::ldexp(v.x, exponent), std::ldexp(v.y, exponent), std::ldexp(v.z, exponent));
}

} // namespace

glm::dquat normalized(const glm::dquat& q) {
    constexpr double kRounding = 4e-15; // error of the squared length of a product of a few unit quaternions
    if (std::fabs(glm::dot(q, q) - 1.0) <= kRounding) return q;
    const int exponent =
        exponent_to_one(std::max({std::fabs(q.w), std::fabs(q.x), std::fabs(q.y), std::fabs(q.z)}));
    const glm::dquat scaled(std::ldexp(q.w, exponent), std::ldexp(q.x, exponent), std::ldexp(q.y, exponent),
                            std::ldexp(q.z, exponent));
    return scaled / std::sqrt(glm::dot(scaled, scaled));
}

glm::dvec3 normalized(const glm::dvec3& v) {
    const glm::dvec3 scaled = scaled_to_one(v);
    return scaled / glm::length(scaled);
}

glm::dvec3 normalized_cross(const glm::dvec3& x, const glm::dvec3& y) {
    const glm::dvec3 none(0.0);
    if (x == none || y == none) return none;
    // The products in each component are equal, also after rounding, if the vectors are parallel.
    const glm::dvec3 a = scaled_to_one(x), b = scaled_to_one(y);
    if (glm::cross(a, b) == none) return none;
    const glm::dvec3 product = glm::cross(a / glm::length(a), b / glm::length(b));
    return product == none ? none : normalized(product);
}

} // namespace boxwood
