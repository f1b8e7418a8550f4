// What: bodies that deform among rigid polytopes in a closed room: a torus that twists, a knot whose vertices drift, a sphere
//       of which one feature grows, and a sheet in waves, in turn.
// Frame: world, room centered at the origin. Units: bodies have a radius of about 1.
// Invariants: equal parameters give bit-equal simulations.
// Degenerate input: a parameter out of range is an Error with its name, its value and the range.
// Source: [van den Bergen 1997] section 4 (deformable models among others).
#pragma once

#include "collision/core/result.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>

namespace boxwood {

struct DeformingParams {
    int deforming = 8; // of about 5,000 triangles each
    int rigid = 1000;  // polytopes of 36 faces
    bool finds_self_contacts = false;
    std::uint64_t seed = 1995;
};

inline constexpr int kMaxDeforming = 64;

Result<Simulation> make_deforming(const DeformingParams& params);

} // namespace boxwood
