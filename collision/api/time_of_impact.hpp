// What: the first time at which two moving shapes touch, or one in translation touches one at rest.
// Frame: poses are world_from_shape; results are in the world.
// Units: lengths as in the caller's scene; time from 0 to 1.
// Invariants: never late: the shapes have no point in common at any time before the one returned. What limits the answer
//             is a value of ImpactStatus. Surfaces and solids: see shape.hpp.
// Degenerate input: a number that is not finite, poses that do not differ by a rotation and a translation, and a negative
//             tolerance are Errors.
// Cost: some closest-feature queries per pair of convex parts; a best-first search over two hierarchies of meshes.
// Source: [Mirtich 1996b], conservative advancement; the layer below, docs/library.md.
// Oracle: positions at sampled times (tests/collision/api/time_of_impact_test.cpp).
#pragma once

#include "collision/api/context.hpp"
#include "collision/api/pose.hpp"
#include "collision/api/query.hpp"
#include "collision/api/shape.hpp"
#include "collision/core/export.hpp"

#include <cstdint>

namespace boxwood::api {

// A checked motion over one step: a point of the shape moves on a line at constant speed, and the shape turns about it at
// constant angular velocity.
class BOXWOOD_API Motion {
  public:
    Motion(const Pose& at_rest)
        : start_(at_rest) {}
    // By the shorter rotation; both poses have the same scale. `center` is in the shape's frame.
    static Result<Motion> between(const Pose& start, const Pose& end, const Vec3& center = {});
    // Displacement of the center and rotation vector (axis times radians) over the step.
    static Result<Motion> with_velocity(const Pose& start, const Vec3& displacement, const Vec3& rotation,
                                        const Vec3& center = {});

    const Pose& start() const { return start_; }
    Vec3 center() const { return center_; }
    Vec3 displacement() const { return displacement_; }
    Vec3 rotation() const { return rotation_; }

  private:
    Pose start_;
    Vec3 center_, displacement_, rotation_;
};

enum class ImpactStatus : std::uint8_t {
    none,              // no contact up to time 1
    impact,            // nearer than the tolerance for the first time, and approaching
    starts_in_contact, // at time 0, whatever follows
    iteration_limit    // no contact up to the time returned; nothing is known about later
};

struct ImpactOptions {
    // The distance that counts as an impact. 0: a 16384th of the radius of the smaller of two parts or meshes.
    double tolerance = 0.0;
    std::uint32_t max_iterations = 1000;
};

struct TimeOfImpact {
    ImpactStatus status = ImpactStatus::none;
    double time = 1.0;     // in [0, 1]
    double distance = 0.0; // at that time
    Vec3 normal;           // unit, from a to b; 0 if the shapes start in contact
    Vec3 point_a, point_b;
    Feature feature_a, feature_b;
    double tolerance_used = 0.0; // the tolerance, or the rounding of the positions if that is larger

    // Whether the shapes touch: false for none and for iteration_limit.
    explicit operator bool() const {
        return status == ImpactStatus::impact || status == ImpactStatus::starts_in_contact;
    }
};

BOXWOOD_API Result<TimeOfImpact> time_of_impact(const Shape& a, const Motion& motion_a, const Shape& b,
                                                const Motion& motion_b, const ImpactOptions& options = {},
                                                Context& context = thread_context());

// Shape cast: a moves by `displacement` without turning, b rests. The time is a share of the displacement.
BOXWOOD_API Result<TimeOfImpact> sweep(const Shape& a, const Pose& pose_a, const Vec3& displacement,
                                       const Shape& b, const Pose& pose_b, const ImpactOptions& options = {},
                                       Context& context = thread_context());

} // namespace boxwood::api
