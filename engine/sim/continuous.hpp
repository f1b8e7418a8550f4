// What: a step of a simulation with continuous collision: bodies stop where they first meet within the step, or the pairs
//       that the discrete step misses are only reported.
// Frame: world. Units: times as fractions of the step.
// Invariants: with `stops`, no two covered bodies pass through each other, at any speed: each moves only while all times of
//     impact (collision/narrow_phase/time_of_impact.hpp) prove its way free, and loses the rest of the step where it meets
//     another body or a wall. Without `stops` the step is step(), bit for bit. Results do not depend on threads.
//     Covered are rigid bodies and compounds without moving joints.
// Degenerate input: a pair that is in contact at the start of the step is left to the discrete contact at its end. Bodies that
//     deform, and compounds whose joints move, are counted in `left_out` and move as in step().
// Cost: O(n log n) for the boxes swept by the bodies' spheres, and one time of impact per overlapping pair; 0.3 to 2 us each
//     for polytopes.
// Source: [Mirtich 1996b] for times of impact. Departs from it: all bodies advance by one step per frame; those that meet
//     wait for the next one.
// Oracle: continuous_test: the positions at many times within the step.
#pragma once

#include "engine/sim/simulation.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

// Two bodies that come within the tolerance of each other.
struct SweptImpact {
    BodyPair bodies;
    double time = 0.0;        // of the step, in [0, 1)
    glm::dvec3 normal_w{0.0}; // unit, from a to b; 0 if the search reached its limit of iterations
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
};

struct ContinuousOutput {
    std::vector<SweptImpact> stops; // in order of time; none without `stops`
    std::vector<SweptImpact>
        missed; // meet within the step and are separated at the end of the discrete one; by bodies
    std::uint64_t left_out = 0;   // moving bodies that are not covered
    std::uint64_t pair_tests = 0; // times of impact computed
};

// Integrates, collides and responds as step() does. Where bodies stop, the velocities that close the gap are exchanged, or
// reversed at a fixed body, and rotations that close it are reversed.
void step_continuously(Simulation& io_simulation, bool stops, ContinuousOutput& out_output,
                       Clock clock = nullptr);

} // namespace boxwood
