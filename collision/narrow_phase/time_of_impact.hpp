// What: the first time at which two moving convex polytopes come within a tolerance of each other.
// Frame: motions are in the world; results too (suffix _w).
// Units: lengths as in the scene; time from 0 to 1.
// Invariants: the time is never late: the polytopes have a positive distance at every earlier time. impact: at that
//     time the distance is positive and at most tolerance_used. none: their distance stays above half of
//     tolerance_used, or the polytopes are closer at some time but separating. iteration_limit: there is no contact up
//     to the time returned, and nothing is known about later times.
// Degenerate input: starts_in_contact: the polytopes touch or penetrate at time 0; time 0 is returned, whatever happens
//     later. A tolerance below the rounding of the positions is raised to that rounding; tolerance_used contains the
//     result.
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
    // The distance that counts as an impact. 0 stands for kImpactTolerance times the radius of the smaller body.
    double tolerance = 0.0;
    std::uint32_t max_iterations = 1000;
};

struct TimeOfImpact {
    ImpactStatus status = ImpactStatus::none;
    double time = 1.0; // in [0, 1]
    // The following members are those at `time`. All are unset if the status is none; distance and normal are unset if
    // it is starts_in_contact.
    double distance = 0.0;
    glm::dvec3 normal_w{0.0}; // unit, from A to B along the closest points
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
    FeaturePair features; // the closest features
    double tolerance_used = 0.0;
    std::uint32_t iterations = 0;
};

Result<TimeOfImpact> find_time_of_impact(const Polytope& a, const RigidMotion& motion_a, const Polytope& b,
                                         const RigidMotion& motion_b,
                                         const TimeOfImpactRequest& request = {});

} // namespace boxwood
