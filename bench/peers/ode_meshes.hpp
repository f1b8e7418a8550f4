// What: checks whether ODE supports a mesh, and prints the reason to stderr if not.
// Degenerate input: a mesh with fewer than two triangles is not supported. OPCODE builds no tree for one triangle, but
//     ODE refits the tree at every update and before every collision test, which would crash the program.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <cstdio>

namespace boxwood::bench {

inline constexpr std::size_t kMinOdeTriangles = 2;

inline bool can_ode_hold(const Mesh& mesh) {
    if (mesh.triangles.size() >= kMinOdeTriangles) return true;
    std::fprintf(stderr, "ode left out of %s: its refit needs a tree, and ODE builds none for one triangle\n",
                 mesh.name.c_str());
    return false;
}

} // namespace boxwood::bench
