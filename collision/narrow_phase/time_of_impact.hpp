// What: finds the first time at which two moving convex polytopes come within a tolerance of each other.
// Frame: motions and results are in the world (suffix _w).
// Units: lengths as in the scene; time from 0 to 1.
// Invariants: the time is never late: at every earlier time, the polytopes have a positive distance. If the status is
//     impact, the distance at the returned time is positive and at most tolerance_used; the member `distance` is 0 if
//     the polytopes touch within rounding. If the status is none, the distance is never below half of tolerance_used,
//     except while the polytopes move away from each other. If the status is iteration_limit, there is no contact
//     before the returned time, and later times were not examined.
// Degenerate input: if the polytopes touch or penetrate at time 0, the status is starts_in_contact and the time is 0,
//     regardless of the later motion. A tolerance below eight times the sum of touching_distance() and the rounding of
//     the positions is raised to that value; tolerance_used is the tolerance after this change.
// Errors: motions that check_motion rejects or that are not rigid, and a negative or NaN tolerance, are Errors. An
//     empty polytope aborts.
// Cost: one closest-feature query per iteration, 0.1 to 0.3 us. Most motions take 2 to 10 iterations; bodies that spin
//     past each other take more.
// Source: [Mirtich 1996b] (conservative advancement); [Zhang 2006] for the bound along the closest direction.
// Oracle: time_of_impact_test: separating axes in long double at sampled times, and bisection.
#pragma once

#include "collision/core/result.hpp"
#include "collision/core/rigid_motion.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/closest_features.hpp"

#include <cstdint>

namespace boxwood {

enum class ImpactStatus : std::uint8_t { none, impact, starts_in_contact, iteration_limit };

inline constexpr double kImpactTolerance = 1.0 / (1 << 14);

struct TimeOfImpactRequest {
    // Distances up to this count as an impact. 0 stands for kImpactTolerance times the radius of the smaller body.
    double tolerance = 0.0;
    std::uint32_t max_iterations = 1000;
};

struct TimeOfImpact {
    ImpactStatus status = ImpactStatus::none;
    double time = 1.0; // in [0, 1]
    // The members up to `features` describe the polytopes at `time`. If the status is none, all of them are unset. If
    // it is starts_in_contact, distance and normal are 0.
    double distance = 0.0;
    // Unit, from the closest point of A to that of B. If an impact has distance 0: of the iteration before.
    glm::dvec3 normal_w{0.0};
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
    FeaturePair features;        // the closest features
    double tolerance_used = 0.0; // set for every status, as is `iterations`
    std::uint32_t iterations = 0;
};

Result<TimeOfImpact> find_time_of_impact(const Polytope& a, const RigidMotion& motion_a, const Polytope& b,
                                         const RigidMotion& motion_b,
                                         const TimeOfImpactRequest& request = {});

} // namespace boxwood
