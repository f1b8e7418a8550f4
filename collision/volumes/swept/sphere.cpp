#include "collision/volumes/swept/sphere.hpp"

#include "collision/volumes/axes.hpp"

#include <limits>

namespace boxwood {
namespace {

struct Farthest {
    std::size_t index = 0;
    double distance = 0.0;
};

Farthest find_farthest(std::span<const glm::vec3> points, const glm::dvec3& from) {
    Farthest farthest;
    double squared = -1.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const glm::dvec3 v = glm::dvec3(points[i]) - from;
        if (const double s = glm::dot(v, v); s > squared) {
            squared = s;
            farthest.index = i;
        }
    }
    farthest.distance = std::sqrt(squared);
    return farthest;
}

// Returns the center of the smallest sphere around one, two or three points.
glm::dvec3 center_of_few(std::span<const glm::vec3> points) {
    const glm::dvec3 p(points[0]), q(points[points.size() / 2]), r(points[points.size() - 1]);
    std::array<glm::dvec3, 3> corners{p, q, r};
    for (std::size_t i = 0; i < 3; ++i) { // obtuse or right corner: the opposite edge is a diameter
        const glm::dvec3 u = corners[(i + 1) % 3], v = corners[(i + 2) % 3];
        if (glm::dot(u - corners[i], v - corners[i]) <= 0.0) return 0.5 * (u + v);
    }
    const glm::dvec3 u = q - p, v = r - p, n = glm::cross(u, v);
    const double area = glm::dot(n, n);
    if (!(area > 0.0)) return p;
    return p + (glm::dot(u, u) * glm::cross(v, n) + glm::dot(v, v) * glm::cross(n, u)) / (2.0 * area);
}

glm::dvec3 find_center(std::span<const glm::vec3> points) {
    constexpr int kRounds = 12;
    if (points.size() <= 3) return center_of_few(points);
    const glm::dvec3 first(points[find_farthest(points, glm::dvec3(points[0])).index]);
    const glm::dvec3 second(points[find_farthest(points, first).index]);
    glm::dvec3 center = 0.5 * (first + second), best = center;
    double smallest = std::numeric_limits<double>::infinity();
    for (int round = 0;; ++round) {
        const Farthest far = find_farthest(points, center);
        if (far.distance < smallest) {
            smallest = far.distance;
            best = center;
        }
        if (round == kRounds) return best;
        center += (glm::dvec3(points[far.index]) - center) / (round + 2.0 + round);
    }
}

// Uses the same arithmetic as contains().
float radius_around(const glm::vec3& center, std::span<const glm::vec3> points) {
    double radius = 0.0;
    for (const glm::vec3& p : points)
        radius = std::max(radius, glm::distance(glm::dvec3(p), glm::dvec3(center)));
    return round_up(radius);
}

} // namespace

Sphere Sphere::fit(std::span<const glm::vec3> points) {
    if (points.empty()) return {};
    Sphere sphere;
    sphere.center = nearest_floats(find_center(points));
    sphere.radius = radius_around(sphere.center, points);
    return sphere;
}

Aabb Sphere::bounds() const {
    if (is_empty()) return {};
    const auto reach = static_cast<double>(radius);
    const double r =
        padded(reach, glm::length(glm::dvec3(center)) + reach); // distances in contains() are rounded
    Aabb box;
    for (int axis = 0; axis < 3; ++axis) {
        box.lower[axis] = round_down(static_cast<double>(center[axis]) - r);
        box.upper[axis] = round_up(static_cast<double>(center[axis]) + r);
    }
    return box;
}

Sphere merge(const Sphere& a, const Sphere& b) {
    if (a.is_empty()) return b;
    if (b.is_empty()) return a;
    const glm::dvec3 center_a(a.center), center_b(b.center), between = center_b - center_a;
    const auto radius_a = static_cast<double>(a.radius), radius_b = static_cast<double>(b.radius);
    const double distance_of_centers = glm::length(between);
    if (distance_of_centers + radius_b <= radius_a) return a;
    if (distance_of_centers + radius_a <= radius_b) return b;
    const double toward_b = 0.5 * (distance_of_centers + radius_b - radius_a) / distance_of_centers;
    Sphere both;
    both.center = nearest_floats(center_a + toward_b * between);
    const glm::dvec3 center(both.center);
    const double radius =
        std::max(glm::distance(center, center_a) + radius_a, glm::distance(center, center_b) + radius_b);
    both.radius = round_up(padded(radius, glm::length(center)));
    return both;
}

std::vector<AxisTest> list_axis_tests(const Sphere& a, const Sphere& b, const AffineRelation& r) {
    const glm::dvec3 v = detail::transform_to_a(b.center, r) - glm::dvec3(a.center);
    const double squared = glm::dot(v, v), reach = detail::sum_radii(a.radius, b.radius, r);
    const AxisTest::Cores cores = detail::list_cores(std::sqrt(squared), a.radius, reach, r);
    return {{.distance = squared, .radii = reach * reach, .cores = cores}};
}

} // namespace boxwood
