// What: builds a simulation of deforming bodies among rigid polytopes in a closed room. The kinds of deforming bodies
//     alternate: a torus that twists, a knot with drifting vertices, a sphere with a growing feature, and a sheet with
//     waves.
// Frame: world; the room is centered at the origin. Units: bodies have a radius of about 1.
// Invariants: the same parameters give bit-identical simulations.
// Degenerate input: a parameter out of range is an Error with its name, its value and the range.
// Source: [van den Bergen 1997] section 4 (deformable models).
#pragma once

#include "collision/core/result.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>

namespace boxwood {

struct DeformingParams {
    int deforming = 8; // with about 5,000 triangles each
    int rigid = 1000;  // polytopes with 36 faces
    bool finds_self_contacts = false;
    std::uint64_t seed = 1995;
};

inline constexpr int kMaxDeforming = 64;

Result<Simulation> make_deforming(const DeformingParams& params);

} // namespace boxwood
