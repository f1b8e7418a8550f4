// What: checks whether ODE supports a mesh, and prints the reason to stderr if not.
// Source: OPCODE builds no tree for a mesh of one triangle. Its refit reads a tree nevertheless, and every collision
//     and update begins with a refit. Such a mesh would crash the program, so ODE is left out.
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
