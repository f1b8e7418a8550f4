// What: a sphere or capsule in world space, and queries about one such shape. Internal: not installed.
// Frame: world. The axis of a sphere is a point.
// Invariants: everything is computed in double, so a ray that grazes a sphere within rounding can hit or miss it.
// Degenerate input: requires a finite axis, a finite radius of at least 0, and a finite direction other than 0.
#pragma once

#include "collision/api/detail/shape_data.hpp"
#include "collision/api/pose.hpp"
#include "collision/core/pose.hpp"
#include "collision/core/result.hpp"
#include "collision/geometry/triangle.hpp"

#include <optional>
#include <string>

namespace boxwood::api::detail {

struct RoundAxis {
    glm::dvec3 tail{0.0}, head{0.0};
    double radius = 0.0;

    Triangle64 as_triangle() const { return {tail, head, head}; }
};

// Whether the pose scales uniformly, so that it maps spheres to spheres.
bool scales_uniformly(const Pose& pose);
// An Error that begins with `subject`, if the shape is a sphere or capsule and scales_uniformly(pose) is false.
Status check_round(const ShapeData& data, const Pose& pose, const std::string& subject);
// The largest scale of the pose.
double scale_of(const Pose& pose);
// Requires a round shape. Ends the process if scales_uniformly(pose) is false.
RoundAxis place_round(const ShapeData& data, const Pose& pose);

glm::dvec3 closest_on_axis(const RoundAxis& round, const glm::dvec3& point);
// A unit vector perpendicular to `v`, which can be 0.
glm::dvec3 perpendicular_to(const glm::dvec3& v);
// The unit vector from the axis to the point. For a point on the axis, a unit vector perpendicular to the axis.
glm::dvec3 outward_normal_at(const RoundAxis& round, const glm::dvec3& point);

// The parameters of a line where it enters and leaves the shape. Infinite if the direction is so short that they exceed
// the range of double.
struct RayInterval {
    double enter = 0.0, leave = 0.0;
};
std::optional<RayInterval> intersect_line(const RoundAxis& round, const glm::dvec3& origin,
                                          const glm::dvec3& direction);

} // namespace boxwood::api::detail
