// What: the first time when two moving shapes touch, and the sweep of a translated shape against one at rest.
// Frame: poses are world_from_shape; results are in world space.
// Units: lengths as in the caller's scene; time from 0 to 1.
// Invariants: the time is never late: the shapes have no common point at any earlier time. ImpactStatus says whether
//             the search was completed. shape.hpp defines surfaces and solids.
// Degenerate input: the following are Errors: a number of a motion that is not finite or is beyond 1e18; two poses of
//             one motion that differ by more than a rotation and a translation; a tolerance that is negative or NaN;
//             and a pose that scales a sphere or capsule non-uniformly.
// Cost: for each pair of convex parts at rigid poses, several closest-feature queries; for each other pair of surfaces,
//       a best-first search over both hierarchies.
// Source: conservative advancement [Mirtich 1996b]; docs/library.md.
// Oracle: positions at sampled times (tests/collision/api/probe_test.cpp).
#pragma once

#include "collision/api/context.hpp"
#include "collision/api/pose.hpp"
#include "collision/api/query.hpp"
#include "collision/api/shape.hpp"
#include "collision/core/export.hpp"

#include <cstdint>

namespace boxwood::api {

// A checked motion over one step: the center moves at constant velocity, and the shape rotates about it at constant
// angular velocity.
class BOXWOOD_API Motion {
  public:
    Motion(const Pose& at_rest)
        : start_(at_rest) {}
    // Rotates in the direction of the smaller angle. Both poses must have the same scale and shear. `center` is in the
    // shape's frame.
    static Result<Motion> between(const Pose& start, const Pose& end, const Vec3& center = {});
    // `displacement` (of the center) and `rotation` (axis times angle in radians) are in world space, and are totals
    // over the step. `center` is in the shape's frame.
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
    impact,            // the approaching shapes are first within the tolerance at `time`
    starts_in_contact, // in contact at time 0, whatever happens later
    iteration_limit    // no contact up to `time`; later times were not examined
};

struct ImpactOptions {
    // Distances up to this value count as an impact. 0 selects about 1/16384 of the radius of the smaller part or mesh.
    // The radius of a surface is half the diagonal of its bounding box, rounded up to a power of two. In a pair with a
    // sphere or capsule, it is not rounded, and the radius of a capsule includes half the length of its axis.
    double tolerance = 0.0;
    std::uint32_t max_iterations = 1000; // for each pair of convex parts or triangles
};

struct TimeOfImpact {
    ImpactStatus status = ImpactStatus::none;
    double time = 1.0; // in [0, 1]
    // The next six members describe the parts or triangles that determine `time`. They are unset in three cases. First,
    // the status is none. Second, the status is starts_in_contact, a shape is a solid, and the shapes are not two
    // convex shapes or compounds at rigid poses. Third, the search among the nodes of two hierarchies reached its
    // limit.
    double distance = 0.0; // at `time`
    Vec3 normal;           // unit, from a to b; 0 if the shapes start in contact or touch at `time`
    Vec3 point_a, point_b;
    Feature feature_a, feature_b;
    // The tolerance, or a multiple of the rounding error of positions if that is larger. 0 in the second case.
    double tolerance_used = 0.0;

    // True if the shapes touch or come within the tolerance: false for none and for iteration_limit.
    explicit operator bool() const {
        return status == ImpactStatus::impact || status == ImpactStatus::starts_in_contact;
    }
};

BOXWOOD_API Result<TimeOfImpact> time_of_impact(const Shape& a, const Motion& motion_a, const Shape& b,
                                                const Motion& motion_b, const ImpactOptions& options = {},
                                                Context& context = thread_context());

// Shape cast: a is translated by `displacement` and b is at rest. The time is a fraction of the displacement.
BOXWOOD_API Result<TimeOfImpact> sweep(const Shape& a, const Pose& pose_a, const Vec3& displacement,
                                       const Shape& b, const Pose& pose_b, const ImpactOptions& options = {},
                                       Context& context = thread_context());

} // namespace boxwood::api
