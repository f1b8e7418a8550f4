// What: runs a simulation step with continuous collision detection. If `stops_bodies` is true, bodies stop at their
//     first contact within the step. Otherwise, the step only reports the pairs that a discrete step misses.
// Frame: world. Units: times as fractions of the step.
// Invariants: enabled rigid bodies and compounds without moving joints are covered. If `stops_bodies` is true, no two
//     covered bodies of an enabled pair that are separated at the start of the step pass through each other, at any
//     speed. A body moves only as far as the times of impact (collision/narrow_phase/time_of_impact.hpp) prove that its
//     path is free. Where it meets another body, it stops for the rest of the step. A body that moves by more than its
//     radius also stops at a wall. Two bodies whose velocities separate them, but whose rotation would make them meet
//     in the first 1/16 of the step, only translate in this step. If `stops_bodies` is false, the simulation's state
//     after the step is bitwise the same as after step().
//     Results do not depend on threads.
// Degenerate input: a pair in contact at the start of the step is tested for contact only at the end of the step.
//     Bodies that deform and compounds with moving joints are counted in `left_out_count` and move as in step().
// Cost: O(n log n + k) for a sweep along x over the boxes of the swept bounding spheres, with k overlaps along x; and
//     one time of impact per pair of overlapping boxes, 0.3 to 2 us each for polytopes.
// Source: [Mirtich 1996b] for times of impact. Departs from the source: all bodies advance by one step per frame;
//     bodies that meet wait for the next frame.
// Oracle: tests/engine/sim/continuous_test.cpp samples the poses at 23 times within a step; pairs that meet at one of
//     them must be reported as missed. Stopped bodies must have no contacts at the end of a step that they did not have
//     before.
#pragma once

#include "engine/sim/simulation.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

// Two bodies that approach each other to within the tolerance.
struct SweptImpact {
    BodyPair bodies;
    double time = 0.0;        // fraction of the step, in [0, 1)
    glm::dvec3 normal_w{0.0}; // unit, from a to b; 0 if the search found no normal
    glm::dvec3 point_on_a_w{0.0}, point_on_b_w{0.0};
};

struct ContinuousOutput {
    std::vector<SweptImpact> stops; // in order of time; empty unless `stops_bodies`
    // Pairs that meet within the step and are separated at the end of the discrete step; sorted by bodies.
    std::vector<SweptImpact> missed;
    std::uint64_t left_out_count = 0; // enabled bodies that are not covered
    std::uint64_t pair_tests = 0;     // times of impact computed
};

// Integrates, collides and responds like step(). `stops_bodies` has no effect if settings.respond is false. A pair in
// `stops` that is not in contact at the end of the step also gets a response: if the velocities of the bodies would
// close the gap, they are swapped or, at a fixed body, reversed; if the spins would close the gap, they are reversed.
void step_continuously(Simulation& io_simulation, bool stops_bodies, ContinuousOutput& out_output,
                       Clock clock = nullptr);

} // namespace boxwood
