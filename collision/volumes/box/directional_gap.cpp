#include "collision/volumes/box/directional_gap.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood {
namespace {

constexpr double kOriginRounding = 0x1p-49; // 16 u
constexpr double kSizeRounding = 0x1p-43;   // volumes can be 16 times as large as the bounds of their points

// Divides by the largest component first because squares of extreme lengths overflow or underflow.
glm::dvec3 unit_vector(const glm::dvec3& v) {
    const double largest = largest_of(abs_of(v));
    if (!(largest > 0.0) || !std::isfinite(largest)) return {1.0, 0.0, 0.0};
    return glm::normalize(v / largest);
}

// The coordinate axis at the largest angle to the direction.
glm::dvec3 pick_axis(const glm::dvec3& n) {
    const glm::dvec3 size = abs_of(n);
    if (size.x <= size.y && size.x <= size.z) return {1.0, 0.0, 0.0};
    return size.y <= size.z ? glm::dvec3(0.0, 1.0, 0.0) : glm::dvec3(0.0, 0.0, 1.0);
}

// Returns the farthest corner, with each component raised to at least 2^-16 of the largest component: along the normal
// of a flat mesh, the bounds have no extent, but the volumes of the mesh have a small one.
glm::dvec3 farthest_of(const Aabb& bounds) {
    const glm::dvec3 farthest = farthest_corner(bounds);
    return glm::max(farthest, glm::dvec3(0x1p-16 * largest_of(farthest)));
}

glm::dvec3 center_of(const Aabb& box) {
    return 0.5 * (glm::dvec3(box.lower) + glm::dvec3(box.upper));
}

} // namespace

glm::dmat3 directions_along(const glm::dvec3& n) {
    const glm::dvec3 first = unit_vector(n), second = glm::normalize(glm::cross(first, pick_axis(first)));
    return {first, second, glm::cross(first, second)};
}

DirectionalGap::DirectionalGap(const Pose& world_from_a, const Pose& world_from_b, const Aabb& bounds_a,
                               const Aabb& bounds_b)
    : linear_a_(world_from_a.linear)
    , linear_b_(world_from_b.linear)
    , offset_(world_from_b.origin - world_from_a.origin)
    , rounding_(kOriginRounding * (abs_of(world_from_a.origin) + abs_of(world_from_b.origin)) +
                kSizeRounding *
                    (abs_of(linear_a_) * farthest_of(bounds_a) + abs_of(linear_b_) * farthest_of(bounds_b))) {
    aim((linear_b_ * center_of(bounds_b) - linear_a_ * center_of(bounds_a)) + offset_);
}

void DirectionalGap::aim(const glm::dvec3& from_a_to_b) {
    const glm::dmat3 directions = directions_along(from_a_to_b);
    aimed_ = directions[0];
    directions_ = {make_direction(directions[0]), make_direction(directions[1]),
                   make_direction(directions[2])};
}

DirectionalGap::Along DirectionalGap::measure_along(const glm::dvec3& n, const Aabb& a, const Aabb& b) const {
    const Direction along = make_direction(n);
    const VolumeInterval of_a = interval_along(a, along.in_a), of_b = interval_along(b, along.in_b);
    return {
        std::max({0.0, (along.offset + of_b.lower) - of_a.upper, of_a.lower - (along.offset + of_b.upper)}),
        (of_a.upper - of_a.lower) + (of_b.upper - of_b.lower)};
}

DirectionalGap::Direction DirectionalGap::make_direction(const glm::dvec3& n) const {
    // In GLM, v * m is the transpose of m, times v.
    return {n * linear_a_, n * linear_b_, glm::dot(n, offset_), glm::dot(abs_of(n), rounding_)};
}

} // namespace boxwood
