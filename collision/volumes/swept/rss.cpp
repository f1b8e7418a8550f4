#include "collision/volumes/swept/rss.hpp"

#include "collision/volumes/box/principal_axes.hpp"

#include <limits>

namespace boxwood {
namespace {

// A ball that the volume must contain; radius 0 for a point.
struct Ball {
    glm::dvec3 center;
    double radius;
};

double distance_to_rectangle(const Rss& rss, const glm::dmat3& columns, const glm::dvec3& p) {
    glm::dvec3 x = glm::abs(rotate_into(columns, p - glm::dvec3(rss.center)));
    x.x = std::max(x.x - static_cast<double>(rss.half_x), 0.0);
    x.y = std::max(x.y - static_cast<double>(rss.half_y), 0.0);
    return glm::length(x);
}

struct Interval {
    double lower = std::numeric_limits<double>::infinity(), upper = -std::numeric_limits<double>::infinity();

    // Extends the interval just enough to intersect [x - reach, x + reach]. As long as all intervals passed to this
    // function have a common part, `upper` and `lower` are the lower and the upper end of that part, in this order;
    // close() then replaces both by its midpoint.
    void extend_to(double x, double reach) {
        upper = std::max(upper, x - reach);
        lower = std::min(lower, x + reach);
    }
    void close() {
        if (lower > upper) lower = upper = 0.5 * (lower + upper);
    }
    double distance(double x) const { return std::max(std::max(lower - x, x - upper), 0.0); }
    // Grows until the distance to x is at most `reach`.
    void grow(double x, double reach) {
        lower = std::min(lower, std::max(x + reach, std::min(x, lower)));
        upper = std::max(upper, std::min(x - reach, std::max(x, upper)));
    }
    double center() const { return 0.5 * (lower + upper); }
    double half() const { return 0.5 * (upper - lower); }
};

// The extent along the third axis determines the radius. The sides of the rectangle are shorter than the extents along
// the other two axes, by the length that the radius covers.
template <class ForBalls>
Rss fit_along(const Axes& axes, ForBalls&& for_balls) {
    const glm::dmat3 columns = axes.matrix();
    Interval normal;
    double widest = 0.0;
    for_balls([&](const Ball& ball) {
        const double z = rotate_into(columns, ball.center).z;
        normal.lower = std::min(normal.lower, z - ball.radius);
        normal.upper = std::max(normal.upper, z + ball.radius);
        widest = std::max(widest, ball.radius);
    });
    const double middle = normal.center(), radius = std::max(normal.half(), widest);
    const auto reach_of = [&](const Ball& ball, double off) {
        const double rest = radius - ball.radius;
        return std::sqrt(std::max(rest * rest - off * off, 0.0));
    };
    Interval side_x, side_y;
    for_balls([&](const Ball& ball) {
        const glm::dvec3 x = rotate_into(columns, ball.center);
        const double reach = reach_of(ball, x.z - middle);
        side_x.extend_to(x.x, reach);
        side_y.extend_to(x.y, reach);
    });
    side_x.close();
    side_y.close();
    // For a ball beyond a corner of the rectangle, extends side x until the corner is near enough.
    for_balls([&](const Ball& ball) {
        const glm::dvec3 x = rotate_into(columns, ball.center);
        const double off = std::hypot(side_y.distance(x.y), x.z - middle);
        side_x.grow(x.x, reach_of(ball, off));
    });

    Rss rss;
    rss.axes = axes;
    rss.center = nearest_floats(columns * glm::dvec3(side_x.center(), side_y.center(), middle));
    rss.half_x = round_up(side_x.half());
    rss.half_y = round_up(side_y.half());
    double needed = 0.0;
    for_balls([&](const Ball& ball) {
        needed = std::max(needed, distance_to_rectangle(rss, columns, ball.center) + ball.radius);
    });
    rss.radius = round_up(needed);
    return rss;
}

Rss fit_points(std::span<const glm::vec3> points, Covariance spread) {
    if (points.empty()) return {};
    const auto for_balls = [points](auto&& visit) {
        for (const glm::vec3& p : points) visit(Ball{glm::dvec3(p), 0.0});
    };
    return fit_along(Axes::from(find_principal_axes(points, spread)), for_balls);
}

} // namespace

Rss Rss::fit(std::span<const glm::vec3> points) {
    return fit_points(points, Covariance::vertices);
}
Rss Rss::fit_triangles(std::span<const glm::vec3> corners) {
    return fit_points(corners, Covariance::triangles);
}

bool Rss::contains(const glm::vec3& p) const {
    return !is_empty() &&
           distance_to_rectangle(*this, axes.matrix(), glm::dvec3(p)) <= static_cast<double>(radius);
}

glm::dvec3 Rss::corner(unsigned index) const {
    const auto x = static_cast<double>(half_x), y = static_cast<double>(half_y);
    return glm::dvec3(center) + axes.matrix() * glm::dvec3(index & 1u ? x : -x, index & 2u ? y : -y, 0.0);
}

Aabb Rss::bounds() const {
    Aabb box;
    if (is_empty()) return box;
    // The magnitude of all terms of a corner and of the distances in contains(). Cancellation of terms does not reduce
    // it because their rounding errors remain.
    const double magnitude = glm::length(glm::dvec3(center)) + static_cast<double>(half_x) +
                             static_cast<double>(half_y) + static_cast<double>(radius);
    const double r = padded(static_cast<double>(radius), magnitude);
    for (unsigned i = 0; i < 4; ++i) {
        const glm::dvec3 p = corner(i);
        for (int axis = 0; axis < 3; ++axis) {
            box.lower[axis] = std::min(box.lower[axis], round_down(p[axis] - r));
            box.upper[axis] = std::max(box.upper[axis], round_up(p[axis] + r));
        }
    }
    return box;
}

float Rss::volume() const {
    if (is_empty()) return 0.0f;
    const float half_around = 2.0f * (half_x + half_y), r = radius;
    return 8.0f * half_x * half_y * r + std::numbers::pi_v<float> * r * r * (half_around + r * (4.0f / 3.0f));
}
float Rss::half_area() const {
    if (is_empty()) return 0.0f;
    const float half_around = 2.0f * (half_x + half_y), r = radius;
    return 4.0f * half_x * half_y + std::numbers::pi_v<float> * r * (half_around + 2.0f * r);
}

Rss merge(const Rss& a, const Rss& b) {
    if (a.is_empty()) return b;
    if (b.is_empty()) return a;
    const auto for_balls = [&](auto&& visit) {
        for (const Rss* rss : {&a, &b})
            for (unsigned i = 0; i < 4; ++i) visit(Ball{rss->corner(i), static_cast<double>(rss->radius)});
    };
    Rss along_a = fit_along(a.axes, for_balls), along_b = fit_along(b.axes, for_balls);
    Rss& smaller = along_b.volume() < along_a.volume() ? along_b : along_a;
    smaller.radius = round_up(padded(static_cast<double>(smaller.radius),
                                     glm::length(glm::dvec3(smaller.center)) +
                                         static_cast<double>(smaller.half_x + smaller.half_y)));
    return smaller;
}

std::vector<AxisTest> list_axis_tests(const Rss& a, const Rss& b, const AffineRelation& r) {
    const double reach = detail::sum_radii(a.radius, b.radius, r),
                 distance = bound_compared(detail::relate(a, b, r), reach);
    const AxisTest::Cores cores = detail::list_cores(distance, a.radius, reach, r);
    return {{.distance = distance, .radii = reach, .cores = cores}};
}

} // namespace boxwood
