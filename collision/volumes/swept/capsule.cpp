#include "collision/volumes/swept/capsule.hpp"

#include "collision/volumes/box/principal_axes.hpp"

#include <algorithm>
#include <limits>

namespace boxwood {
namespace {

double distance_to_segment(const glm::dvec3& from, const glm::dvec3& to, const glm::dvec3& p) {
    const glm::dvec3 along = to - from, v = p - from;
    const double length = glm::dot(along, along);
    const double s = length > 0.0 ? std::clamp(glm::dot(v, along) / length, 0.0, 1.0) : 0.0;
    return glm::length(v - s * along);
}

// A ball that the volume must contain; radius 0 for a point.
struct Ball {
    glm::dvec3 center;
    double radius;
};

// Fits a capsule along columns[0], through the centers of the extents along the other two columns. The segment is as
// short as the radius allows.
template <class ForBalls>
Capsule fit_along(const glm::dmat3& columns, ForBalls&& for_balls) {
    Extent extent;
    for_balls([&](const Ball& ball) { extent.add(rotate_into(columns, ball.center)); });
    const glm::dvec3 middle = extent.center();
    const auto off_axis = [&](const Ball& ball) {
        const glm::dvec3 x = rotate_into(columns, ball.center) - middle;
        return std::hypot(x.y, x.z);
    };
    double radius = 0.0;
    for_balls([&](const Ball& ball) { radius = std::max(radius, off_axis(ball) + ball.radius); });
    double upper = -std::numeric_limits<double>::infinity(), lower = -upper;
    for_balls([&](const Ball& ball) { // no ball may extend beyond the hemisphere at either end
        const double rest = radius - ball.radius, off = off_axis(ball);
        const double reach = std::sqrt(std::max(rest * rest - off * off, 0.0));
        const double at = rotate_into(columns, ball.center).x;
        upper = std::max(upper, at - reach);
        lower = std::min(lower, at + reach);
    });
    if (lower > upper) lower = upper = 0.5 * (lower + upper);

    Capsule swept;
    swept.from = nearest_floats(columns * glm::dvec3(lower, middle.y, middle.z));
    swept.to = nearest_floats(columns * glm::dvec3(upper, middle.y, middle.z));
    double needed = 0.0;
    const glm::dvec3 from(swept.from), to(swept.to);
    for_balls([&](const Ball& ball) {
        needed = std::max(needed, distance_to_segment(from, to, ball.center) + ball.radius);
    });
    swept.radius = round_up(needed);
    return swept;
}

Capsule fit_points(std::span<const glm::vec3> points, Covariance spread) {
    if (points.empty()) return {};
    const auto for_balls = [points](auto&& visit) {
        for (const glm::vec3& p : points) visit(Ball{glm::dvec3(p), 0.0});
    };
    return fit_along(find_principal_axes(points, spread), for_balls);
}

// Returns a frame that has the direction as its first axis; the identity if the direction is zero.
glm::dmat3 frame_along(const glm::dvec3& direction) {
    const std::array<glm::vec3, 2> ends{glm::vec3(0.0f), glm::vec3(direction)};
    return find_principal_axes(ends, Covariance::vertices);
}

} // namespace

Capsule Capsule::fit(std::span<const glm::vec3> points) {
    return fit_points(points, Covariance::vertices);
}
Capsule Capsule::fit_triangles(std::span<const glm::vec3> corners) {
    return fit_points(corners, Covariance::triangles);
}

bool Capsule::contains(const glm::vec3& p) const {
    return !is_empty() && distance_to_segment(glm::dvec3(from), glm::dvec3(to), glm::dvec3(p)) <=
                              static_cast<double>(radius);
}

Aabb Capsule::bounds() const {
    Aabb box;
    if (is_empty()) return box;
    const glm::dvec3 start(from), end(to);
    // The magnitude of all terms of the distances in contains().
    const double magnitude = glm::length(start) + glm::length(end) + static_cast<double>(radius);
    const double r = padded(static_cast<double>(radius), magnitude);
    for (int axis = 0; axis < 3; ++axis) {
        box.lower[axis] = round_down(std::min(start[axis], end[axis]) - r);
        box.upper[axis] = round_up(std::max(start[axis], end[axis]) + r);
    }
    return box;
}

float Capsule::volume() const {
    return is_empty() ? 0.0f
                      : std::numbers::pi_v<float> * radius * radius *
                            (static_cast<float>(length()) + radius * (4.0f / 3.0f));
}
float Capsule::half_area() const {
    return is_empty() ? 0.0f
                      : std::numbers::pi_v<float> * radius * (static_cast<float>(length()) + 2.0f * radius);
}

Capsule merge(const Capsule& a, const Capsule& b) {
    if (a.is_empty()) return b;
    if (b.is_empty()) return a;
    const glm::dvec3 from_a(a.from), to_a(a.to), from_b(b.from), to_b(b.to);
    const auto for_balls = [&](auto&& visit) {
        for (const Capsule* swept : {&a, &b})
            for (const glm::vec3& end : {swept->from, swept->to})
                visit(Ball{glm::dvec3(end), static_cast<double>(swept->radius)});
    };
    const double magnitude =
        std::max(glm::length(from_a) + glm::length(to_a), glm::length(from_b) + glm::length(to_b));
    Capsule best;
    for (const glm::dvec3& direction : {to_a - from_a, to_b - from_b, (from_b + to_b) - (from_a + to_a)}) {
        Capsule both = fit_along(frame_along(direction), for_balls);
        both.radius = round_up(padded(static_cast<double>(both.radius), magnitude));
        if (best.is_empty() || both.volume() < best.volume()) best = both;
    }
    return best;
}

std::vector<AxisTest> list_axis_tests(const Capsule& a, const Capsule& b, const AffineRelation& r) {
    const double reach = detail::sum_radii(a.radius, b.radius, r),
                 distance = bound_compared(detail::relate(a, b, r), reach);
    const AxisTest::Cores cores = detail::list_cores(distance, a.radius, reach, r);
    return {{.distance = distance, .radii = reach, .cores = cores}};
}

} // namespace boxwood
