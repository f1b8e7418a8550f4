// What: builds a simulation of rigid assemblies of machine parts (engine/meshes/generate/assemblies.hpp) in a closed
//     room. These are CAD-like models.
// Frame: world; the room is centered at the origin. Units: bodies have a radius of 1.
// Invariants: the same parameters give bit-identical simulations.
// Degenerate input: a parameter out of range is an Error with its name, its value and the range.
#pragma once

#include "collision/core/result.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>

namespace boxwood {

struct AssembliesParams {
    int bodies = 20;        // the five kinds alternate
    int triangles = 50'000; // per body, approximately
    std::uint64_t seed = 1995;
};

Result<Simulation> make_assemblies(const AssembliesParams& params);

} // namespace boxwood
