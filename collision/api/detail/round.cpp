#include "collision/api/detail/round.hpp"

#include "collision/api/detail/layer.hpp"
#include "collision/core/check.hpp"
#include "collision/core/normalized.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood::api::detail {
namespace {

std::optional<RayInterval> intersect_sphere(const glm::dvec3& center, double radius, const glm::dvec3& origin,
                                            const glm::dvec3& direction) {
    const glm::dvec3 to_origin = origin - center;
    const double squared = glm::dot(direction, direction);
    const double middle = -glm::dot(to_origin, direction) / squared;
    const glm::dvec3 closest = to_origin + middle * direction;
    const double rest = radius * radius - glm::dot(closest, closest);
    if (!(rest >= 0.0)) return std::nullopt;
    const double half = std::sqrt(rest / squared);
    return RayInterval{middle - half, middle + half};
}

// The part of a line inside the cylinder around the axis, between the planes through the ends of the axis.
std::optional<RayInterval> intersect_cylinder(const RoundAxis& round, const glm::dvec3& origin,
                                              const glm::dvec3& direction) {
    const glm::dvec3 along = round.head - round.tail;
    const double length = glm::length(along);
    if (!(length > 0.0)) return std::nullopt;
    const glm::dvec3 axis = along / length, to_origin = origin - round.tail;
    const double speed = glm::dot(direction, axis), start = glm::dot(to_origin, axis);
    RayInterval inside{-HUGE_VAL, HUGE_VAL};
    if (speed != 0.0) {
        const double x = -start / speed, y = (length - start) / speed;
        inside = {std::fmin(x, y), std::fmax(x, y)};
    } else if (start < 0.0 || start > length) {
        return std::nullopt;
    }
    const glm::dvec3 across = direction - speed * axis, arm = to_origin - start * axis;
    const double squared = glm::dot(across, across);
    if (squared > 0.0) {
        const double middle = -glm::dot(arm, across) / squared;
        const glm::dvec3 closest = arm + middle * across;
        const double rest = round.radius * round.radius - glm::dot(closest, closest);
        if (!(rest >= 0.0)) return std::nullopt;
        const double half = std::sqrt(rest / squared);
        inside = {std::fmax(inside.enter, middle - half), std::fmin(inside.leave, middle + half)};
    } else if (glm::dot(arm, arm) > round.radius * round.radius) {
        return std::nullopt;
    }
    if (!(inside.enter <= inside.leave)) return std::nullopt;
    return inside;
}

} // namespace

bool scales_uniformly(const Pose& pose) {
    constexpr double kTolerance = 1e-9;
    const Vec3 s = pose.scale();
    const double x = std::fabs(s.x), y = std::fabs(s.y), z = std::fabs(s.z);
    const double smallest = std::fmin(x, std::fmin(y, z)), largest = std::fmax(x, std::fmax(y, z));
    return !pose.shears() && largest - smallest <= kTolerance * largest;
}

Status check_round(const ShapeData& data, const Pose& pose, const std::string& subject) {
    if (!data.is_round() || scales_uniformly(pose)) return ok();
    return Error{subject + ": a sphere or capsule must be scaled uniformly"};
}

double scale_of(const Pose& pose) {
    const Vec3 s = pose.scale();
    return std::fmax(std::fabs(s.x), std::fmax(std::fabs(s.y), std::fabs(s.z)));
}

RoundAxis place_round(const ShapeData& data, const Pose& pose) {
    BOXWOOD_REQUIRE(scales_uniformly(pose)); // a sphere or capsule must be scaled uniformly
    const auto positions = data.solid->mesh().positions;
    const boxwood::Pose world_from_shape = to_layer(pose);
    return {world_from_shape * glm::dvec3(positions.front()), world_from_shape * glm::dvec3(positions.back()),
            data.radius * scale_of(pose)};
}

glm::dvec3 closest_on_axis(const RoundAxis& round, const glm::dvec3& point) {
    const glm::dvec3 along = round.head - round.tail;
    const double squared = glm::dot(along, along);
    if (!(squared > 0.0)) return round.tail;
    const double at = glm::dot(point - round.tail, along) / squared;
    return at <= 0.0 ? round.tail : at >= 1.0 ? round.head : round.tail + at * along;
}

glm::dvec3 perpendicular_to(const glm::dvec3& v) {
    const glm::dvec3 size = glm::abs(v);
    if (!(size.x > 0.0 || size.y > 0.0 || size.z > 0.0)) return {0.0, 0.0, 1.0};
    const glm::dvec3 axis = size.x <= size.y && size.x <= size.z ? glm::dvec3(1.0, 0.0, 0.0)
                            : size.y <= size.z                   ? glm::dvec3(0.0, 1.0, 0.0)
                                                                 : glm::dvec3(0.0, 0.0, 1.0);
    return normalized(glm::cross(normalized(v), axis));
}

glm::dvec3 outward_normal_at(const RoundAxis& round, const glm::dvec3& point) {
    const glm::dvec3 arm = point - closest_on_axis(round, point);
    return arm == glm::dvec3(0.0) ? perpendicular_to(round.head - round.tail) : normalized(arm);
}

// A capsule is convex and the union of two balls and a cylinder, so its interval is the hull of their intervals.
std::optional<RayInterval> intersect_line(const RoundAxis& round, const glm::dvec3& origin,
                                          const glm::dvec3& any_direction) {
    // Scaled by a power of two, which is exact, so that the squares neither overflow nor underflow.
    const glm::dvec3 size = glm::abs(any_direction);
    const int exponent = std::ilogb(std::fmax(size.x, std::fmax(size.y, size.z)));
    const auto scaled = [exponent](double x) { return std::scalbn(x, -exponent); };
    const glm::dvec3 direction{scaled(any_direction.x), scaled(any_direction.y), scaled(any_direction.z)};
    std::optional<RayInterval> all = intersect_sphere(round.tail, round.radius, origin, direction);
    const auto add = [&all](const std::optional<RayInterval>& part) {
        if (!part) return;
        all =
            all ? RayInterval{std::fmin(all->enter, part->enter), std::fmax(all->leave, part->leave)} : *part;
    };
    if (round.head != round.tail) {
        add(intersect_sphere(round.head, round.radius, origin, direction));
        add(intersect_cylinder(round, origin, direction));
    }
    if (all) all = {scaled(all->enter), scaled(all->leave)};
    return all;
}

} // namespace boxwood::api::detail
