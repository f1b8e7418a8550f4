#include "collision/api/detail/body_tree.hpp"

#include "collision/api/detail/layer.hpp"
#include "collision/volumes/body_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood::api::detail {
namespace {

// The rounding error of a computed position, relative to the numbers that are added to compute it; an upper bound for
// all queries. Boxes are enlarged by it.
constexpr double kBoxRounding = 0x1p-46;

Aabb box_around(const glm::dvec3& center, const glm::dvec3& half) {
    const glm::dvec3 reach = half + kBoxRounding * (glm::abs(center) + half);
    return box_of({center - reach, center + reach});
}

// The box of a shape in its frame: center and half sides.
struct Extent {
    glm::dvec3 center, half;
};
Extent extent_of(const Shape& shape) {
    const Box box = shape.bounds();
    const glm::dvec3 lower = to_layer(box.lower), upper = to_layer(box.upper);
    return {0.5 * (lower + upper), 0.5 * (upper - lower)};
}
// The half sides of the world box around a box that has the half sides `half` in its own frame.
glm::dvec3 posed_half(const boxwood::Pose& pose, const glm::dvec3& half) {
    return glm::abs(pose.linear[0]) * half.x + glm::abs(pose.linear[1]) * half.y +
           glm::abs(pose.linear[2]) * half.z;
}

} // namespace

Aabb world_box(const Shape& shape, const Pose& pose) {
    const Extent extent = extent_of(shape);
    const boxwood::Pose world_from_shape = to_layer(pose);
    // The rounding error is relative to the summands. After cancellation, they can be larger than the center.
    const glm::dvec3 origin_size = glm::abs(world_from_shape.origin);
    const glm::dvec3 half =
        posed_half(world_from_shape, extent.half) +
        kBoxRounding * (origin_size + posed_half(world_from_shape, glm::abs(extent.center)));
    return box_around(world_from_shape * extent.center, half);
}

// If the body rotates, computes the box that is swept by a ball around the center of the motion. The ball contains the
// body at all times: the center moves on a line, and its distance from each point of the body is constant.
Aabb swept_box(const Shape& shape, const Motion& motion, double margin) {
    const boxwood::Pose start = to_layer(motion.start());
    const glm::dvec3 center = start * to_layer(motion.center());
    const glm::dvec3 displacement = to_layer(motion.displacement());
    if (motion.rotation() == Vec3{}) {
        const Aabb at_start = world_box(shape, motion.start());
        const glm::dvec3 lower(at_start.lower), upper(at_start.upper);
        const glm::dvec3 low = glm::min(lower, lower + displacement),
                         high = glm::max(upper, upper + displacement);
        return box_around(0.5 * (low + high), 0.5 * (high - low) + margin);
    }
    const Extent extent = extent_of(shape);
    const double radius =
        glm::length(posed_half(start, extent.half)) + glm::distance(start * extent.center, center);
    const glm::dvec3 low = glm::min(center, center + displacement) - radius,
                     high = glm::max(center, center + displacement) + radius;
    return box_around(0.5 * (low + high), 0.5 * (high - low) + margin +
                                              kBoxRounding * (glm::abs(start.origin) + glm::abs(center)));
}

Aabb point_box(const Vec3& point) {
    return box_of({to_layer(point), to_layer(point)});
}

double gap_of(const Aabb& x, const Aabb& y) {
    const glm::dvec3 gap = glm::max(
        glm::max(glm::dvec3(x.lower) - glm::dvec3(y.upper), glm::dvec3(y.lower) - glm::dvec3(x.upper)),
        glm::dvec3(0.0));
    // Rounding must not raise the bound above the computed distance of shapes.
    constexpr double kBelowOne = 1.0 - 0x1p-40;
    return glm::length(gap) * kBelowOne;
}

BoxRay::BoxRay(const Vec3& origin, const Vec3& direction)
    : origin_(to_layer(origin))
    , direction_(to_layer(direction)) {}

bool BoxRay::meets(const Aabb& box, double limit, double& out_near) const {
    double near = 0.0, far = limit;
    for (glm::length_t k = 0; k < 3; ++k) {
        const double lower = static_cast<double>(box.lower[k]), upper = static_cast<double>(box.upper[k]);
        const double slack =
            kBoxRounding * (std::fabs(origin_[k]) + std::fmax(std::fabs(lower), std::fabs(upper)));
        const double below = lower - slack - origin_[k], above = upper + slack - origin_[k];
        if (direction_[k] == 0.0) {
            if (below > 0.0 || above < 0.0) return false;
            continue;
        }
        const double x = below / direction_[k], y = above / direction_[k];
        near = std::fmax(near, std::fmin(x, y));
        far = std::fmin(far, std::fmax(x, y));
    }
    // The error of t in ray casts on triangles is relative to t and to the size of the triangle (ray_cast.cpp).
    constexpr double kSlack = 0x1p-36, kSlackOfSize = 0x1p-30;
    const glm::dvec3 sides = glm::dvec3(box.upper) - glm::dvec3(box.lower), speed = glm::abs(direction_);
    const double error =
        kSlackOfSize * (sides.x + sides.y + sides.z) / std::fmax(speed.x, std::fmax(speed.y, speed.z));
    out_near = std::fmax(0.0, near * (1.0 - kSlack) - error);
    return out_near <= far * (1.0 + kSlack);
}

void BodyTree::set(std::uint32_t body, const Aabb& box) {
    if (leaves_.size() <= body) leaves_.resize(body + std::size_t{1}, DynamicTree::kNone);
    if (leaves_[body] == DynamicTree::kNone)
        leaves_[body] = tree_.insert(box, body);
    else
        tree_.reinsert(leaves_[body], box);
}

void BodyTree::remove(std::uint32_t body) {
    if (body >= leaves_.size() || leaves_[body] == DynamicTree::kNone) return;
    tree_.remove(leaves_[body]);
    leaves_[body] = DynamicTree::kNone;
}

} // namespace boxwood::api::detail
