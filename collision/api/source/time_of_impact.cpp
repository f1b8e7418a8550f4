#include "collision/api/time_of_impact.hpp"

#include "collision/api/detail/impact_order.hpp"
#include "collision/api/detail/surfaces.hpp"
#include "collision/query/contacts/mesh_time_of_impact.hpp"

#include <cmath>
#include <utility>

#include <glm/geometric.hpp>

namespace boxwood::api {
namespace {

using detail::Operand;
using detail::Surface;
using detail::to_api;
using detail::to_layer;

RigidMotion to_layer(const Motion& motion) {
    return {to_layer(motion.start()), to_layer(motion.center()), to_layer(motion.displacement()),
            to_layer(motion.rotation())};
}

// The motion of one surface or part of a shape. Its center is the center of the shape's motion, in the frame of
// the surface or part.
RigidMotion motion_of_part(const RigidMotion& motion, const boxwood::Pose& world_from_part) {
    return {world_from_part, boxwood::inverse(world_from_part) * (motion.start * motion.center_body),
            motion.velocity_w, motion.rotation_w};
}

template <class LayerAnswer>
TimeOfImpact answer_of(const LayerAnswer& found, const Feature& feature_a, const Feature& feature_b) {
    TimeOfImpact answer;
    answer.status = static_cast<ImpactStatus>(found.status);
    answer.time = found.time;
    answer.distance = found.distance;
    answer.normal = to_api(found.normal_w);
    answer.point_a = to_api(found.point_on_a_w);
    answer.point_b = to_api(found.point_on_b_w);
    answer.tolerance_used = found.tolerance_used;
    if (answer.status == ImpactStatus::none) return answer;
    answer.feature_a = feature_a;
    answer.feature_b = feature_b;
    return answer;
}

// Half the diagonal of the box of the surface, scaled by its pose, plus the radius of a round shape.
double half_diagonal_of(const Operand& operand, const Surface& surface) {
    const glm::dmat3& m = surface.world_from_surface.linear;
    const glm::dvec3 half(surface.tree->bounds().half());
    return operand.radius() +
           std::sqrt(glm::dot(m[0], m[0]) * half.x * half.x + glm::dot(m[1], m[1]) * half.y * half.y +
                     glm::dot(m[2], m[2]) * half.z * half.z);
}

// Returns the tolerance for the layer below: `wanted`, where 0 selects the default of that layer. With a round shape,
// that default would be too large, because the sum of both radii is passed as the radius of a. The default tolerance is
// then computed here, from the sizes of both shapes.
double tolerance_of(double wanted, const Operand& a, const Surface& on_a, const Operand& b,
                    const Surface& on_b) {
    if (wanted != 0.0 || a.radius() + b.radius() == 0.0) return wanted;
    const double x = half_diagonal_of(a, on_a), y = half_diagonal_of(b, on_b);
    return kImpactTolerance * (x > 0.0 && y > 0.0 ? std::fmin(x, y) : std::fmax(x, y));
}

} // namespace

Result<Motion> Motion::between(const Pose& start, const Pose& end, const Vec3& center) {
    if (const Status status = check_motion_ends(to_layer(start), to_layer(end), "motion"); !status)
        return status.error();
    const RigidMotion motion = RigidMotion::between(to_layer(start), to_layer(end), to_layer(center));
    return with_velocity(start, to_api(motion.velocity_w), to_api(motion.rotation_w), center);
}

Result<Motion> Motion::with_velocity(const Pose& start, const Vec3& displacement, const Vec3& rotation,
                                     const Vec3& center) {
    Motion motion(start);
    motion.center_ = center;
    motion.displacement_ = displacement;
    motion.rotation_ = rotation;
    if (const Status status = check_motion(to_layer(motion), "motion"); !status) return status.error();
    return motion;
}

Result<TimeOfImpact> time_of_impact(const Shape& a, const Motion& motion_a, const Shape& b,
                                    const Motion& motion_b, const ImpactOptions& options, Context& context) {
    for (const auto& [shape, motion] : {std::pair(&a, &motion_a), std::pair(&b, &motion_b)})
        if (const Status status = detail::check_round(shape->data(), motion->start(), "motion"); !status)
            return status.error();
    if (!(options.tolerance >= 0.0)) return Error{"tolerance must be a number of at least 0"};
    const Operand of_a(a.data(), motion_a.start()), of_b(b.data(), motion_b.start());
    const RigidMotion a_moves = to_layer(motion_a), b_moves = to_layer(motion_b);
    const TimeOfImpactRequest request{options.tolerance, options.max_iterations};
    const bool have_rigid_convex_parts = of_a.has_rigid_convex_parts() && of_b.has_rigid_convex_parts();
    const double radii = of_a.radius() + of_b.radius();
    TimeOfImpact first;
    // The search below only compares surfaces, but a shape that starts inside a solid collides without touching its
    // surface.
    if (!have_rigid_convex_parts && (of_a.is_solid() || of_b.is_solid()) &&
        collide(a, motion_a.start(), b, motion_b.start(), context)) {
        first.status = ImpactStatus::starts_in_contact;
        first.time = 0.0;
        return first;
    }
    for (std::uint32_t i = 0; i < of_a.surface_count(); ++i)
        for (std::uint32_t k = 0; k < of_b.surface_count() && first.status != ImpactStatus::starts_in_contact;
             ++k) {
            TimeOfImpact found;
            if (have_rigid_convex_parts) {
                const Result<boxwood::TimeOfImpact> of_parts = find_time_of_impact(
                    of_a.part(i), motion_of_part(a_moves, of_a.world_from_part(i)), of_b.part(k),
                    motion_of_part(b_moves, of_b.world_from_part(k)), request);
                if (!of_parts) return of_parts.error();
                found =
                    answer_of(*of_parts, to_api(of_parts->features.a, i), to_api(of_parts->features.b, k));
            } else {
                const Surface x = of_a.surface(i, of_a.contact_slot(), false, context.executor()),
                              y = of_b.surface(k, of_b.contact_slot(), false, context.executor());
                const Result<MeshTimeOfImpact> of_surfaces = find_time_of_impact(
                    x.operand(), motion_of_part(a_moves, x.world_from_surface), radii, y.operand(),
                    motion_of_part(b_moves, y.world_from_surface),
                    {tolerance_of(options.tolerance, of_a, x, of_b, y), options.max_iterations});
                if (!of_surfaces) return of_surfaces.error();
                const auto feature = [](const Operand& operand, const Surface& surface,
                                        std::uint32_t triangle) {
                    if (triangle == kNone)
                        return Feature{}; // the search among pairs of nodes reached its limit
                    return operand.is_round() ? Feature{FeatureKind::round, 0, 0}
                                              : Feature{FeatureKind::triangle,
                                                        surface.first_triangle + triangle, surface.part};
                };
                found = answer_of(*of_surfaces, feature(of_a, x, of_surfaces->triangles.a),
                                  feature(of_b, y, of_surfaces->triangles.b));
                const glm::dvec3 radius_of_b = of_b.radius() * of_surfaces->normal_w;
                found.point_a = to_api(to_layer(found.point_a) - radius_of_b);
                found.point_b = to_api(to_layer(found.point_b) - radius_of_b);
            }
            if (detail::is_before(found, first) || (i == 0 && k == 0)) first = found;
        }
    return first;
}

Result<TimeOfImpact> sweep(const Shape& a, const Pose& pose_a, const Vec3& displacement, const Shape& b,
                           const Pose& pose_b, const ImpactOptions& options, Context& context) {
    const Result<Motion> motion = Motion::with_velocity(pose_a, displacement, {});
    if (!motion) return motion.error();
    return time_of_impact(a, *motion, b, pose_b, options, context);
}

} // namespace boxwood::api
