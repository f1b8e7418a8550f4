// What: rigid assemblies of machine parts (engine/meshes/generate/assemblies.hpp) in a closed room: CAD models where other
//       workloads have smooth or scanned meshes.
// Frame: world, room centered at the origin. Units: bodies have a radius of 1.
// Invariants: equal parameters give bit-equal simulations.
// Degenerate input: a parameter out of range is an Error with its name, its value and the range.
#pragma once

#include "collision/core/result.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>

namespace boxwood {

struct AssembliesParams {
    int bodies = 20;        // of the five kinds in turn
    int triangles = 50'000; // of each body, about
    std::uint64_t seed = 1995;
};

Result<Simulation> make_assemblies(const AssembliesParams& params);

} // namespace boxwood
