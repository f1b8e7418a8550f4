// What: builds a simulation of articulated hands, chains, C shapes and polytopes that drift in a closed room.
// Frame: world; the room is centered at the origin. Units: objects measure about 1 from the center to the tips.
// Invariants: the same parameters give bit-identical simulations. Objects are disjoint at the start, except for rare
//     seeds.
// Degenerate input: a negative count, no objects, more than kMaxArticulated objects, and joint_degrees outside 0 to 90
//     are Errors.
// Source: [Cohen 1995] section 6 (articulated figures).
#pragma once

#include "collision/core/result.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>

namespace boxwood {

struct ArticulatedParams {
    int hands = 12; // every twelfth recomputes its hulls; the hulls of the others cover all joint positions
    int chains = 12;
    int c_shapes = 8;
    int polytopes = 16;
    // Joints move back and forth, each with 0.5 to 1 times this number of degrees per step.
    double joint_degrees = 2.0;
    std::uint64_t seed = 1995;
};

inline constexpr int kMaxArticulated = 1000;

Result<Simulation> make_articulated(const ArticulatedParams& params);

} // namespace boxwood
